import type { TaskData } from '@millrace/contract';
import { expect, test } from 'vitest';
import { emptyNodeRun, nodeRunOf, runCount, taskAt, withTask } from './node-run.ts';

const task = (startTime: number, text = ''): TaskData => ({
  startTime,
  executionTime: 1,
  source: [],
  data: { main: [[{ json: { text } }], null] },
});
const ran = (count: number, text = '', from = emptyNodeRun) =>
  Array.from({ length: count }, (_, index) => task(index, text)).reduce(withTask, from);

test('items of all runs are added up, by output', () => {
  const about = { startTime: 0, executionTime: 0, source: [] };
  const runs: TaskData[] = [
    { ...about, data: { main: [[{ json: {} }, { json: {} }], null] } },
    { ...about, stored: { outputs: { main: [3, 1], ai_tool: [null, 2] } } },
    about,
  ];
  const counts = [
    ['main', [5, 1]],
    ['ai_tool', [0, 2]],
  ];
  expect([...nodeRunOf(runs).items]).toEqual(counts);
  expect([...runs.reduce(withTask, emptyNodeRun).items]).toEqual(counts);
});

test('a loop keeps its counts and its latest results, each under the index of its run', () => {
  const node = ran(20_000);
  expect(runCount(node)).toBe(20_000);
  expect(node.items.get('main')).toEqual([20_000, 0]);
  expect(node.tasks.length).toBeGreaterThanOrEqual(250);
  expect(node.tasks.length).toBeLessThanOrEqual(500);
  expect(taskAt(node, 19_999)?.startTime).toBe(19_999);
  expect(taskAt(node, node.earlier)?.startTime).toBe(node.earlier);
  expect(taskAt(node, node.earlier - 1)).toBeUndefined();
});

test('large results are fewer, the latest is always there', () => {
  expect(ran(100, 'x'.repeat(200_000)).tasks.length).toBeLessThanOrEqual(20);
  const node = ran(3, 'x'.repeat(5_000_000));
  expect(node).toMatchObject({ earlier: 2, tasks: [{ startTime: 2 }] });
});

test('a state that was told stays as it was', () => {
  const before = ran(10);
  const after = withTask(before, task(10));
  expect([before.tasks.length, after.tasks.length]).toEqual([10, 11]);
  expect(before.items.get('main')).toEqual([10, 0]);
});
