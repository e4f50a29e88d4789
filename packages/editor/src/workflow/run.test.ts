import type { NodeTypeDescription, PushMessage, ServerSettings, TaskData } from '@millrace/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectPush } from '../api/push.ts';
import { queryClient, settingsQuery } from '../api/queries.ts';
import { fakeServer } from '../api/server-for-test.ts';
import { documentOf, keyOf, nodeNamed, setType, webhookType } from './document-for-test.ts';
import { keysByName } from './keys.ts';
import { nodeRunOf } from './node-run.ts';
import { type Notice, onNotice } from './notices.ts';
import { emptyRun } from './run-view.ts';
import { openSession, type WorkflowSession } from './session.ts';
import { onUpgrade } from './showcase.ts';
import type { WorkflowDocument } from './types.ts';

const triggerType: NodeTypeDescription = { ...setType, name: 'core.manualTrigger', group: ['trigger'], inputs: [] };
const types = [
  { ...setType, properties: [] },
  { ...triggerType, properties: [] },
  { ...webhookType, properties: [] },
];
const nodeTypes = { 'GET /node-types': { data: types }, 'POST /node-types': { data: types } };

const task: TaskData = { startTime: 1, executionTime: 1, source: [], data: { main: [[{ json: {} }]] } };
const ran = (node: string) => ({ position: 0, node, runIndex: 0, task, outputs: { main: [1] }, size: 9 });
const before = (nodeName: string): PushMessage => ({ type: 'nodeExecuteBefore', data: { executionId: '7', nodeName } });
const after = (nodeName: string): PushMessage => ({
  type: 'nodeExecuteAfter',
  data: { executionId: '7', nodeName, data: task },
});
const finished = (status: 'success' | 'error' | 'waiting' | 'canceled'): PushMessage => ({
  type: 'executionFinished',
  data: {
    executionId: '7',
    data: {
      data: { startData: {}, resultData: { runData: {} } },
      mode: 'manual',
      status,
      startedAt: '',
      stoppedAt: '',
    },
  },
});

let session: WorkflowSession;
const open = (...args: Parameters<typeof openSession>) => {
  session?.dispose();
  session = openSession(...args);
};
const run = () => session.state().run;
const notices: Notice[] = [];
let ends: (() => void)[] = [];

const withTrigger = (type: string): WorkflowDocument => {
  const document = documentOf('T A B', 'T>A A>B');
  const trigger = nodeNamed(document, 'T');
  return { ...document, nodes: { ...document.nodes, [trigger.key]: { ...trigger, data: { ...trigger.data, type } } } };
};

/** A server that answers, with the event stream open. */
const start = (answers: Parameters<typeof fakeServer>[0]) => {
  const server = fakeServer({ ...nodeTypes, ...answers });
  ends = [onNotice((notice) => notices.push(notice)), connectPush()];
  server.open();
  return server;
};

beforeEach(() => {
  queryClient.clear();
  notices.length = 0;
  open(withTrigger('core.manualTrigger'), { id: '1' });
});
afterEach(() => {
  for (const end of ends) end();
  vi.unstubAllGlobals();
});

test('a run lights up its nodes and ends', async () => {
  const server = start({ 'POST /workflows/run': { data: { executionId: '7' } } });
  await session.runs.start();
  expect(run()).toMatchObject({ status: 'running', executionId: '7' });
  expect(server.callsTo('POST /workflows/run')[0]?.body).toMatchObject({
    startNodes: [],
    workflowData: { id: '1', nodes: [{ name: 'T' }, { name: 'A' }, { name: 'B' }] },
  });
  server.push(before('A'));
  server.push(after('A'));
  server.push(finished('success'));
  expect(run()).toMatchObject({
    status: 'success',
    nodes: { [keyOf(session.state().document, 'A')]: { phase: 'success' } },
  });
  expect(notices).toEqual([]);
});

test('news of nodes that come fast change the store once for each frame', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const server = start({ 'POST /workflows/run': { data: { executionId: '7' } } });
  await session.runs.start();
  let changes = 0;
  ends.push(session.store.subscribe(() => changes++));
  for (let pass = 0; pass < 100; pass++) {
    server.push(before('A'));
    server.push(after('A'));
  }
  expect(changes).toBe(0);
  vi.advanceTimersByTime(16);
  expect(changes).toBe(1);
  expect(run().nodes[keyOf(session.state().document, 'A')]?.tasks).toHaveLength(100);
  vi.useRealTimers();
});

