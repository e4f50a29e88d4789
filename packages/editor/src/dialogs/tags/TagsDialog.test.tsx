import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../api/queries.ts';
import { fakeServer } from '../../api/server-for-test.ts';
import { renderInApp } from '../../ui/render-for-test.tsx';
import { Toasts } from '../../ui/Toasts.tsx';
import { DialogStack } from '../DialogStack.tsx';
import { closeAllDialogs, openDialog } from '../stack.ts';

const tag = (id: string, name: string, usageCount = 0) => ({
  id,
  name,
  usageCount,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
});

const show = (answers: Parameters<typeof fakeServer>[0]) => {
  const server = fakeServer(answers);
  renderInApp(
    <>
      <DialogStack />
      <Toasts />
    </>,
  );
  openDialog('tags', {});
  return { server, user: userEvent.setup() };
};
const list = { 'GET /tags': { data: [tag('1', 'Sales', 3), tag('2', 'audit')] } };

afterEach(() => {
  cleanup();
  closeAllDialogs();
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('tags are listed by name with how many workflows have them, and searched', async () => {
  const { user } = show(list);
  await screen.findByText('Sales');
  const rows = screen.getAllByRole('row').slice(1);
  expect(rows.map((row) => row.textContent)).toEqual(['auditNot being used', 'Sales3 workflows']);
  await user.type(screen.getByRole('textbox', { name: 'Search tags' }), 'sal');
  expect(screen.queryByText('audit')).toBeNull();
});

test('a tag is created by Enter, and refused without a name', async () => {
  const { user, server } = show({ ...list, 'POST /tags': { data: tag('3', 'new') } });
  await user.click(await screen.findByRole('button', { name: 'Add new' }));
  const field = screen.getByRole('textbox', { name: 'Tag name' });
  expect(document.activeElement).toBe(field);
  await user.keyboard('  {Enter}');
  expect(screen.getByText('Tag name cannot be empty')).toBeTruthy();
  expect(server.callsTo('POST /tags')).toEqual([]);
  await user.keyboard('new {Enter}');
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Tag name' })).toBeNull());
  expect(server.callsTo('POST /tags')[0]?.body).toEqual({ name: 'new' });
});

test('one thing is done at a time: the rest is switched off until it is over', async () => {
  const { user } = show(list);
  await user.click(await screen.findByRole('button', { name: 'Rename “Sales”' }));
  expect(screen.getByRole('button', { name: 'Add new' }).hasAttribute('disabled')).toBe(true);
  expect(screen.getByRole('button', { name: 'Rename “audit”' }).hasAttribute('disabled')).toBe(true);
  await user.keyboard('{Escape}');
  expect(screen.getByRole('button', { name: 'Add new' }).hasAttribute('disabled')).toBe(false);
  // The dialog itself is still open.
  expect(screen.getByRole('dialog')).toBeTruthy();
});

test('the same name is no call, another one is told', async () => {
  const { user, server } = show({ ...list, 'PATCH /tags/1': { data: tag('1', 'Selling') } });
  await user.click(await screen.findByRole('button', { name: 'Rename “Sales”' }));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Tag name' })).toBeNull());
  expect(server.callsTo('PATCH /tags/1')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Rename “Sales”' }));
  await user.keyboard('Selling{Enter}');
  expect(await screen.findByText('Tag updated')).toBeTruthy();
  expect(server.callsTo('PATCH /tags/1')[0]?.body).toEqual({ name: 'Selling' });
});

test('a tag is deleted after a question in its row, and a refusal names it as text', async () => {
  const { user } = show({ 'GET /tags': { data: [tag('1', '<b>x</b>', 1)] }, 'DELETE /tags/1': { data: false } });
  await user.click(await screen.findByRole('button', { name: 'Delete “<b>x</b>”' }));
  const question = screen.getByText('Delete “<b>x</b>”? It is removed from one workflow.');
  expect(document.activeElement?.textContent).toBe('Cancel');
  await user.click(within(question.closest('tr')!).getByRole('button', { name: 'Delete tag' }));
  expect(await screen.findByText('There was a problem deleting the tag “<b>x</b>”: could not delete tag')).toBeTruthy();
});

test('without tags there is a way to the first one', async () => {
  const { user } = show({ 'GET /tags': { data: [] } });
  await user.click(await screen.findByRole('button', { name: 'Create a tag' }));
  expect(screen.getByRole('textbox', { name: 'Tag name' })).toBeTruthy();
});
