import type { PushMessage, WorkflowNode } from '@millrace/contract';
import type { WebhookRequest } from '@millrace/engine/node-api';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { RunnableVersion } from '../runs/types.ts';
import type { User } from '../users/access.ts';
import { createManualRuns } from './manual-runs.ts';
import { createRecordedRuns, loadTestNodeTypes, scheduleNode, webhookNode } from './triggers-for-test.ts';
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

const setUp = () => {
  const runs = createRecordedRuns();
  const sent: [string, PushMessage][] = [];
  const testWebhooks = createTestWebhooks();
  onTestFinished(() => testWebhooks.close());
  const manualRuns = createManualRuns({
    runs,
    testWebhooks,
    nodeTypes,
    timezone: 'UTC',
    clock: { now: () => 1000 },
    push: { send: (sessionId, message) => sent.push([sessionId, message]) },
    versions: {
      ofPosted: async (workflow, ownerId): Promise<RunnableVersion> => ({
        versionId: 1,
        workflowId: workflow.id ? Number(workflow.id) : null,
        ownerId,
        workflow: { ...workflow, name: workflow.name ?? '' },
      }),
    },
  });
  const run = (nodes: WorkflowNode[], connections = {}, more: object = {}, workflow: object = {}) =>
    manualRuns.run({ workflowData: { id: '5', name: 'W', nodes, connections, ...workflow }, ...more }, caller);
  return { runs, sent, testWebhooks, manualRuns, run };
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('where a run by hand begins', () => {
  const start = node('Start', 'core.manualTrigger', 100);
  const set = node('Set', 'core.noOp', 100);

  it('is the first enabled trigger of the canvas', async () => {
    const { run, runs } = setUp();
    const nodes = [
      set,
      start,
      node('First', 'core.manualTrigger', 0, { disabled: true }),
      node('Later', 'core.manualTrigger', 200),
    ];
    expect(await run(nodes, wires('Start', 'Set'))).toEqual({ executionId: '1' });
    expect(runs.started[0]).toMatchObject({
      mode: 'manual',
      sessionId: 'tab',
      version: { workflowId: 5, ownerId: 'user' },
      start: { kind: 'trigger', node: 'Start', payload: { kind: 'manual' } },
    });
  });

  it('is the trigger that leads to the destination', async () => {
    const { run, runs } = setUp();
    const nodes = [node('Other', 'core.manualTrigger', 0), start, set];
    await run(nodes, wires('Start', 'Set'), { destinationNode: 'Set', startNodes: [] });
    expect(runs.started[0]).toMatchObject({ start: { node: 'Start' }, destinationNode: 'Set' });
  });

  it('is the trigger that is asked for; a schedule fires now', async () => {
    const { run, runs } = setUp();
    await run([start, scheduleNode('Schedule', '0 9 * * *')], {}, { triggerNode: 'Schedule' });
    expect(runs.started[0]?.start).toEqual({
      kind: 'trigger',
      node: 'Schedule',
      payload: { kind: 'schedule', scheduledAt: 1000 },
    });
  });

  it('is in the middle where results are given', async () => {
    const { run, runs } = setUp();
    const runData = { Start: [] };
    await run([start, set], wires('Start', 'Set'), { startNodes: ['Set'], destinationNode: 'Set', runData });
    expect(runs.started[0]?.start).toEqual({
      kind: 'partial',
      startNodes: ['Set'],
      runData,
      payload: { kind: 'manual' },
    });
  });

  it('is the pinned webhook itself, without waiting', async () => {
    const { run, runs } = setUp();
    const pinData = { Webhook: [{ json: {} }] };
    expect(await run([webhookNode('Webhook', 'a')], {}, {}, { pinData })).toEqual({ executionId: '1' });
    expect(runs.started[0]?.start).toMatchObject({ node: 'Webhook', payload: { kind: 'manual' } });
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
    const { run, runs } = setUp();
    await expect(run(nodes, wires('Start', 'Set'), more)).rejects.toMatchObject({
      error: 'workflowNotRunnable',
      message: expect.stringContaining(message),
    });
    expect(runs.started).toEqual([]);
  });

  it('does not mind unknown types and issues that are not on its path', async () => {
    const { run } = setUp();
    const nodes = [start, set, node('Apart', 'not.known', 0), node('Off', 'not.known', 0, { disabled: true })];
    await expect(run(nodes, wires('Start', 'Off', 'Set'))).resolves.toEqual({ executionId: '1' });
    await expect(
      run([start, set, node('Behind', 'not.known', 0)], wires('Start', 'Set', 'Behind'), { destinationNode: 'Set' }),
    ).resolves.toEqual({ executionId: '2' });
  });
});

describe('a run that begins with a webhook', () => {
  const hook = webhookNode('Webhook', 'test-me', { responseMode: 'lastNode' });

  it('waits for one test call, and answers it', async () => {
    const { run, runs, sent, testWebhooks } = setUp();
    expect(await run([hook])).toEqual({ waitingForWebhook: true });
    expect(runs.started).toEqual([]);
    const found = testWebhooks.source.find('POST', 'test-me');
    await found?.entry.start(request);
    expect(runs.started[0]).toMatchObject({
      mode: 'manual',
      sessionId: 'tab',
      start: { kind: 'trigger', node: 'Webhook', payload: { kind: 'webhook', request } },
      lastNodeAnswer: { responseMode: 'lastNode' },
    });
    expect(sent).toEqual([['tab', { type: 'testWebhookReceived', data: { workflowId: '5', executionId: '1' } }]]);
    expect(testWebhooks.source.find('POST', 'test-me')).toBeUndefined();
    vi.advanceTimersByTime(200_000);
    expect(sent).toHaveLength(1);
  });

  it('waits for two minutes', async () => {
    const { run, sent, testWebhooks } = setUp();
    await run([hook]);
    vi.advanceTimersByTime(119_000);
    expect(testWebhooks.source.find('POST', 'test-me')).toBeDefined();
    vi.advanceTimersByTime(1000);
    expect(testWebhooks.source.find('POST', 'test-me')).toBeUndefined();
    expect(sent).toEqual([['tab', { type: 'testWebhookDeleted', data: { workflowId: '5' } }]]);
  });

  it('can be called off', async () => {
    const { run, sent, testWebhooks, manualRuns } = setUp();
    await run([hook]);
    await manualRuns.cancelTest('5');
    await manualRuns.cancelTest('5');
    expect(testWebhooks.source.methods('test-me')).toEqual([]);
    expect(sent).toHaveLength(1);
  });

  it('replaces what the same workflow waited for, but not what another one does', async () => {
    const { run, testWebhooks } = setUp();
    await run([hook]);
    await run([webhookNode('Webhook', 'other')]);
    expect(testWebhooks.source.methods('test-me')).toEqual([]);
    await expect(run([webhookNode('Webhook', 'other')], {}, {}, { id: '6' })).rejects.toMatchObject({
      error: 'webhookConflict',
    });
    expect(testWebhooks.source.methods('other')).toEqual(['POST']);
  });
});
