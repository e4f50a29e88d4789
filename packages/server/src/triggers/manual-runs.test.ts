import type { PushMessage, WorkflowNode } from '@millrace/contract';
import type { WebhookRequest } from '@millrace/engine/node-api';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { forEachDatabase, type OpenTestDatabase, openTestSqlite } from '../db/testing.ts';
import { createInProcessCalls } from '../node-calls/in-process.testing.ts';
import { objectText } from '../platform/json-text.ts';
import { silentLog } from '../platform/log.ts';
import { createCollector } from '../processes/processes.testing.ts';
import type { UserTab } from '../push/push.ts';
import type { User } from '../users/access.ts';
import { createVersions } from '../workflows/versions.ts';
import { createManualRuns, type ManualRuns } from './manual-runs.ts';
import { callPayload } from './run-starts.ts';
import { createStartedFiles } from './started-files.ts';
import { createRecordedRuns, loadTestNodeTypes, scheduleNode, webhookNode, withoutCalls } from './triggers-for-test.ts';
import { createTestWebhooks } from './webhooks/test-webhooks.ts';

const nodeTypes = await loadTestNodeTypes();
const request: WebhookRequest = { method: 'POST', url: '', headers: {}, params: {}, query: {}, body: { a: 1 } };
const caller = { user: { id: 'user' } as User, sessionId: 'tab' };

const node = (name: string, type: string, y: number, more: Partial<WorkflowNode> = {}): WorkflowNode => ({
  name,
  type,
  position: [0, y],
  ...more,
});
const wires = (...names: string[]) =>
  Object.fromEntries(
    names.slice(1).map((to, index) => [names[index], { main: [[{ node: to, type: 'main', index: 0 }]] }]),
  );

const setUp = async (openDatabase: OpenTestDatabase = openTestSqlite) => {
  const { db } = await openDatabase();
  const clock = { time: 1000, now: () => clock.time };
  const versions = createVersions({ db, clock });
  const dispatcher = createRecordedRuns();
  const sent = createCollector<[string, PushMessage]>();
  const push = { send: ({ sessionId }: UserTab, message: PushMessage) => sent.add([sessionId, message]) };
  /** As each process of an instance has them. */
  const createProcess = () => {
    const registrations = { registerTest: async () => {}, testStaticData: async () => ({}), endTest: async () => {} };
    const receiving = { calls: withoutCalls.calls, dispatcher, timeout: 1000 };
    const testWebhooks = createTestWebhooks({
      db,
      clock,
      dispatcher,
      versions,
      push,
      log: silentLog,
      registrations,
      receiving,
    });
    const testListening = { wait: async () => {}, cancel: () => {}, close: async () => {} };
    onTestFinished(() => testWebhooks.close());
    const calls = createInProcessCalls(nodeTypes);
    const files = createStartedFiles({ ...dispatcher, ...withoutCalls, log: silentLog });
    const about = { nodeTypes, timezone: 'UTC', clock, versions, calls, files };
    const manualRuns = createManualRuns({ ...about, dispatcher, testWebhooks, testListening });
    const run = (nodes: WorkflowNode[], connections = {}, more: object = {}, workflow: object = {}) =>
      manualRuns.run({ workflowData: { name: 'W', nodes, connections, ...workflow }, ...more }, caller);
    return { testWebhooks, manualRuns, run };
  };
  return { clock, dispatcher, sent, createProcess, ...createProcess() };
};

