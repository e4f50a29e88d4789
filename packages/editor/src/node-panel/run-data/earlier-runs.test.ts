import type { NodeRunOutline, TaskData } from '@millrace/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { findNodeRun } from '../../api/execution-data.ts';
import { fakeServer } from '../../api/server-for-test.ts';
import { documentOf, keyOf } from '../../workflow/document-for-test.ts';
import { wantedRun } from '../../workflow/find-run.ts';
import { keysByName } from '../../workflow/keys.ts';
import { emptyNodeRun, withTask } from '../../workflow/node-run.ts';
import { emptyRun } from '../../workflow/run-view.ts';
import { inputsOf, tasksOf } from './node-data.ts';

afterEach(() => vi.unstubAllGlobals());

const document = documentOf('Loop Body', 'Loop>Body Body>Loop');
const [loop, body] = [keyOf(document, 'Loop'), keyOf(document, 'Body')];
const task: TaskData = { startTime: 0, executionTime: 1, source: [], data: { main: [[{ json: {} }]] } };
const passes = 20_000;
const node = Array.from({ length: passes }, () => task).reduce(withTask, emptyNodeRun);
const run = { ...emptyRun, executionId: '7', keys: keysByName(document), nodes: { [loop]: node, [body]: node } };

/** A server with the outline of a loop of two nodes, 5,000 node runs a page. */
const serve = () =>
  fakeServer({
    'GET /executions/7/nodes': (call) => {
      const from = Number(new URL(call.path, 'http://x').searchParams.get('from') ?? 0);
      const end = Math.min(from + 5000, 2 * passes);
      const nodes = Array.from({ length: Math.max(0, end - from) }, (_, index): NodeRunOutline => {
        const position = from + index;
        const name = position % 2 === 0 ? 'Loop' : 'Body';
        return { position, node: name, runIndex: position >> 1, task, outputs: { main: [1] }, size: 9 };
      });
      return { data: { id: '7', status: 'success', nodes, ...(end < 2 * passes ? { next: end } : {}) } };
    },
  });

test('an earlier pass of a loop is found with one request', async () => {
  const server = serve();
  for (const runIndex of [0, 9_000, 19_000]) {
    const wanted = wantedRun(run, body, runIndex)!;
    expect(await findNodeRun('7', wanted)).toMatchObject({ node: 'Body', runIndex, position: 2 * runIndex + 1 });
  }
  expect(server.calls).toHaveLength(3);
});

test('a wrong guess finds it too, and what is not there ends the search', async () => {
  serve();
  expect(await findNodeRun('7', { node: 'Body', runIndex: 3, guess: 30_000 })).toMatchObject({ position: 7 });
  expect(await findNodeRun('7', { node: 'Body', runIndex: 19_999, guess: 0 })).toMatchObject({ position: 39_999 });
  expect(await findNodeRun('7', { node: 'Body', runIndex: 20_001, guess: 80_000 })).toBeUndefined();
  expect(wantedRun(run, 'n0', 1)).toBeUndefined();
});

test('runs are told by their index, also of those whose results are not here', () => {
  const tasks = tasksOf({ document, run }, body);
  expect(tasks).toHaveLength(passes);
  expect(tasks[0]).toBeUndefined();
  expect(tasks.at(-1)).toBe(task);
  const early: TaskData = { ...task, source: [{ previousNode: 'Loop', previousNodeRun: 5 }] };
  expect(inputsOf({ document, run }, body, early)).toEqual([
    { source: { key: loop, name: 'Loop', output: 0, run: 5 }, items: null },
  ]);
});
