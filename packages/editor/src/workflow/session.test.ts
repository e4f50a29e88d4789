import { limits } from '@millrace/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { connectPush } from '../api/push.ts';
import { queryClient, triggerStatesQuery } from '../api/queries.ts';
import { fakeServer } from '../api/server-for-test.ts';
import { setWorkflowName } from './commands/index.ts';
import { documentOf, nodeNamed, setType } from './document-for-test.ts';
import { isDirty } from './history.ts';
import { type Notice, onNotice } from './notices.ts';
import { openSession, type WorkflowSession } from './session.ts';
import type { WorkflowDocument } from './types.ts';

const stored = (id: string, more: object = {}) => ({ data: { id, active: false, updatedAt: 'u2', ...more } });
const types = [
  { ...setType, properties: [] },
  { ...setType, name: 'core.manualTrigger', group: ['trigger'], inputs: [], properties: [] },
];
const nodeTypes = { 'GET /node-types': { data: types }, 'POST /node-types': { data: types } };

const sessions: WorkflowSession[] = [];
const ends: (() => void)[] = [];
const open = (...args: Parameters<typeof openSession>): WorkflowSession => {
  const session = openSession(...args);
  sessions.push(session);
  return session;
};
const runnable = (): WorkflowDocument => {
  const document = documentOf('T A', 'T>A');
  nodeNamed(document, 'T').data.type = 'core.manualTrigger';
  return document;
};
const listen = (server: ReturnType<typeof fakeServer>) => {
  ends.push(connectPush());
  server.open();
};