describe('where a run by hand begins', () => {
  const start = node('Start', 'core.manualTrigger', 100);
  const set = node('Set', 'core.noOp', 100);

  it('is the first enabled trigger of the canvas', async () => {
    const { run, dispatcher } = await setUp();
    const nodes = [
      set,
      start,
      node('First', 'core.manualTrigger', 0, { disabled: true }),
      node('Later', 'core.manualTrigger', 200),
    ];
    expect(await run(nodes, wires('Start', 'Set'))).toEqual({ executionId: '1' });
    expect(dispatcher.started[0]).toMatchObject({
      mode: 'manual',
      sessionId: 'tab',
      version: { workflowId: null },
      ranBy: 'user',
      start: { kind: 'trigger', node: 'Start', payload: { kind: 'manual' } },
    });
  });

  it('is one from which something leads, and a manual one after the others', async () => {
    const { run, dispatcher } = await setUp();
    const alone = node('Alone', 'core.manualTrigger', 0);
    const schedule = scheduleNode('Schedule', '0 9 * * *');
    const begins = async (nodes: WorkflowNode[], connections: object) => {
      await run(nodes, connections);
      return dispatcher.started.at(-1)?.start;
    };
    expect(await begins([alone, schedule, set], wires('Schedule', 'Set'))).toMatchObject({ node: 'Schedule' });
    expect(await begins([alone, start, set], wires('Start', 'Set'))).toMatchObject({ node: 'Start' });
    const both = { ...wires('Alone', 'Set'), ...wires('Schedule', 'Set') };
    expect(await begins([alone, schedule, set], both)).toMatchObject({ node: 'Schedule' });
    expect(await begins([alone, schedule, set], wires('Alone', 'Set'))).toMatchObject({ node: 'Alone' });
    expect(await begins([alone, schedule], {})).toMatchObject({ node: 'Schedule' });
  });

  it('is the trigger that leads to the destination', async () => {
    const { run, dispatcher } = await setUp();
    const nodes = [node('Other', 'core.manualTrigger', 0), start, set];
    await run(nodes, wires('Start', 'Set'), { destinationNode: 'Set', startNodes: [] });
    expect(dispatcher.started[0]).toMatchObject({ start: { node: 'Start' }, destinationNode: 'Set' });
  });

  it('is the trigger that is asked for; a schedule fires now', async () => {
    const { run, dispatcher } = await setUp();
    await run([start, scheduleNode('Schedule', '0 9 * * *')], {}, { triggerNode: 'Schedule' });
    expect(dispatcher.started[0]?.start).toEqual({
      kind: 'trigger',
      node: 'Schedule',
      payload: { kind: 'schedule', scheduledAt: 1000 },
    });
  });

  it('is in the middle where results are given', async () => {
    const { run, dispatcher } = await setUp();
    const runData = { Start: [] };
    await run([start, set], wires('Start', 'Set'), { startNodes: ['Set'], destinationNode: 'Set', runData });
    expect(dispatcher.started[0]?.start).toEqual({
      kind: 'partial',
      startNodes: ['Set'],
      runData,
      payload: { kind: 'manual' },
    });
  });

  it('is the pinned webhook itself, without waiting', async () => {
    const { run, dispatcher } = await setUp();
    const pinData = { Webhook: [{ json: {} }] };
    expect(await run([webhookNode('Webhook', 'a')], {}, {}, { pinData })).toEqual({ executionId: '1' });
    expect(dispatcher.started[0]?.start).toMatchObject({ node: 'Webhook', payload: { kind: 'manual' } });
  });

  it.each<[string, WorkflowNode[], object, string]>([
    ['nothing to start from', [set], {}, 'no enabled trigger'],
    ['an unknown destination', [start], { destinationNode: 'constructor' }, 'no node "constructor"'],
    ['an unknown start node', [start], { startNodes: ['toString'] }, 'no node "toString"'],
    ['a disabled trigger', [{ ...start, disabled: true }], { triggerNode: 'Start' }, 'disabled'],
    ['an unknown type on its path', [start, node('Set', 'not.known', 0)], {}, '"Set": This node type is not known'],
    [
      'a parameter that is missing',
      [start, node('Set', 'core.httpRequest', 0, { typeVersion: 4.2 })],
      {},
      '"Set": URL',
    ],
  ])('is refused for %s', async (_name, nodes, more, message) => {
    const { run, dispatcher } = await setUp();
    await expect(run(nodes, wires('Start', 'Set'), more)).rejects.toMatchObject({
      error: 'workflowNotRunnable',
      message: expect.stringContaining(message),
    });
    expect(dispatcher.started).toEqual([]);
  });

  it('does not mind unknown types and issues that are not on its path', async () => {
    const { run } = await setUp();
    const nodes = [start, set, node('Apart', 'not.known', 0), node('Off', 'not.known', 0, { disabled: true })];
    await expect(run(nodes, wires('Start', 'Off', 'Set'))).resolves.toEqual({ executionId: '1' });
    await expect(
      run([start, set, node('Behind', 'not.known', 0)], wires('Start', 'Set', 'Behind'), { destinationNode: 'Set' }),
    ).resolves.toEqual({ executionId: '2' });
  });

  it('leaves it to the node to fail with JSON that is none', async () => {
    const { run } = await setUp();
    const parameters = { url: 'https://far.example', sendBody: true, specifyBody: 'json', jsonBody: '{ a: }' };
    const ask = node('Ask', 'core.httpRequest', 100, { typeVersion: 4.2, parameters, onError: 'continueErrorOutput' });
    await expect(run([start, ask], wires('Start', 'Ask'))).resolves.toEqual({ executionId: '1' });
  });

  it('minds those of nodes that the destination reads from', async () => {
    const { run } = await setUp();
    const reader = node('Reader', 'core.set', 100, {
      parameters: { mode: 'raw', jsonOutput: "={{ $('Apart').first().json }}" },
    });
    const connections = {
      Start: {
        main: [
          [
            { node: 'Reader', type: 'main', index: 0 },
            { node: 'Apart', type: 'main', index: 0 },
          ],
        ],
      },
    };
    await expect(
      run([start, reader, node('Apart', 'not.known', 0)], connections, { destinationNode: 'Reader' }),
    ).rejects.toMatchObject({ error: 'workflowNotRunnable', message: expect.stringContaining('"Apart"') });
  });
});

