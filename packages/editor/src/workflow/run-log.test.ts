import type { ExecutionOutline, PushMessage, TaskData } from '@millrace/contract';
import { expect, test } from 'vitest';
import { documentOf, keyOf } from './document-for-test.ts';
import { keysByName } from './keys.ts';
import { emptyRun, foldPush, runFromOutline } from './run-view.ts';
import type { RunView } from './types.ts';

const document = documentOf('A B', 'A>B');
const keys = keysByName(document);
const [a, b] = [keyOf(document, 'A'), keyOf(document, 'B')];
const started: RunView = { ...emptyRun, status: 'running', executionId: '7', keys };
const items = (count: number) => Array.from({ length: count }, () => ({ json: {} }));

const after = (nodeName: string, more: Partial<TaskData> = {}): PushMessage => ({
  type: 'nodeExecuteAfter',
  data: {
    executionId: '7',
    nodeName,
    data: { startTime: 1, executionTime: 2, source: [], data: { main: [items(1)] }, ...more },
  },
});
const fold = (messages: PushMessage[], run = started) =>
  messages.reduce((view, message) => foldPush(view, message, '1'), run);
const listed = ({ log }: RunView) => log.entries.slice(0, log.length);

test('the log has each node run in order, with what came in and went out', () => {
  const run = fold([
    after('A', { data: { main: [items(3), items(2)] } }),
    after('B', { source: [{ previousNode: 'A', previousNodeOutput: 1 }], data: { main: [items(1)] }, tries: 3 }),
    after('B', {
      source: [{ previousNode: 'A' }],
      data: undefined,
      error: { name: 'NodeError', message: 'no', timestamp: 1 },
    }),
  ]);
  expect(listed(run)).toMatchObject([
    { key: a, runIndex: 0, itemsIn: 0, itemsOut: 5, outputs: [3, 2] },
    { key: b, runIndex: 0, itemsIn: 2, itemsOut: 1, tries: 3 },
    { key: b, runIndex: 1, itemsIn: 3, itemsOut: 0, error: 'no' },
  ]);
});

test('each state of a run sees its own part of the log, and two that go on from one state do not mix', () => {
  const first = fold([after('A')]);
  const second = fold([after('B')], first);
  const other = fold([after('A')], first);
  expect(first.log.length).toBe(1);
  expect(listed(second).map(({ key }) => key)).toEqual([a, b]);
  expect(listed(other).map(({ key }) => key)).toEqual([a, a]);
  expect(listed(first)).toHaveLength(1);
});

test('what a run to a node has taken over is no step, but its items are known', () => {
  const kept = fold([after('A', { data: { main: [items(4)] } })]).nodes;
  const run = fold([after('B', { source: [{ previousNode: 'A' }] })], { ...started, nodes: kept });
  expect(listed(run)).toMatchObject([{ key: b, itemsIn: 4 }]);
});

test('an outline gives the same log, also of results that lie on the server', () => {
  const task = { startTime: 1, executionTime: 2, source: [] };
  const outline = {
    id: '7',
    status: 'success',
    nodes: [
      { position: 0, node: 'A', runIndex: 0, task, outputs: { main: [100_000] }, size: 1 },
      {
        position: 1,
        node: 'B',
        runIndex: 0,
        task: { ...task, source: [{ previousNode: 'A' }] },
        outputs: { main: [7] },
        size: 1,
      },
    ],
  } as unknown as ExecutionOutline;
  expect(listed(runFromOutline(outline, keys, document))).toMatchObject([
    { key: a, itemsIn: 0, itemsOut: 100_000 },
    { key: b, itemsIn: 100_000, itemsOut: 7 },
  ]);
});
