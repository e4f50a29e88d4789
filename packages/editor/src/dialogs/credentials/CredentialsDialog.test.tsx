import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '../../api/queries.ts';
import { fakeServer } from '../../api/server-for-test.ts';
import { allTypes, credential } from '../../credentials/for-test.ts';
import { renderAtAddress } from '../../ui/render-for-test.tsx';
import { Toasts } from '../../ui/Toasts.tsx';
import { DialogStack } from '../DialogStack.tsx';
import { closeAllDialogs, openDialog } from '../stack.ts';

type Answers = Parameters<typeof fakeServer>[0];

const two = [
  credential('1', { name: 'Team', type: 'slackApi', createdAt: '2026-03-01T00:00:00.000Z' }),
  credential('2', { name: 'Account', type: 'httpHeaderAuth', updatedAt: '2026-04-01T00:00:00.000Z' }),
];

const show = async (answers: Answers = {}) => {
  const server = fakeServer({
    'GET /credential-types': { data: allTypes },
    'GET /credentials': { data: two },
    'GET /node-types': { data: [] },
    'GET /settings': { data: {} },
    ...answers,
  });
  await renderAtAddress(
    <>
      <DialogStack />
      <Toasts />
    </>,
    '/workflow',
  );
  openDialog('credentials', {});
  return { server, user: userEvent.setup() };
};

const names = async () => {
  const rows = (await screen.findAllByRole('row')).slice(1);
  return rows.map((row) => within(row).getAllByRole('button')[0]?.textContent);
};

beforeEach(() => queryClient.clear());
afterEach(() => {
  cleanup();
  closeAllDialogs();
  vi.unstubAllGlobals();
});

describe('the list of credentials', () => {
  test('is sorted by name, and by any column in both orders', async () => {
    const { user } = await show();
    expect(await names()).toEqual(['Account', 'Team']);
    const sort = async (column: string) => {
      await user.click(screen.getByRole('button', { name: `Sort by ${column}` }));
      return names();
    };
    expect(await sort('Name')).toEqual(['Team', 'Account']);
    expect(await sort('Type')).toEqual(['Account', 'Team']);
    expect(await sort('Type')).toEqual(['Team', 'Account']);
    expect(await sort('Created')).toEqual(['Account', 'Team']);
    expect(await sort('Updated')).toEqual(['Team', 'Account']);
    expect(await sort('Updated')).toEqual(['Account', 'Team']);
  });

  test('shows what a credential is for and when it was made, and finds it by name and type', async () => {
    const { user } = await show();
    const row = (await screen.findAllByRole('row'))[1]!;
    expect(row.textContent).toContain('Header Auth');
    expect(row.textContent).toMatch(/2026-01-01 \d\d:00:00.*2026-04-01/);
    await user.type(screen.getByRole('textbox', { name: 'Search credentials' }), 'slack');
    await waitFor(async () => expect(await names()).toEqual(['Team']));
    expect(screen.getByRole('status').textContent).toBe('1 credential');
    await user.type(screen.getByRole('textbox', { name: 'Search credentials' }), 'zzz');
    expect(await screen.findByText('Nothing found')).toBeTruthy();
  });

  test('opens one by a click on its row, its name or its pen, over the list', async () => {
    const { user } = await show({ 'GET /credentials/2': { data: { ...two[1], data: {} } } });
    const edit = async (target: HTMLElement) => {
      await user.click(target);
      const dialog = await screen.findByRole('dialog', { name: 'Account' });
      await user.click(within(dialog).getByRole('button', { name: 'Close' }));
      await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Account' })).toBeNull());
      expect(screen.getByRole('dialog', { name: 'Credentials' })).toBeTruthy();
    };
    await edit(await screen.findByText('Header Auth'));
    await edit(screen.getByRole('button', { name: 'Account' }));
    await edit(screen.getByRole('button', { name: 'Edit “Account”' }));
  });

  test('deletes one after a question, says so, and is read again', async () => {
    const { user, server } = await show({
      'GET /credentials/2/uses': { data: { workflows: [], others: 0 } },
      'DELETE /credentials/2': { data: true },
    });
    await user.click(await screen.findByRole('button', { name: 'Delete “Account”' }));
    expect(await screen.findByText(/No workflow uses it/)).toBeTruthy();
    expect(server.callsTo('DELETE /credentials/2')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Yes, delete' }));
    expect(await screen.findByText('Credential deleted')).toBeTruthy();
    expect(server.callsTo('DELETE /credentials/2')).toHaveLength(1);
    expect(screen.queryByRole('dialog', { name: 'Account' })).toBeNull();
  });

  test('tells that one could not be deleted', async () => {
    const { user } = await show({
      'GET /credentials/2/uses': { data: { workflows: [], others: 0 } },
      'DELETE /credentials/2': { status: 500, body: { message: 'Locked' } },
    });
    await user.click(await screen.findByRole('button', { name: 'Delete “Account”' }));
    await user.click(await screen.findByRole('button', { name: 'Yes, delete' }));
    expect(await screen.findByText('Problem deleting credential')).toBeTruthy();
  });

  test('mounts of a thousand only those that are seen', async () => {
    const many = Array.from({ length: 1000 }, (_, index) => credential(String(index), { name: `No ${index}` }));
    await show({ 'GET /credentials': { data: many } });
    const rows = await screen.findAllByRole('row');
    expect(rows.length).toBeLessThan(60);
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('1001');
  });

  test('is empty, or cannot be had: each says what to do', async () => {
    await show({ 'GET /credentials': { data: [] } });
    expect(await screen.findByText('No credentials yet')).toBeTruthy();
    cleanup();
    closeAllDialogs();
    queryClient.clear();
    await show({ 'GET /credentials': { status: 500, body: { message: 'Locked' } } });
    await waitFor(() => expect(screen.getAllByText('Error loading credentials')).toHaveLength(2));
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});

describe('a new credential', () => {
  test('begins with its type, found by a part of its name', async () => {
    const { user } = await show({ 'GET /credentials/new': { data: { name: 'Slack account' } } });
    await user.click(await screen.findByRole('button', { name: 'Add new' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add new credentials' });
    const go = within(dialog).getByRole('button', { name: 'Continue' });
    expect(go).toHaveProperty('disabled', true);
    const search = within(dialog).getByRole('combobox');
    await user.type(search, 'sla');
    const options = await screen.findAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual(['Slack APIFor core.slack']);
    await user.keyboard('{ArrowDown}{Enter}');
    expect(go).toHaveProperty('disabled', false);
    await user.click(go);
    expect(await screen.findByRole('dialog', { name: 'Slack account' })).toBeTruthy();
    expect(screen.queryByRole('dialog', { name: 'Add new credentials' })).toBeNull();
  });
});

test('the Escape key closes the dialog on top alone', async () => {
  const { user } = await show();
  await user.click(await screen.findByRole('button', { name: 'Add new' }));
  await screen.findByRole('dialog', { name: 'Add new credentials' });
  await user.keyboard('{Escape}');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add new credentials' })).toBeNull());
  expect(screen.getByRole('dialog', { name: 'Credentials' })).toBeTruthy();
});
