import type { TaskData } from '@millrace/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../api/server-for-test.ts';
import { documentOf, keyOf } from './document-for-test.ts';
import { loadResults } from './load-results.ts';
import { nodeRunOf } from './node-run.ts';
import { emptyRun } from './run-view.ts';
import { openDocument, workflowStore } from './store.ts';

afterEach(() => vi.unstubAllGlobals());

const document = documentOf('A B C', 'A>B B>C');
const [a, b, c] = ['A', 'B', 'C'].map((name) => keyOf(document, name)) as [string, string, string];
const about = { startTime: 1, executionTime: 1, source: [] };
const stored = (position: number, count: number, size: number): TaskData => ({
  ...about,
  stored: { position, outputs: { main: [count, null, 0] }, size },
});
const open = (tasks: Record<string, TaskData[]>) => {
  const nodes = Object.fromEntries(Object.entries(tasks).map(([key, list]) => [key, nodeRunOf(list, 'success')]));
  openDocument(document, { id: '1', run: { ...emptyRun, executionId: '7', status: 'success', nodes } });
};
const tasksOf = (key: string) => workflowStore.getState().run.nodes[key]?.tasks;

test('small results get their items, large ones stay on the server', async () => {
  const server = fakeServer({
    'GET /executions/7/nodes/1/items': { data: { total: 1, items: [{ json: { x: 1 } }] } },
  });
  const large = stored(2, 1, 2_000_000);
  const many = stored(3, 1001, 1000);
  open({ [a]: [stored(0, 1, 9), stored(1, 1, 9)], [b]: [large], [c]: [many] });
  await loadResults([a, b, c]);
  expect(tasksOf(a)).toEqual([stored(0, 1, 9), { ...about, data: { main: [[{ json: { x: 1 } }], null, []] } }]);
  expect(tasksOf(b)).toEqual([large]);
  expect(tasksOf(c)).toEqual([many]);
  expect(server.calls).toHaveLength(1);
});

test('a result that cannot be read stays as it is, and so does another run that was opened meanwhile', async () => {
  fakeServer({});
  open({ [a]: [stored(1, 1, 9)] });
  await loadResults([a]);
  expect(tasksOf(a)).toEqual([stored(1, 1, 9)]);

  fakeServer({
    'GET /executions/7/nodes/1/items': () => {
      open({ [a]: [stored(5, 1, 9)] });
      return { data: { total: 1, items: [] } };
    },
  });
  await loadResults([a]);
  expect(tasksOf(a)).toEqual([stored(5, 1, 9)]);
});
