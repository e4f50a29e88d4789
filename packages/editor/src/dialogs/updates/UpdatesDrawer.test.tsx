import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../../api/server-for-test.ts';
import { UpdatesItem } from '../../screens/shell/UpdatesItem.tsx';
import { renderInApp } from '../../ui/render-for-test.tsx';
import { Toasts } from '../../ui/Toasts.tsx';
import { DialogStack } from '../DialogStack.tsx';
import { closeAllDialogs, openDialog } from '../stack.ts';

const running = { name: '1.2.3', createdAt: '2026-01-01T00:00:00Z' };
const newer = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: `1.${index + 3}.0`,
    createdAt: new Date(Date.UTC(2026, 1, index + 1)).toISOString(),
    description: `What **${index}** brings`,
  }));

const show = (feed: unknown, settings: object = {}) => {
  const server = fakeServer({
    'GET /settings': {
      data: {
        versionCli: '1.2.3',
        versionNotifications: { enabled: true, endpoint: '/rest/version-feed', infoUrl: '', ...settings },
      },
    },
    'GET /version-feed': { body: feed },
  });
  renderInApp(
    <>
      <Toasts />
      <UpdatesItem isOpen />
      <DialogStack />
    </>,
  );
  return server;
};

afterEach(() => {
  cleanup();
  closeAllDialogs();
  localStorage.clear();
  vi.unstubAllGlobals();
});

test.each([
  [1, '1 update available'],
  [3, '3 updates available'],
  [99, '99 updates available'],
  [120, '99+ updates available'],
])('%i newer versions are counted as “%s”', async (count, label) => {
  const server = show([running, ...newer(count)]);
  expect(await screen.findByRole('button', { name: label })).toBeTruthy();
  expect(server.callsTo('GET /version-feed')[0]?.headers.get('x-instance-version')).toBe('1.2.3');
});

test('the drawer shows the running version and each newer one, newest first', async () => {
  show([{ ...running, hasSecurityIssue: true, securityIssueFixVersion: '1.3.0' }, ...newer(2)]);
  await userEvent.click(await screen.findByRole('button', { name: '2 updates available' }));
  const drawer = await screen.findByRole('dialog', { name: 'Updates' });
  const cards = await within(drawer).findAllByRole('article');
  expect(cards.map((card) => card.getAttribute('aria-labelledby'))).toEqual([
    'version-1.2.3',
    'version-1.4.0',
    'version-1.3.0',
  ]);
  expect(within(cards[0]!).getByText('Security issue, fixed in 1.3.0')).toBeTruthy();
  expect(within(cards[1]!).getByText('1', { selector: 'strong' })).toBeTruthy();
});

test('a card says what a version is, and leads nowhere but to pages', async () => {
  const marks = { hasBreakingChange: true, hasSecurityFix: true };
  show([
    running,
    {
      ...newer(1)[0],
      ...marks,
      documentationUrl: 'javascript:alert(1)',
      nodes: [{ name: 'x.new', displayName: 'New one' }],
    },
    { ...newer(2)[1], documentationUrl: 'https://example.com/1.4' },
  ]);
  await userEvent.click(await screen.findByRole('button', { name: '2 updates available' }));
  const card = await screen.findByRole('article', { name: 'Version 1.3.0' });
  for (const text of ['Breaking changes', 'Security update', 'New one'])
    expect(within(card).getByText(text)).toBeTruthy();
  expect(within(card).queryByRole('link')).toBeNull();
  expect(screen.getByRole('link', { name: 'Read more about version 1.4.0' }).getAttribute('href')).toBe(
    'https://example.com/1.4',
  );
});

test.each([
  ['1.3.1', 'Please update to version 1.3.1 or higher.'],
  [null, 'Please update to latest version.'],
])('a hole in the security of the running version is told (fixed in %s)', async (securityIssueFixVersion, text) => {
  show([{ ...running, hasSecurityIssue: true, securityIssueFixVersion }]);
  expect(await screen.findByText('Critical update available')).toBeTruthy();
  expect(screen.getByText(text)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Show updates' }));
  expect(await screen.findByRole('dialog', { name: 'Updates' })).toBeTruthy();
});

test('a hole that was told of and closed is told of no more, until another version mends it', async () => {
  const tells = async (fix: string) => {
    show([{ ...running, hasSecurityIssue: true, securityIssueFixVersion: fix }, ...newer(1)]);
    await screen.findByRole('button', { name: '1 update available' });
  };
  await tells('1.3.2');
  await userEvent.click(await screen.findByRole('button', { name: 'Close this message' }));
  await vi.waitFor(() => expect(screen.queryByText('Critical update available')).toBeNull());
  cleanup();
  await tells('1.3.2');
  expect(screen.queryByText('Critical update available')).toBeNull();
  cleanup();
  await tells('1.3.3');
  expect(await screen.findByText('Critical update available')).toBeTruthy();
});

test('a hole is not told of over a dialog, but when it is closed', async () => {
  openDialog('updates', {});
  show([{ ...running, hasSecurityIssue: true, securityIssueFixVersion: '1.3.4' }, ...newer(1)]);
  await screen.findByRole('article', { name: 'Version 1.3.0' });
  expect(screen.queryByText('Critical update available')).toBeNull();
  act(closeAllDialogs);
  expect(await screen.findByText('Critical update available')).toBeTruthy();
});

test('a feed that cannot be read is no business of anybody', async () => {
  const server = show({ message: 'no' });
  await vi.waitFor(() => expect(server.callsTo('GET /version-feed')).toHaveLength(1));
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});
