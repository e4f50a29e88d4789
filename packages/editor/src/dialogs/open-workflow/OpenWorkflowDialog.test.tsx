import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../../api/server-for-test.ts';
import { renderAtAddress } from '../../ui/render-for-test.tsx';
import { documentOf } from '../../workflow/document-for-test.ts';
import { SessionContext } from '../../workflow/hooks.ts';
import { openSession } from '../../workflow/session.ts';
import { DialogStack } from '../DialogStack.tsx';
import { closeAllDialogs, openDialog } from '../stack.ts';

const workflow = (id: string, name: string) => ({
  id,
  name,
  active: false,
  tags: [],
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-02T00:00:00.000Z',
});

const show = async (answers: Parameters<typeof fakeServer>[0]) => {
  const server = fakeServer(answers);
  const { path } = await renderAtAddress(
    <SessionContext value={openSession(documentOf('A'), { id: '1' })}>
      <DialogStack />
    </SessionContext>,
    '/workflow',
  );
  openDialog('openWorkflow', {});
  return { server, path, user: userEvent.setup() };
};
const list = { 'GET /workflows': { data: [workflow('1', 'Orders'), workflow('2', 'Invoices')] } };

afterEach(() => {
  cleanup();
  closeAllDialogs();
  vi.unstubAllGlobals();
});

test('a workflow is found by name and opened with Enter', async () => {
  const { user, path } = await show(list);
  await screen.findByText('Orders');
  await user.type(screen.getByRole('textbox', { name: 'Search workflows' }), 'inv');
  expect(screen.queryByText('Orders')).toBeNull();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(path()).toBe('/workflow/2'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the open workflow is marked and not opened again', async () => {
  const { user, path } = await show(list);
  expect(await screen.findByText('open now')).toBeTruthy();
  await user.click(screen.getByText('Orders'));
  expect(path()).toBe('/workflow');
});

test('a workflow is activated from the list', async () => {
  const { user, server } = await show({ ...list, 'PATCH /workflows/2': { data: workflow('2', 'Invoices') } });
  await user.click(await screen.findByRole('switch', { name: 'Activate “Invoices”' }));
  expect(server.callsTo('PATCH /workflows/2')[0]?.body).toEqual({ active: true });
});

test('no workflow is activated where an instance runs none', async () => {
  await show({ ...list, 'GET /settings': { data: { demoMode: false } } });
  const toggle = await screen.findByRole('switch', { name: 'Activate “Invoices”' });
  await waitFor(() => expect(toggle).toHaveProperty('disabled', true));
});

test('an active workflow whose triggers do not run is marked, and says why', async () => {
  const active = { ...workflow('2', 'Invoices'), active: true };
  const { user, server } = await show({
    'GET /workflows': { data: [{ ...workflow('1', 'Orders'), active: true }, active] },
    'GET /active': { data: ['1'] },
    'GET /active/error/2': { data: { time: 1, error: { message: 'Out of order' } } },
  });
  await user.click(await screen.findByRole('button', { name: /triggers do not run/ }));
  await waitFor(() => expect(server.callsTo('GET /active/error/2')).toHaveLength(1));
});

test('a workflow is deleted after a question', async () => {
  const { user, server } = await show({ ...list, 'DELETE /workflows/2': { data: true } });
  await user.click(await screen.findByRole('button', { name: 'Delete “Invoices”' }));
  expect(server.callsTo('DELETE /workflows/2')).toEqual([]);
  await user.click(await screen.findByRole('button', { name: 'Yes, delete' }));
  await waitFor(() => expect(server.callsTo('DELETE /workflows/2')).toHaveLength(1));
});

test('an empty list, a failed one and a vain search say what is the case', async () => {
  const { user } = await show({ 'GET /workflows': { data: [] } });
  await screen.findByText('No workflows yet');
  await user.type(screen.getByRole('textbox'), 'zzz');
  expect(screen.getByText('Nothing found')).toBeTruthy();
  cleanup();
  closeAllDialogs();
  await show({});
  await screen.findByText('Problem loading workflows');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});
