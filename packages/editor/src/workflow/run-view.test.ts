import {
  type ExecutionOutline,
  type ExecutionStatus,
  type NodeRunOutline,
  type PushMessage,
  type TaskData,
  waitIndefinitely,
} from '@millrace/contract';
import { expect, test } from 'vitest';
import { renameNode, setNodesDisabled, setParameter } from './commands/index.ts';
import { documentOf, keyOf } from './document-for-test.ts';
import { changedWithPatches } from './drafts.ts';
import { keysByName } from './keys.ts';
import { nodeRunOf, runCount } from './node-run.ts';
import { renameReferences } from './references.ts';
import { durationOf, emptyRun, foldPush, followEdit, isRunning, runFromOutline, withMoreRuns } from './run-view.ts';
import type { Command, RunView } from './types.ts';

const document = documentOf('A B', 'A>B');
const keys = keysByName(document);
const [a, b] = [keyOf(document, 'A'), keyOf(document, 'B')];
const task = (more: Partial<TaskData> = {}): TaskData => ({
  startTime: 1,
  executionTime: 2,
  source: [],
  data: { main: [[{ json: {} }]] },
  ...more,
});
const failure = { name: 'NodeError', message: 'no', timestamp: 1, node: 'B' };
const started: RunView = { ...emptyRun, status: 'running', executionId: '7', keys };

const before = (nodeName: string): PushMessage => ({ type: 'nodeExecuteBefore', data: { executionId: '7', nodeName } });
const after = (nodeName: string, data = task()): PushMessage => ({
  type: 'nodeExecuteAfter',
  data: { executionId: '7', nodeName, data },
});
const finished = (status: ExecutionStatus, error?: typeof failure): PushMessage => ({
  type: 'executionFinished',
  data: {
    executionId: '7',
    data: {
      data: { startData: {}, resultData: { runData: {}, error } },
      mode: 'manual',
      status,
      startedAt: '',
      stoppedAt: '',
    },
  },
});
const fold = (messages: PushMessage[], run = started) =>
  messages.reduce((view, message) => foldPush(view, message, '1'), run);

test('an execution took as long as it says itself, not as its nodes did, and one that waits has not ended', () => {
  const times = { startedAt: '2026-05-04T10:00:00.000Z', stoppedAt: '2026-05-04T10:00:00.008Z' };
  expect(durationOf({ status: 'success', ...times })).toBe(8);
  expect(durationOf({ status: 'waiting', ...times })).toBeUndefined();
  expect(durationOf({ status: 'running', ...times, stoppedAt: null })).toBeUndefined();
});

test('nodes light up, end, and run again', () => {
  expect(fold([before('A')]).nodes).toEqual({ [a]: nodeRunOf([], 'running') });
  const twice = fold([before('A'), after('A'), before('A'), after('A', task({ startTime: 9 }))]);
  expect(twice.nodes[a]).toMatchObject({ phase: 'success', tasks: [{ startTime: 1 }, { startTime: 9 }] });
});

test('a failed node and the failed run are told', () => {
  const run = fold([before('B'), after('B', task({ error: failure })), finished('error', failure)]);
  expect(run).toMatchObject({ status: 'error', error: failure, nodes: { [b]: { phase: 'error' } } });
  expect(isRunning(run)).toBe(false);
});

test('a run that waits says until when, unless that is for ever', () => {
  const until = (waitTill: string): PushMessage => {
    const end = finished('waiting');
    if (end.type === 'executionFinished') end.data.data.waitTill = waitTill;
    return end;
  };
  expect(fold([until('2026-01-01T00:00:00.000Z')]).waitTill).toBe('2026-01-01T00:00:00.000Z');
  expect(fold([until(waitIndefinitely)]).waitTill).toBe(null);
});

test('after the end nothing runs: a node in flight waits with the run, or shows nothing', () => {
  expect(fold([before('A'), finished('waiting')]).nodes[a]?.phase).toBe('waiting');
  expect(fold([before('A'), finished('canceled')]).nodes[a]).toBeUndefined();
  expect(fold([before('A'), after('A'), before('A'), finished('canceled')]).nodes[a]?.phase).toBe('success');
});

test('messages of other executions and of unknown nodes change nothing', () => {
  const other: PushMessage = { type: 'nodeExecuteBefore', data: { executionId: '8', nodeName: 'A' } };
  expect(fold([other])).toBe(started);
  expect(fold([before('Unknown'), before('toString')])).toBe(started);
});

