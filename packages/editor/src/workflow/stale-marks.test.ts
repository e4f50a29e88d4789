import type { TaskData } from '@millrace/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { moveNodes, renameNode, setParameter } from './commands/index.ts';
import { documentOf, keyOf } from './document-for-test.ts';
import { nodeRunOf } from './node-run.ts';
import { renameReferences } from './references.ts';
import { emptyRun } from './run-view.ts';
import { openSession, type WorkflowSession } from './session.ts';

const task: TaskData = { startTime: 1, executionTime: 1, source: [], data: { main: [[{ json: {} }]] } };
const document = documentOf('A B C', 'A>B B>C');
const [a, b, c] = ['A', 'B', 'C'].map((name) => keyOf(document, name)) as [string, string, string];
const nodes = Object.fromEntries([a, b, c].map((key) => [key, nodeRunOf([task])]));

let session: WorkflowSession;
const stale = () => [...session.state().run.stale];
const settled = async () => {
  await vi.advanceTimersByTimeAsync(300);
  await vi.dynamicImportSettled();
};

beforeEach(() => {
  vi.useFakeTimers();
  session = openSession(document, { run: { ...emptyRun, status: 'success', started: document, nodes } });
});
afterEach(() => {
  session.dispose();
  vi.useRealTimers();
});

test('a changed node and all behind it are marked when typing pauses, and not any more after an undo', async () => {
  session.dispatch('history.setParameter', setParameter(b, ['x'], 1));
  expect(stale()).toEqual([]);
  await settled();
  expect(stale().sort()).toEqual([b, c].sort());
  session.undo();
  await settled();
  expect(stale()).toEqual([]);
});

test('other places and names mark nothing, and the store is left alone', async () => {
  session.dispatch('history.moveNodes', moveNodes([[a, { x: 400, y: 400 }]]));
  session.dispatch('history.renameNode', renameNode(a, 'Anna', renameReferences));
  const { run } = session.state();
  await settled();
  expect(session.state().run).toBe(run);
});

test('a new run has fresh results', async () => {
  session.dispatch('history.setParameter', setParameter(b, ['x'], 1));
  await settled();
  session.runs.show({ ...session.state().run, started: session.state().document });
  await settled();
  expect(stale()).toEqual([]);
});
