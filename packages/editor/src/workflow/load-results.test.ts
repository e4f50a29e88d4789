import type { TaskData } from '@millrace/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../api/server-for-test.ts';
import { documentOf, keyOf } from './document-for-test.ts';
import { keysByName } from './keys.ts';
import { loadResults } from './load-results.ts';
import { nodeRunOf } from './node-run.ts';
import { emptyRun } from './run-view.ts';
import { createWorkflowStore, type WorkflowStore } from './store.ts';

afterEach(() => vi.unstubAllGlobals());

const document = documentOf('A B C', 'A>B B>C');
const [a, b, c] = ['A', 'B', 'C'].map((name) => keyOf(document, name)) as [string, string, string];
const about = { startTime: 1, executionTime: 1, source: [] };
const stored = (position: number, count: number, size: number): TaskData => ({
  ...about,
  stored: { position, outputs: { main: [count, null, 0] }, size },
});
let store: WorkflowStore;
const open = (tasks: Record<string, TaskData[]>) => {
  const nodes = Object.fromEntries(Object.entries(tasks).map(([key, list]) => [key, nodeRunOf(list, 'success')]));
  store = createWorkflowStore(document, {
    id: '1',
    run: { ...emptyRun, executionId: '7', status: 'success', keys: keysByName(document), nodes },
  });
};
const tasksOf = (key: string) => store.getState().run.nodes[key]?.tasks;

test('small results get their items, of large ones the first are kept aside', async () => {
  const item = { json: { x: 1 } };
  const server = fakeServer({
    'GET /executions/7/nodes/1/items': { data: { total: 1, items: [item] } },
    'GET /executions/7/nodes/2/items': { data: { total: 1, items: [item] } },
    'GET /executions/7/nodes/3/items': { data: { total: 1001, items: [item] } },
  });
  const large = stored(2, 1, 2_000_000);
  const many = stored(3, 1001, 1000);
  open({ [a]: [stored(0, 1, 9), stored(1, 1, 9)], [b]: [large], [c]: [many] });
  await loadResults(store, [a, b, c]);
  expect(tasksOf(a)).toEqual([stored(0, 1, 9), { ...about, data: { main: [[item], null, []] } }]);
  expect(tasksOf(b)).toEqual([large]);
  expect(tasksOf(c)).toEqual([many]);
  const { nodes } = store.getState().run;
  expect([a, b, c].map((key) => nodes[key]?.preview)).toEqual([undefined, [[item], null, []], [[item], null, []]]);
  expect(server.calls.map(({ path }) => path.split('&').at(-1))).toEqual(['limit=1000', 'limit=1', 'limit=25']);
  await loadResults(store, [a, b, c]);
  expect(server.calls).toHaveLength(3);
});

test('the place of a result of a run that was watched is asked for', async () => {
  const run = { position: 4, node: 'A', runIndex: 0, task: about, outputs: {}, size: 3_000_000 };
  const item = { json: {} };
  fakeServer({
    'GET /executions/7/nodes': { data: { id: '7', nodes: [run] } },
    'GET /executions/7/nodes/4/items': { data: { total: 500, items: [item] } },
  });
  open({ [a]: [{ ...about, stored: { outputs: { main: [500] } } }] });
  await loadResults(store, [a]);
  expect(store.getState().run.nodes[a]?.preview).toEqual([[item]]);
});

test('a result that cannot be read stays as it is, and so does another run that was opened meanwhile', async () => {
  fakeServer({});
  open({ [a]: [stored(1, 1, 9)] });
  await loadResults(store, [a]);
  expect(tasksOf(a)).toEqual([stored(1, 1, 9)]);

  fakeServer({
    'GET /executions/7/nodes/1/items': () => {
      open({ [a]: [stored(5, 1, 9)] });
      return { data: { total: 1, items: [] } };
    },
  });
  await loadResults(store, [a]);
  expect(tasksOf(a)).toEqual([stored(5, 1, 9)]);
});