test('lines of the console are kept with their node, the latest of them', () => {
  const line = (node: string, ...messages: unknown[]): PushMessage => ({
    type: 'sendConsoleMessage',
    data: { source: `Node: "${node}"`, messages },
  });
  const run = fold([before('A'), line('A', 'total', 3, { x: [1] }), line('Unknown', 'x'), after('A')]);
  expect(run.nodes[a]).toMatchObject({ phase: 'success', console: ['total 3 {"x":[1]}'] });
  const many = fold(Array.from({ length: 150 }, (_, index) => line('A', index)));
  expect(many.nodes[a]?.console).toHaveLength(100);
  expect(many.nodes[a]?.console?.at(-1)).toBe('149');
  expect(fold([line('Unknown', 'x')])).toBe(started);
});

test('a test call starts the run that waits for it', () => {
  const waiting: RunView = { ...started, status: 'waitingForWebhook', executionId: null };
  const received: PushMessage = { type: 'testWebhookReceived', data: { workflowId: '1', executionId: '7' } };
  expect(fold([received, before('A')], waiting)).toMatchObject({
    status: 'running',
    executionId: '7',
    nodes: { [a]: {} },
  });
  const deleted: PushMessage = { type: 'testWebhookDeleted', data: { workflowId: '1' } };
  expect(fold([deleted], waiting).status).toBeNull();
  expect(fold([deleted])).toBe(started);
});

test('a stored execution is shown over the nodes of its graph', () => {
  const about = { startTime: 1, executionTime: 2, source: [] };
  const ran = (position: number, node: string, more: Partial<NodeRunOutline> = {}): NodeRunOutline => ({
    position,
    node,
    runIndex: 0,
    task: about,
    outputs: { main: [2] },
    size: 9,
    ...more,
  });
  const outline = (more: Partial<ExecutionOutline>) => ({ id: '9', status: 'error', ...more }) as ExecutionOutline;
  const failed = ran(2, 'B', { task: { ...about, error: failure }, outputs: {} });
  const data = { main: [[{ json: {} }]] };
  const run = runFromOutline(
    outline({ nodes: [ran(0, 'A', { data }), ran(1, 'A'), failed, ran(3, 'Gone')] }),
    keys,
    document,
  );
  expect(run).toMatchObject({ executionId: '9', status: 'error', error: failure });
  expect(run.nodes).toMatchObject({
    [a]: {
      phase: 'success',
      tasks: [
        { ...about, data },
        { ...about, stored: { position: 1, outputs: { main: [2] }, size: 9 } },
      ],
    },
    [b]: { phase: 'error', tasks: [{ ...about, error: failure }] },
  });
  const waiting = runFromOutline(
    outline({ status: 'waiting', wait: { node: 'B', kinds: [] }, nodes: [] }),
    keys,
    document,
  );
  expect(waiting.nodes).toEqual({ [b]: nodeRunOf([], 'waiting') });
});

test('an execution of many node runs grows page by page, and keeps the latest results of each node', () => {
  const page = (status: ExecutionStatus, from: number, node: string) => {
    const nodes = Array.from({ length: 600 }, (_, index) => ({
      position: from + index,
      node,
      runIndex: from + index,
      task: { startTime: from + index, executionTime: 1, source: [] },
      outputs: { main: [2] },
      size: 9,
    }));
    return { id: '9', status, nodes, wait: { node: 'B', kinds: [] } } as unknown as ExecutionOutline;
  };
  const first = runFromOutline(page('running', 0, 'A'), keys, document);
  const all = withMoreRuns(first, page('waiting', 600, 'A'));
  expect(all.status).toBe('waiting');
  const node = all.nodes[a]!;
  expect(runCount(node)).toBe(1200);
  expect(node.items.get('main')).toEqual([2400]);
  expect(node.tasks.length).toBeLessThanOrEqual(500);
  expect(node.tasks.at(-1)?.startTime).toBe(1199);
  expect(all.nodes[b]?.phase).toBe('waiting');
  expect(runCount(first.nodes[a]!)).toBe(600);
});

const edited = (run: RunView, command: Command): RunView => {
  const [next, patches] = changedWithPatches(document, command);
  return followEdit(run, patches, document, next);
};
const done = fold([after('A'), after('B', task({ source: [{ previousNode: 'A' }] }))]);

test('results name a renamed node by its new name, also those that come later under the old one', () => {
  const run = edited(done, renameNode(a, 'Anna', renameReferences));
  expect(run.nodes[b]?.tasks[0]?.source).toEqual([{ previousNode: 'Anna' }]);
  expect(foldPush(run, after('A'), '1').nodes[a]?.tasks).toHaveLength(2);
});

test('a switched node loses its result, a changed one keeps it', () => {
  expect(edited(done, setParameter(a, ['x'], 1))).toBe(done);
  const run = edited(done, setNodesDisabled([b], true));
  expect(run.nodes[b]).toBeUndefined();
  expect(run.nodes[a]).toBeDefined();
});

test('edits without a run cost nothing', () => {
  expect(edited(emptyRun, setParameter(a, ['x'], 1))).toBe(emptyRun);
});
