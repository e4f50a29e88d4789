import type { TaskData } from '@millrace/contract';
import { expect, test } from 'vitest';
import { setParameter, setPinData } from './commands/index.ts';
import { documentOf, keyOf } from './document-for-test.ts';
import { changed } from './drafts.ts';
import { nodeRunOf } from './node-run.ts';
import { staleNodes } from './run-plan.ts';
import { emptyRun } from './run-view.ts';
import { planSingleRun } from './single-run.ts';
import type { RunView, WorkflowDocument } from './types.ts';

const task: TaskData = { startTime: 1, executionTime: 1, source: [], data: { main: [[{ json: { x: 1 } }]] } };

const runOf = (document: WorkflowDocument, done: string[]): RunView => ({
  ...emptyRun,
  status: 'success',
  started: document,
  nodes: Object.fromEntries(done.map((name) => [keyOf(document, name), nodeRunOf([task])])),
});

test('one node runs alone on what was given last before it, though that was changed since', async () => {
  const before = documentOf('T A B C', 'T>A A>B B>C');
  const after = changed(before, setParameter(keyOf(before, 'A'), ['x'], 1));
  const single = await planSingleRun(after, runOf(before, ['T', 'A', 'B', 'C']), keyOf(before, 'B'));
  expect(single?.plan.request).toMatchObject({ startNodes: ['B'], destinationNode: 'B' });
  expect(Object.keys(single?.plan.request.runData ?? {}).sort()).toEqual(['A', 'T']);
  expect([...(single?.plan.path ?? [])]).toEqual([keyOf(before, 'B')]);
  // Another run would give others: the node before was changed.
  const run = { ...runOf(before, ['T', 'A', 'B']), started: single!.started };
  expect([...staleNodes(after, run)].sort()).toEqual([keyOf(before, 'A'), keyOf(before, 'B')].sort());
});

test('its own changes count from then on', async () => {
  const before = documentOf('T A B', 'T>A A>B');
  const after = changed(before, setParameter(keyOf(before, 'B'), ['x'], 1));
  const single = await planSingleRun(after, runOf(before, ['T', 'A', 'B']), keyOf(before, 'B'));
  const run = { ...runOf(before, ['T', 'A', 'B']), started: single!.started };
  expect([...staleNodes(after, run)]).toEqual([]);
});

test('what is pinned before it comes first, also where nothing has run', async () => {
  const plain = documentOf('T A B', 'T>A A>B');
  const document = changed(plain, setPinData(keyOf(plain, 'A'), [{ pinned: true }]));
  for (const previous of [emptyRun, runOf(document, ['T', 'A'])]) {
    const single = await planSingleRun(document, previous, keyOf(plain, 'B'));
    expect(single?.plan.request.runData?.A).toMatchObject([{ data: { main: [[{ json: { pinned: true } }]] } }]);
  }
});

test('without anything before it there is nothing to run on; a node that nothing leads to needs nothing', async () => {
  const document = documentOf('T A B', 'T>A A>B');
  expect(await planSingleRun(document, emptyRun, keyOf(document, 'B'))).toBeUndefined();
  expect((await planSingleRun(document, emptyRun, keyOf(document, 'T')))?.plan.request.startNodes).toEqual(['T']);
});
