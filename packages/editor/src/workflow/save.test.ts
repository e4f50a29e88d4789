import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../api/server-for-test.ts';
import { setWorkflowName } from './commands/index.ts';
import { documentOf } from './document-for-test.ts';
import { isDirty } from './history.ts';
import { type Notice, onNotice } from './notices.ts';
import { openStored } from './opening.ts';
import { copyName, saveCopy } from './save.ts';
import { openSession, type WorkflowSession } from './session.ts';

let session: WorkflowSession;
const open = (...args: Parameters<typeof openSession>) => {
  session?.dispose();
  session = openSession(...args);
};
const state = () => session.state();
const rename = (name: string) => session.dispatch('history.setWorkflowName', setWorkflowName(name));
const stored = (more: object = {}) => ({ id: '5', active: false, updatedAt: 'u2', ...more });
const notices: Notice[] = [];
let endNotices = () => {};

beforeEach(() => {
  notices.length = 0;
  endNotices = onNotice((notice) => notices.push(notice));
});
afterEach(() => {
  endNotices();
  vi.unstubAllGlobals();
});

test('a new workflow is created and knows its id from then on', async () => {
  const { calls } = fakeServer({ 'POST /workflows': { data: stored() } });
  open(documentOf('A'));
  rename('New');
  expect(await session.saves.save()).toBe(true);
  expect(calls[0]?.body).toMatchObject({ name: 'New', active: false, nodes: [{ name: 'A' }] });
  expect(state()).toMatchObject({ id: '5', updatedAt: 'u2', saving: false });
  expect(isDirty(state())).toBe(false);
});

test('a stored workflow is updated with what it was last known as, and without the state of its triggers', async () => {
  const { calls } = fakeServer({ 'PATCH /workflows/5': { data: stored() } });
  open(documentOf('A', '', { staticData: { lastId: 1 } }), { id: '5', updatedAt: 'u1' });
  await session.saves.save();
  expect(calls[0]?.body).toMatchObject({ updatedAt: 'u1', name: 'Test' });
  expect(calls[0]?.body).not.toHaveProperty('staticData');
  expect(calls[0]?.body).not.toHaveProperty('active');
  await session.saves.save();
  expect(calls[1]?.body).toMatchObject({ updatedAt: 'u2' });
});

test('edits made while the server writes stay unsaved', async () => {
  const answers = Promise.withResolvers<{ data: object }>();
  fakeServer({ 'PATCH /workflows/5': () => answers.promise });
  open(documentOf('A'), { id: '5', updatedAt: 'u1' });
  rename('sent');
  const saving = session.saves.save();
  await vi.waitFor(() => expect(state().saving).toBe(true));
  rename('typed meanwhile');
  answers.resolve({ data: stored() });
  await saving;
  expect(isDirty(state())).toBe(true);
  session.undo();
  expect(state().document.name).toBe('sent');
  expect(isDirty(state())).toBe(false);
});

test('a failed save keeps the changes marked and tells why', async () => {
  fakeServer({
    'PATCH /workflows/5': { status: 400, body: { code: 1000, error: 'badRequest', message: 'nodes: no' } },
  });
  open(documentOf('A'), { id: '5' });
  rename('x');
  expect(await session.saves.save()).toBe(false);
  expect(isDirty(state())).toBe(true);
  expect(notices).toMatchObject([{ kind: 'error', title: 'Problem saving workflow', message: 'nodes: no' }]);
});

test('a conflict asks; overwriting sends no known state', async () => {
  let isRefused = true;
  const { calls } = fakeServer({
    'PATCH /workflows/5': () =>
      isRefused
        ? { status: 409, body: { code: 2001, error: 'workflowConflict', message: 'Changed.' } }
        : { data: stored() },
  });
  open(documentOf('A'), { id: '5', updatedAt: 'u1' });
  rename('x');
  expect(await session.saves.save()).toBe(false);
  expect(state().conflict).toBe(true);
  expect(notices).toEqual([]);
  isRefused = false;
  expect(await session.saves.saveOverTheirs()).toBe(true);
  expect(calls[1]?.body).not.toHaveProperty('updatedAt');
  expect(state()).toMatchObject({ conflict: false, updatedAt: 'u2' });
});

test('activating stores the changes with it; a refusal leaves it inactive', async () => {
  const { calls } = fakeServer({ 'PATCH /workflows/5': { data: stored({ active: true }) } });
  open(documentOf('A'), { id: '5' });
  rename('x');
  expect(await session.saves.setActive(true)).toBe(true);
  expect(calls[0]?.body).toMatchObject({ active: true, name: 'x' });
  expect(state().active).toBe(true);

  fakeServer({
    'PATCH /workflows/5': { status: 400, body: { code: 2005, error: 'activationFailed', message: 'No.' } },
  });
  open(documentOf('A'), { id: '5' });
  expect(await session.saves.setActive(true)).toBe(false);
  expect(state().active).toBe(false);
  expect(notices).toMatchObject([{ title: 'Workflow could not be activated', message: 'No.' }]);
});

test('a new workflow is stored first and then activated', async () => {
  const { calls } = fakeServer({
    'POST /workflows': { data: stored() },
    'PATCH /workflows/5': { data: stored({ active: true }) },
  });
  open(documentOf('A'));
  await session.saves.setActive(true);
  expect(calls.map((call) => call.method)).toContain('PATCH');
  expect(state()).toMatchObject({ id: '5', active: true });
});

test('a workflow that is not there says so', async () => {
  fakeServer({
    'GET /workflows/9': { status: 404, body: { code: 2000, error: 'workflowNotFound', message: 'None.' } },
  });
  expect(await openStored('9')).toBe('notFound');
  expect(notices).toMatchObject([{ title: 'Could not find workflow' }]);
});

test('a copy has webhooks of its own and is inactive', async () => {
  const { calls } = fakeServer({ 'POST /workflows': { data: stored({ id: '6' }) } });
  const document = documentOf('A');
  const [node] = Object.values(document.nodes);
  if (node) node.data.webhookId = 'old';
  open(document, { id: '5', active: true });
  expect(await saveCopy(document, 'Copy')).toBe('6');
  expect(calls[0]?.body).toMatchObject({
    name: 'Copy',
    active: false,
    nodes: [{ name: 'A', webhookId: expect.not.stringMatching('old') }],
  });
  expect(state().id).toBe('5');
});

test('the name of a copy has the ending, where there is room for it', () => {
  expect(copyName('Orders')).toBe('Orders copy');
  expect(copyName('x'.repeat(126))).toBe('x'.repeat(126));
});

test('a word in the place of an id names no workflow, and is not asked for', async () => {
  const { calls } = fakeServer({ 'GET /workflows/new': { data: { name: 'My workflow' } } });
  expect(await openStored('new')).toBe('notFound');
  expect(calls).toEqual([]);
  expect(notices).toHaveLength(1);
});