forEachDatabase('a run that begins with a webhook', (open) => {
  const hook = webhookNode('Webhook', 'test-me', { responseMode: 'lastNode' });

  it('waits for one test call, which any process takes, and answers it', async () => {
    const { run, dispatcher, sent, createProcess } = await setUp(open);
    const other = createProcess().testWebhooks;
    expect(await run([hook])).toEqual({ waitingForWebhook: true });
    expect(dispatcher.started).toEqual([]);
    const [found, again] = await Promise.all([
      other.source.find('POST', 'test-me'),
      other.source.find('POST', 'test-me'),
    ]);
    await found?.entry.start(callPayload(objectText({ ...request })));
    expect(dispatcher.started[0]).toMatchObject({
      mode: 'manual',
      sessionId: 'tab',
      start: { kind: 'trigger', node: 'Webhook', payload: { kind: 'webhook', request } },
      lastNodeAnswer: { responseMode: 'lastNode' },
      version: { workflow: { name: 'W', nodes: [{ name: 'Webhook' }] } },
    });
    expect(sent.received).toEqual([
      ['tab', { type: 'testWebhookReceived', data: { workflowId: 'tab', executionId: '1' } }],
    ]);
    await expect(again?.entry.start(callPayload(objectText({ ...request })))).rejects.toThrow(
      'Another call has come before',
    );
    expect(await other.source.find('POST', 'test-me')).toBeUndefined();
    expect(dispatcher.started).toHaveLength(1);
  });

  it('waits for two minutes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { clock, run, sent, testWebhooks } = await setUp(open);
    await run([hook]);
    clock.time += 119_999;
    expect(await testWebhooks.source.find('POST', 'test-me')).toBeDefined();
    clock.time += 1;
    expect(await testWebhooks.source.find('POST', 'test-me')).toBeUndefined();
    vi.advanceTimersByTime(120_000);
    vi.useRealTimers();
    expect(await sent.until(({ length }) => length === 1)).toEqual([
      ['tab', { type: 'testWebhookDeleted', data: { workflowId: 'tab' } }],
    ]);
  });

  it('waits two minutes from the last time that it was asked for, through whatever process', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { clock, run, sent, testWebhooks, createProcess } = await setUp(open);
    await run([hook]);
    clock.time += 60_000;
    vi.advanceTimersByTime(60_000);
    const { manualRuns } = createProcess();
    await createManualRunsOf(manualRuns, 'tab')([hook]);
    clock.time += 60_000;
    // The timer of the first process is over.
    vi.advanceTimersByTime(60_000);
    clock.time += 59_999;
    vi.useRealTimers();
    expect(await testWebhooks.source.find('POST', 'test-me')).toBeDefined();
    expect(sent.received).toEqual([]);
    await manualRuns.cancelTest('tab', caller);
    expect(await testWebhooks.source.find('POST', 'test-me')).toBeUndefined();
  });

  it('can be called off, from any process', async () => {
    const { run, sent, testWebhooks, createProcess } = await setUp(open);
    await run([hook]);
    const { manualRuns } = createProcess();
    await manualRuns.cancelTest('tab', caller);
    await manualRuns.cancelTest('tab', caller);
    expect(await testWebhooks.source.methods('test-me')).toEqual([]);
    expect(sent.received).toHaveLength(1);
  });

  it('replaces what the same workflow waited for, but not what another one does, until that has gone', async () => {
    const { clock, run, testWebhooks, createProcess } = await setUp(open);
    await run([hook]);
    await run([webhookNode('Webhook', 'other')]);
    expect(await testWebhooks.source.methods('test-me')).toEqual([]);
    const elsewhere = createManualRunsOf(createProcess().manualRuns, 'another tab');
    const taken = elsewhere([webhookNode('Webhook', 'other')]);
    await expect(taken).rejects.toMatchObject({ error: 'webhookConflict' });
    expect(await testWebhooks.source.methods('other')).toEqual(['POST']);
    clock.time += 120_000;
    await expect(elsewhere([webhookNode('Webhook', 'other')])).resolves.toEqual({ waitingForWebhook: true });
  });
});

const createManualRunsOf = (manualRuns: ManualRuns, sessionId: string) => (nodes: WorkflowNode[]) =>
  manualRuns.run({ workflowData: { name: 'W', nodes, connections: {} } }, { ...caller, sessionId });
