import { firstSavedTemplate, type Template } from '@millrace/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../api/queries.ts';
import { fakeServer } from '../../api/server-for-test.ts';
import { renderAtAddress } from '../../ui/render-for-test.tsx';
import { documentOf } from '../../workflow/document-for-test.ts';
import { type Notice, onNotice } from '../../workflow/notices.ts';
import { openSession, type WorkflowSession } from '../../workflow/session.ts';
import { SaveTemplateDialog } from './SaveTemplateDialog.tsx';

const host = 'https://templates.example';
const category = { id: 8, name: 'Data and reporting' };
const there = {
  id: firstSavedTemplate + 1,
  name: 'Ask the stock',
  description: 'How many.',
  createdAt: '2026-01-01T00:00:00Z',
  nodes: [],
  categories: [category],
};
const template: Template = { ...there, workflow: { nodes: [], connections: {} } };

let session: WorkflowSession;
let notices: Notice[];
let stop: () => void;
beforeEach(() => {
  queryClient.clear();
  notices = [];
  stop = onNotice((notice) => notices.push(notice));
  session = openSession(documentOf('Fetch'), { id: '5', revision: 1 });
});
afterEach(() => {
  cleanup();
  stop();
  session.dispose();
  vi.unstubAllGlobals();
});

const show = async (what: { session: WorkflowSession } | { template: Template }, removed: object[] = []) => {
  const close = vi.fn();
  const server = fakeServer({
    'GET /settings': { data: { versionCli: '1', templates: { enabled: true, host } } },
    [`GET ${host}/templates/categories`]: { body: { categories: [category] } },
    'GET /templates': { data: { totalWorkflows: 1, workflows: [there] } },
    'POST /templates': { data: { template, removed } },
    [`PATCH /templates/${there.id}`]: { data: { template, removed } },
  });
  await renderAtAddress(<SaveTemplateDialog {...what} close={close} />, '/workflow/5');
  return { server, close, user: userEvent.setup() };
};
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });

test('the open workflow becomes a template, and what was left out is told', async () => {
  const { server, close, user } = await show({ session }, [{ node: 'Fetch', parameter: 'token' }]);
  await user.clear(field('Name'));
  await user.type(field('Name'), ' Fetch it ');
  await user.type(field('Description'), 'What for');
  await user.click(screen.getByRole('button', { name: 'Save template' }));
  await waitFor(() => expect(close).toHaveBeenCalled());
  expect(server.callsTo('POST /templates')[0]?.body).toMatchObject({
    name: 'Fetch it',
    description: 'What for',
    categories: [],
    workflow: { nodes: [{ name: 'Fetch' }] },
  });
  expect(notices).toMatchObject([{ title: 'Template saved', message: expect.stringContaining('Fetch (token)') }]);
});

test('a template that is there can be replaced, with its words and categories', async () => {
  const { server, close, user } = await show({ session });
  await user.click(await screen.findByRole('combobox', { name: 'Save as' }));
  await user.click(await screen.findByRole('option', { name: there.name }));
  expect(field('Name').value).toBe(there.name);
  await user.click(screen.getByRole('button', { name: 'Save template' }));
  await waitFor(() => expect(close).toHaveBeenCalled());
  expect(server.callsTo('POST /templates')).toEqual([]);
  expect(server.callsTo(`PATCH /templates/${there.id}`)[0]?.body).toMatchObject({
    categories: [category],
    workflow: { nodes: [{}] },
  });
});

test('the words of a template are changed without its workflow', async () => {
  const { server, close, user } = await show({ template });
  await user.clear(field('Description'));
  await user.click(screen.getByRole('button', { name: 'Save template' }));
  await waitFor(() => expect(close).toHaveBeenCalled());
  expect(server.callsTo(`PATCH /templates/${there.id}`)[0]?.body).toEqual({
    name: there.name,
    description: '',
    categories: [category],
  });
});

test('a failure is told in the dialog, which stays', async () => {
  const { server: _, close, user } = await show({ session });
  fakeServer({ 'POST /templates': { status: 403, body: { message: 'Only the owner may.' } } });
  await user.click(screen.getByRole('button', { name: 'Save template' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Only the owner may.');
  expect(close).not.toHaveBeenCalled();
});