afterEach(() => {
  for (const session of sessions.splice(0)) session.dispose();
  for (const end of ends.splice(0)) end();
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('what is asked for while a save is under way is done to that workflow, also when another one is opened meanwhile', async () => {
  const answer = Promise.withResolvers<object>();
  const server = fakeServer({
    'POST /workflows/5/patches': () => answer.promise,
    'PATCH /workflows/5': stored('5', { active: true }),
  });
  const a = open(documentOf('A'), { id: '5', revision: 1 });
  a.dispatch('history.setWorkflowName', setWorkflowName('Changed'));
  const saved = a.saves.save();
  const done = [a.saves.setActive(true), a.saves.saveSettings({ timezone: 'UTC' })];
  a.dispose();
  const b = open(documentOf('B'), { id: '6', revision: 1 });
  answer.resolve({ data: { revision: 2 } });
  expect(await saved).toBe(true);
  await Promise.all(done);
  expect(server.calls.map(({ path, body }) => [path, body])).toEqual([
    ['/workflows/5/patches', { revision: 1, patches: [{ op: 'replace', path: '/name', value: 'Changed' }] }],
    ['/workflows/5', { revision: 2, active: true }],
    ['/workflows/5/patches', { revision: 2, patches: [{ op: 'add', path: '/settings/timezone', value: 'UTC' }] }],
  ]);
  expect(b.state()).toMatchObject({ id: '6', active: false, saving: false });
  expect(b.state().document.settings).toEqual({});
});

test('a run that is started in one workflow shows in no other, and runs as what it was started in', async () => {
  const answer = Promise.withResolvers<object>();
  const server = fakeServer({ ...nodeTypes, 'POST /workflows/run': () => answer.promise });
  listen(server);
  const a = open(runnable(), { id: '5' });
  const started = a.runs.start();
  await vi.waitFor(() => expect(server.callsTo('POST /workflows/run')).toHaveLength(1));
  a.dispose();
  const b = open(runnable(), { id: '6' });
  const notices: Notice[] = [];
  ends.push(onNotice((notice) => notices.push(notice)));
  answer.resolve({ data: { executionId: '7' } });
  await started;
  server.push({ type: 'nodeExecuteBefore', data: { executionId: '7', nodeName: 'A' } });
  expect(b.state().run).toMatchObject({ status: null, executionId: null, nodes: {} });
  expect(server.callsTo('POST /workflows/run')[0]?.body).toMatchObject({ workflowData: { id: '5' } });
  expect(notices).toEqual([]);
});

test('a start that is still being prepared when the workflow is left sends nothing', async () => {
  const answer = Promise.withResolvers<object>();
  const server = fakeServer({ ...nodeTypes, 'GET /node-types': () => answer.promise });
  listen(server);
  const a = open(runnable(), { id: '5' });
  const started = a.runs.start();
  a.dispose();
  open(documentOf('B'), { id: '6' });
  answer.resolve({ data: types });
  await started;
  expect(server.callsTo('POST /workflows/run')).toEqual([]);
});

test('a start that is refused after another workflow was opened leaves nothing there', async () => {
  const answer = Promise.withResolvers<object>();
  const server = fakeServer({ ...nodeTypes, 'POST /workflows/run': () => answer.promise });
  listen(server);
  const a = open(runnable(), { id: '5' });
  const started = a.runs.start();
  await vi.waitFor(() => expect(server.callsTo('POST /workflows/run')).toHaveLength(1));
  a.dispose();
  const b = open(documentOf('B'), { id: '6' });
  const before = b.state();
  answer.resolve({ status: 400, body: { code: 1000, error: 'badRequest', message: 'No.' } });
  await started;
  expect(b.state()).toBe(before);
});

test('two workflows run side by side, each by its own messages', async () => {
  let executions = 7;
  const server = fakeServer({
    ...nodeTypes,
    'POST /workflows/run': () => ({ data: { executionId: `${executions++}` } }),
  });
  listen(server);
  const [a, b] = [open(runnable(), { id: '5' }), open(runnable(), { id: '6' })];
  await a.runs.start();
  await b.runs.start();
  const finished = (executionId: string) =>
    server.push({
      type: 'executionFinished',
      data: {
        executionId,
        data: {
          data: { startData: {}, resultData: { runData: {} } },
          mode: 'manual',
          status: 'success',
          startedAt: '',
          stoppedAt: '',
        },
      },
    });
  finished('7');
  expect([a.state().run.status, b.state().run.status]).toEqual(['success', 'running']);
  finished('8');
  expect(b.state().run.status).toBe('success');
});

test('two that wait for a test call are told apart by their workflows', () => {
  const server = fakeServer({});
  listen(server);
  const [a, b] = [open(runnable(), { id: '5' }), open(runnable(), { id: '6' })];
  for (const { runs, state } of [a, b]) runs.show({ ...state().run, status: 'waitingForWebhook' });
  server.push({ type: 'testWebhookReceived', data: { workflowId: '6', executionId: '9' } });
  server.push({ type: 'testWebhookDeleted', data: { workflowId: '5' } });
  expect(a.state().run).toMatchObject({ status: null, executionId: null });
  expect(b.state().run).toMatchObject({ status: 'running', executionId: '9' });
});

test('how the triggers of a workflow do is asked for again when that has changed', () => {
  const server = fakeServer({});
  listen(server);
  open(documentOf('A'), { id: '5' });
  for (const id of ['5', '6']) queryClient.setQueryData(triggerStatesQuery(id).queryKey, []);
  const isOld = (id: string) => queryClient.getQueryState(triggerStatesQuery(id).queryKey)?.isInvalidated;
  server.push({ type: 'triggersChanged', data: { workflowId: '5' } });
  expect([isOld('5'), isOld('6')]).toEqual([true, false]);
});

test('what others switch on or off, also while the connection was lost, is shown by whoever has it open', async () => {
  const server = fakeServer({ 'GET /workflows/5': stored('5', { active: true }), 'GET /active': { data: [] } });
  listen(server);
  const [a, b] = [open(documentOf('A'), { id: '5' }), open(documentOf('B'), { id: '6', active: true })];
  server.push({ type: 'workflowActivated', data: { workflowId: '5' } });
  expect([a.state().active, b.state().active]).toEqual([true, true]);
  server.push({ type: 'workflowDeactivated', data: { workflowId: '5' } });
  expect([a.state().active, b.state().active]).toEqual([false, true]);
  b.dispose();
  server.push({ type: 'workflowDeactivated', data: { workflowId: '6' } });
  expect(b.state().active).toBe(true);
  vi.useFakeTimers();
  ends.push(() => vi.useRealTimers());
  server.lose();
  await vi.advanceTimersByTimeAsync(limits.pushReconnectDelay);
  server.open();
  await vi.waitFor(() => expect(a.state().active).toBe(true));
});

test('a new workflow whose activation is refused is stored once, however often that is tried', async () => {
  const server = fakeServer({
    'POST /workflows': stored('5'),
    'PATCH /workflows/5': { status: 400, body: { code: 2005, error: 'activationFailed', message: 'No.' } },
  });
  const a = open(documentOf('A'));
  expect(await a.saves.setActive(true)).toBe(false);
  expect(await a.saves.setActive(true)).toBe(false);
  expect(server.callsTo('POST /workflows')).toHaveLength(1);
  expect(a.state()).toMatchObject({ id: '5', active: false });
});

test('edits, selection and panels of one are not those of another', () => {
  const [a, b] = [open(documentOf('A'), { id: '5' }), open(documentOf('A'), { id: '6' })];
  const before = b.state();
  a.dispatch('history.setWorkflowName', setWorkflowName('Changed'));
  a.select(Object.keys(a.state().document.nodes));
  a.panel.openNode(Object.keys(a.state().document.nodes)[0] ?? null);
  expect(b.state()).toBe(before);
  expect(b.panel.state().node).toBeNull();
  expect([isDirty(a.state()), isDirty(b.state())]).toEqual([true, false]);
});