test('messages that come before the answer are not lost', async () => {
  const server = start({
    'POST /workflows/run': () => {
      server.push(before('A'));
      server.push(after('A'));
      server.push(finished('success'));
      return { data: { executionId: '7' } };
    },
  });
  await session.runs.start();
  expect(run()).toMatchObject({ status: 'success' });
  expect(Object.keys(run().nodes)).toHaveLength(1);
});

test('a second run with an end sends what has run, and names only what must run anew', async () => {
  const server = start({ 'POST /workflows/run': { data: { executionId: '7' } } });
  const b = keyOf(session.state().document, 'B');
  await session.runs.start();
  for (const name of ['T', 'A', 'B']) server.push(after(name));
  server.push(finished('success'));
  await session.runs.start({ destinationNode: b });
  expect(server.callsTo('POST /workflows/run')[1]?.body).toMatchObject({
    startNodes: ['B'],
    destinationNode: 'B',
    runData: { T: [{}], A: [{}] },
  });
  expect(Object.keys(run().nodes)).toHaveLength(2);
  expect(run().started).toBe(session.state().document);
});

test('an unknown node on the path blocks the run and is named; beside the path it does not', async () => {
  const server = start({ 'POST /workflows/run': { data: { executionId: '7' } } });
  const document = withTrigger('core.manualTrigger');
  const b = nodeNamed(document, 'B');
  open({
    ...document,
    nodes: { ...document.nodes, [b.key]: { ...b, data: { ...b.data, type: 'x.strange' } } },
  });
  await session.runs.start();
  expect(server.callsTo('POST /workflows/run')).toEqual([]);
  expect(notices[0]).toMatchObject({ title: 'Workflow has issues', message: expect.stringContaining('B: ') });
  expect(run().status).toBeNull();
  notices[0]?.open?.run();
  expect(session.panel.state().node).toBe(keyOf(session.state().document, 'B'));
  await session.runs.start();
  expect(notices[1]?.open).toBeUndefined();
  expect(session.panel.state().refused).toEqual({ node: keyOf(session.state().document, 'B') });
  session.panel.openNode(null);
  expect(session.panel.state().refused).toBeNull();
  await session.runs.start({ destinationNode: keyOf(session.state().document, 'A') });
  expect(server.callsTo('POST /workflows/run')).toHaveLength(1);
});

test('without a connection nothing is started', async () => {
  const server = start({ 'POST /workflows/run': { data: { executionId: '7' } } });
  server.lose();
  await session.runs.start();
  expect(server.callsTo('POST /workflows/run')).toEqual([]);
  expect(notices).toMatchObject([{ title: 'No active connection to the server' }]);
});

test('a refused run is told and leaves nothing running', async () => {
  start({ 'POST /workflows/run': { status: 503, body: { code: 3002, error: 'tooManyRuns', message: 'Too many.' } } });
  await session.runs.start();
  expect(run()).toBe(emptyRun);
  expect(notices).toMatchObject([{ title: 'Problem running workflow', message: 'Too many.' }]);
});

test('a webhook is stored first, waits for its test call, and can be called off', async () => {
  open(withTrigger('core.webhook'));
  const server = start({
    'POST /workflows': { data: { id: '4', active: false, updatedAt: 'u' } },
    'POST /workflows/run': { data: { waitingForWebhook: true } },
    'DELETE /test-webhook/4': { data: true },
    'POST /node-webhooks': { data: [{ method: 'GET', testUrl: 'http://host/webhook-test/x' }] },
  });
  await session.runs.start();
  const address = 'http://host/webhook-test/x';
  expect(run().awaited).toEqual([{ method: 'GET', address }]);
  expect(server.callsTo('POST /node-webhooks')[0]?.body).toMatchObject({ workflowId: '4', node: { name: 'T' } });
  expect(notices).toEqual([]);
  const phaseOfTrigger = () => run().nodes[keyOf(session.state().document, 'T')]?.phase;
  expect([run().status, phaseOfTrigger()]).toEqual(['waitingForWebhook', 'waiting']);
  expect(server.callsTo('POST /workflows/run')[0]?.body).toMatchObject({ workflowData: { id: '4' } });
  await session.runs.stop();
  expect(server.callsTo('DELETE /test-webhook/4')).toHaveLength(1);
  expect([run().status, phaseOfTrigger(), run().awaited]).toEqual([null, undefined, undefined]);

  await session.runs.start();
  server.push({ type: 'testWebhookReceived', data: { workflowId: '4', executionId: '7' } });
  server.push(after('T'));
  server.push(finished('success'));
  expect(run()).toMatchObject({ status: 'success', executionId: '7', awaited: undefined });
  expect(phaseOfTrigger()).toBe('success');
});

