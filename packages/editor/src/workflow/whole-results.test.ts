import type { TaskData } from '@millrace/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../api/server-for-test.ts';
import { documentOf, keyOf } from './document-for-test.ts';
import { keysByName } from './keys.ts';
import { nodeRunOf } from './node-run.ts';
import { emptyRun } from './run-view.ts';
import type { RunView } from './types.ts';
import { isReadable, isWhole, withWholeResults } from './whole-results.ts';

afterEach(() => vi.unstubAllGlobals());

const document = documentOf('A B', 'A>B');
const [a, b] = [keyOf(document, 'A'), keyOf(document, 'B')];
const about = { startTime: 1, executionTime: 1, source: [] };
const stored = (place: Partial<TaskData['stored']> = {}): TaskData => ({
  ...about,
  stored: { position: 1, outputs: { main: [1] }, size: 10, ...place },
});
const runOf = (tasks: Record<string, TaskData[]>): RunView => ({
  ...emptyRun,
  executionId: '7',
  keys: keysByName(document),
  nodes: Object.fromEntries(Object.entries(tasks).map(([key, list]) => [key, nodeRunOf(list)])),
});
const item = { json: { x: 1 } };
const items = { data: { total: 1, items: [item] } };

test('every run of a node is read, also where its place has to be found first', async () => {
  const { position: _, size: __, ...unplaced } = stored().stored!;
  const found = { position: 5, node: 'A', runIndex: 1, task: about, outputs: {}, size: 10 };
  fakeServer({
    'GET /executions/7/nodes/1/items': items,
    'GET /executions/7/nodes': { data: { id: '7', nodes: [found] } },
    'GET /executions/7/nodes/5/items': items,
  });
  const run = await withWholeResults(runOf({ [a]: [stored(), { ...about, stored: unplaced }] }), [a]);
  const whole = { ...about, data: { main: [[item]] } };
  expect(run.nodes[a]).toMatchObject({ tasks: [whole, whole] });
  expect(isWhole(run.nodes[a]!)).toBe(true);
});

test('what is too much together stays on the server', async () => {
  const half = { size: 9 * 1024 * 1024 };
  const server = fakeServer({ 'GET /executions/7/nodes/1/items': items });
  const run = await withWholeResults(runOf({ [a]: [stored(half)], [b]: [stored(half)] }), [a, b]);
  expect([a, b].map((key) => isWhole(run.nodes[key]!))).toEqual([true, false]);
  expect(server.calls).toHaveLength(1);
});

test('a result that is gone, or shorter than it was, stays as it is', async () => {
  fakeServer({ 'GET /executions/7/nodes/1/items': { data: { total: 0, items: [] } } });
  const before = runOf({ [a]: [stored()], [b]: [stored({ position: 2 })] });
  expect((await withWholeResults(before, [a, b])).nodes).toEqual(before.nodes);
});

test('earlier runs of a long loop and results for sub-nodes are not read', () => {
  expect(isReadable(nodeRunOf([stored()]))).toBe(true);
  expect(isReadable({ ...nodeRunOf([stored()]), earlier: 1 })).toBe(false);
  expect(isReadable(nodeRunOf([stored({ outputs: { ai_tool: [1] } })]))).toBe(false);
});
