import type { InstalledPackage, PackageList } from '@millrace/contract';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../../api/server-for-test.ts';
import { DialogStack } from '../../dialogs/DialogStack.tsx';
import { closeAllDialogs } from '../../dialogs/stack.ts';
import { renderInApp } from '../../ui/render-for-test.tsx';
import { PackagesScreen } from './PackagesScreen.tsx';

const mailer: InstalledPackage = {
  name: 'n8n-nodes-mailer',
  version: '1.4.2',
  installedAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  nodes: [{ name: 'n8n-nodes-mailer.mail', displayName: 'Mail', versions: [1] }],
  credentialTypes: [{ name: 'mailerApi', displayName: 'Mailer API' }],
  reach: ['files', 'programs', 'network', 'credentials'],
  dependencies: 2,
  bytes: 2_500_000,
  workflows: 3,
  activeWorkflows: 1,
};

const show = (list: Partial<PackageList>, answers: Parameters<typeof fakeServer>[0] = {}) => {
  const data = { enabled: true, packages: [], pending: [], ownNodes: null, ...list };
  const server = fakeServer({ 'GET /packages': () => ({ data }), 'GET /node-types': { data: [] }, ...answers });
  renderInApp(
    <>
      <PackagesScreen />
      <DialogStack />
    </>,
  );
  return { ...server, data };
};

afterEach(() => {
  closeAllDialogs();
  cleanup();
  vi.unstubAllGlobals();
});

test('each package says what is in it, what it reaches, and who uses it', async () => {
  show({ packages: [mailer, { ...mailer, name: 'n8n-nodes-gone', problem: 'The registry is away', nodes: [] }] });
  const [first, second] = (await screen.findAllByRole('row')).slice(1);
  for (const text of [
    '1.4.2 · 2.5 MB · 2 dependencies',
    'Mail',
    'Mailer API',
    'Credentials',
    '3 workflows',
    '1 active',
  ])
    expect(within(first!).getByText(text)).toBeTruthy();
  expect(within(second!).getByText('Not in use: The registry is away')).toBeTruthy();
});

test('what is not there, not allowed, not loaded, or under way is said in place', async () => {
  show({ pending: [{ name: 'n8n-nodes-mailer', version: '1.4.2', action: 'install' }] });
  expect(await screen.findByText('No packages are installed')).toBeTruthy();
  expect(screen.getByText('Installing n8n-nodes-mailer 1.4.2')).toBeTruthy();
  cleanup();
  show({ enabled: false });
  expect(await screen.findByText('Packages are off')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Install a package' })).toBeNull();
  cleanup();
  show({}, { 'GET /packages': { status: 403, body: { code: 1, error: 'ownerOnly', message: 'For the owner' } } });
  expect(await screen.findByText('For the owner')).toBeTruthy();
});

test('a package is installed by its name and version, once it is trusted; a refusal stays to be read', async () => {
  let refuses = true;
  const { calls } = show(
    {},
    {
      'POST /packages': () =>
        refuses
          ? { status: 400, body: { code: 5005, error: 'packageRefused', message: 'It has no nodes.' } }
          : { data: mailer },
    },
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Install a package' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('textbox', { name: 'Name' }));
  await user.paste('@someone/n8n-nodes-mailer@1.4.2');
  expect(within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Version' }).value).toBe('1.4.2');
  const install = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Install' });
  expect(install.disabled).toBe(true);
  await user.click(within(dialog).getByRole('checkbox'));
  await user.click(install);
  expect((await within(dialog).findByRole('alert')).textContent).toContain('It has no nodes.');
  refuses = false;
  await user.click(install);
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const sent = calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
  expect(sent).toEqual([1, 2].map(() => ({ name: '@someone/n8n-nodes-mailer', version: '1.4.2' })));
});

test('one that is removed is asked for first, with what uses it', async () => {
  const { calls, data } = show({ packages: [mailer] }, { 'DELETE /packages': { data: { name: mailer.name } } });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Remove n8n-nodes-mailer' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText(/^3 workflows have nodes of it/)).toBeTruthy();
  data.packages = [];
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('No packages are installed')).toBeTruthy();
  expect(calls.find(({ method }) => method === 'DELETE')?.path).toBe('/packages?name=n8n-nodes-mailer');
});