test('a run that waits can be stopped', async () => {
  const server = start({
    'POST /workflows/run': { data: { executionId: '7' } },
    'POST /executions-current/7/stop': { data: {} },
  });
  await session.runs.start();
  server.push(before('A'));
  server.push(finished('waiting'));
  expect(Object.values(run().nodes)).toMatchObject([{ phase: 'waiting' }]);
  await session.runs.stop();
  server.push(finished('canceled'));
  expect(run()).toMatchObject({ status: 'canceled', nodes: {} });
  expect(notices.map(({ title }) => title)).toEqual(['Workflow started waiting', 'Execution stopped']);
});

test('stopping a run that has ended shows its end', async () => {
  start({
    'POST /workflows/run': { data: { executionId: '7' } },
    'POST /executions-current/7/stop': {
      status: 409,
      body: { code: 3001, error: 'executionNotRunning', message: 'Ended.' },
    },
    'GET /executions/7/nodes': { data: { id: '7', status: 'success', nodes: [ran('A')] } },
  });
  await session.runs.start();
  await session.runs.stop();
  expect(run()).toMatchObject({ status: 'success' });
  expect(Object.keys(run().nodes)).toHaveLength(1);
  expect(notices[0]).toMatchObject({ title: 'Workflow finished executing' });
});

test('after a loss of connection the run is read from the server', async () => {
  vi.useFakeTimers();
  const server = start({
    'POST /workflows/run': { data: { executionId: '7' } },
    'GET /executions/7/nodes': (call) =>
      call.path.endsWith('from=1')
        ? { data: { id: '7', status: 'success', nodes: [ran('A')] } }
        : { data: { id: '7', status: 'success', nodes: [ran('T')], next: 1 } },
  });
  await session.runs.start();
  server.lose();
  vi.advanceTimersByTime(3000);
  vi.useRealTimers();
  server.open();
  await vi.waitFor(() => expect(run().status).toBe('success'));
  expect(Object.keys(run().nodes)).toHaveLength(2);
});

test('what is read of a run that is not shown any more changes nothing', async () => {
  vi.useFakeTimers();
  const record = Promise.withResolvers<object>();
  const server = start({
    'POST /workflows/run': { data: { executionId: '7' } },
    'GET /executions/7/nodes': () => record.promise,
  });
  await session.runs.start();
  server.lose();
  vi.advanceTimersByTime(3000);
  vi.useRealTimers();
  server.open();
  await vi.waitFor(() => expect(server.callsTo('GET /executions/7/nodes')).toHaveLength(1));
  const other = { ...emptyRun, executionId: '8', status: 'running' as const };
  session.runs.show(other);
  record.resolve({ data: { id: '7', status: 'error', nodes: [ran('T')] } });
  await vi.waitFor(async () => expect(await record.promise).toBeDefined());
  await new Promise((resolve) => setImmediate(resolve));
  expect(run()).toBe(other);
  expect(notices).toEqual([]);
});

test('a node in flight is seen to run on after a loss of connection', async () => {
  vi.useFakeTimers();
  const server = start({
    'POST /workflows/run': { data: { executionId: '7' } },
    'GET /executions/7/nodes': { data: { id: '7', status: 'running', nodes: [ran('T'), ran('A')] } },
  });
  await session.runs.start();
  for (const message of [before('T'), after('T'), before('A'), before('B')]) server.push(message);
  await vi.advanceTimersByTimeAsync(16);
  server.lose();
  await vi.advanceTimersByTimeAsync(3000);
  vi.useRealTimers();
  server.open();
  const { document } = session.state();
  const phase = (name: string) => run().nodes[keyOf(document, name)]?.phase;
  await vi.waitFor(() => expect(phase('A')).toBe('success'));
  expect([phase('T'), phase('B')]).toEqual(['success', 'running']);
});

