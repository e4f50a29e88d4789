import type { TaskData } from '@millrace/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { moveNodes, renameNode, setParameter } from './commands/index.ts';
import { documentOf, keyOf } from './document-for-test.ts';
import { nodeRunOf } from './node-run.ts';
import { emptyRun } from './run-view.ts';
import { followStaleness } from './stale-marks.ts';
import { dispatch, openDocument, undo, workflowStore } from './store.ts';

const task: TaskData = { startTime: 1, executionTime: 1, source: [], data: { main: [[{ json: {} }]] } };
const document = documentOf('A B C', 'A>B B>C');
const [a, b, c] = ['A', 'B', 'C'].map((name) => keyOf(document, name)) as [string, string, string];
const nodes = Object.fromEntries([a, b, c].map((key) => [key, nodeRunOf([task])]));

const stale = () => [...workflowStore.getState().run.stale];
const settled = async () => {
  await vi.advanceTimersByTimeAsync(300);
  await vi.dynamicImportSettled();
};

let end: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  openDocument(document, { run: { ...emptyRun, status: 'success', started: document, nodes } });
  end = followStaleness();
});
afterEach(() => {
  end();
  vi.useRealTimers();
});

test('a changed node and all behind it are marked when typing pauses, and not any more after an undo', async () => {
  dispatch('history.setParameter', setParameter(b, ['x'], 1));
  expect(stale()).toEqual([]);
  await settled();
  expect(stale().sort()).toEqual([b, c]);
  undo();
  await settled();
  expect(stale()).toEqual([]);
});

test('other places and names mark nothing, and the store is left alone', async () => {
  dispatch('history.moveNodes', moveNodes([[a, { x: 400, y: 400 }]]));
  dispatch('history.renameNode', renameNode(a, 'Anna'));
  const { run } = workflowStore.getState();
  await settled();
  expect(workflowStore.getState().run).toBe(run);
});

test('a new run has fresh results', async () => {
  dispatch('history.setParameter', setParameter(b, ['x'], 1));
  await settled();
  workflowStore.setState((state) => ({ run: { ...state.run, started: state.document } }));
  await settled();
  expect(stale()).toEqual([]);
});