test('a run that waits stays on the canvas until it is cleared', async () => {
  const server = start({ 'POST /workflows/run': { data: { executionId: '7' } } });
  await session.runs.start();
  server.push(before('A'));
  server.push(finished('waiting'));
  expect(notices).toMatchObject([{ kind: 'warning', title: 'Workflow started waiting', sticky: true }]);
  session.runs.clear();
  expect(run()).toMatchObject({ status: null, nodes: {} });
});

test('a run that waited goes on where it is shown', async () => {
  const server = start({ 'POST /workflows/run': { data: { executionId: '7' } } });
  await session.runs.start();
  server.push(before('A'));
  server.push(finished('waiting'));
  server.push(before('A'));
  server.push(after('A'));
  await vi.waitFor(() => expect(run().status).toBe('running'));
  server.push(finished('success'));
  const { document } = session.state();
  expect(run()).toMatchObject({ status: 'success', nodes: { [keyOf(document, 'A')]: { phase: 'success' } } });
  expect(notices.map(({ title }) => title)).toEqual(['Workflow started waiting']);
});

test('a waiting run that ended while the connection was lost shows its end, one that still waits stays silent', async () => {
  vi.useFakeTimers();
  let status = 'waiting';
  const server = start({
    'POST /workflows/run': { data: { executionId: '7' } },
    'GET /executions/7/nodes': () => ({ data: { id: '7', status, nodes: [ran('A')] } }),
  });
  await session.runs.start();
  server.push(finished('waiting'));
  const loseAndFind = async (calls: number) => {
    server.lose();
    await vi.advanceTimersByTimeAsync(3000);
    server.open();
    await vi.waitFor(() => expect(server.callsTo('GET /executions/7/nodes')).toHaveLength(calls));
    await vi.advanceTimersByTimeAsync(0);
  };
  await loseAndFind(1);
  expect(notices).toHaveLength(1);
  status = 'success';
  await loseAndFind(2);
  vi.useRealTimers();
  expect(run().status).toBe('success');
  expect(notices).toHaveLength(1);
});

test('a run to a node takes along the results that only the server has', async () => {
  const { data: _, ...about } = task;
  const item = (x: number) => ({ json: { x } });
  const server = start({
    'POST /workflows/run': { data: { executionId: '8' } },
    'GET /executions/7/nodes/1/items': ({ path }) => ({
      data: {
        total: 1001,
        items: path.includes('offset=0') ? Array.from({ length: 1000 }, (__, x) => item(x)) : [item(1000)],
      },
    }),
  });
  const { document } = session.state();
  const [t, a, b] = ['T', 'A', 'B'].map((name) => keyOf(document, name)) as [string, string, string];
  const large: TaskData = { ...about, stored: { position: 1, outputs: { main: [1001, null] }, size: 9_000_000 } };
  const nodes = { [t]: nodeRunOf([task]), [a]: nodeRunOf([large]) };
  session.store.setState({
    run: { ...emptyRun, executionId: '7', status: 'success', nodes, keys: keysByName(document), started: document },
  });
  await session.runs.start({ destinationNode: b });
  const sent = server.callsTo('POST /workflows/run')[0]?.body as {
    startNodes: string[];
    runData: Record<string, TaskData[]>;
  };
  expect(sent.startNodes).toEqual(['B']);
  expect(sent.runData.A![0]).not.toHaveProperty('stored');
  expect(sent.runData.A![0]!.data!.main![0]).toHaveLength(1001);
  expect(sent.runData.A![0]!.data!.main![1]).toBeNull();
  expect(run()).toMatchObject({ executionId: '8', nodes: { [a]: { tasks: [sent.runData.A![0]] } } });
});

test('an instance that runs no workflows sends none, and leads to where they run', async () => {
  const server = start({ 'POST /workflows/run': { data: { executionId: '7' } } });
  queryClient.setQueryData(settingsQuery.queryKey, { demoMode: false } as ServerSettings);
  const led = vi.fn();
  ends.push(onUpgrade(led));
  await session.runs.start();
  await session.runs.start({ destinationNode: keyOf(session.state().document, 'B') });
  expect(led).toHaveBeenCalledTimes(2);
  expect(server.callsTo('POST /workflows/run')).toEqual([]);
  expect(run().status).toBe(null);
});
