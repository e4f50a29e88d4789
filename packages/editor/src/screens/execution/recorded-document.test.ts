import { expect, test } from 'vitest';
import { outputItems, tasksOf } from '../../node-panel/run-data/node-data.ts';
import { graph, keyOf } from '../../workflow/document-for-test.ts';
import { nodeRunOf } from '../../workflow/node-run.ts';
import { emptyRun } from '../../workflow/run-view.ts';
import { recordedDocument } from './recorded-document.ts';

const workflowData = {
  ...graph('A B', 'A>B'),
  name: 'Recorded',
  pinData: { A: [{ json: { from: 'pin' } }], B: [{ json: { from: 'pin' } }] },
};
const shownOf = (mode: 'manual' | 'webhook' | 'retry', name: string) => {
  const document = recordedDocument({ workflowData, mode });
  const task = { startTime: 0, executionTime: 0, source: [], data: { main: [[{ json: { from: 'run' } }]] } };
  const run = { ...emptyRun, nodes: { [keyOf(document, 'A')]: nodeRunOf([task]) } };
  const key = keyOf(document, name);
  return {
    isPinned: Object.hasOwn(document.pinData, key),
    items: outputItems(tasksOf({ document, run }, key).at(-1), 0),
  };
};

test.each(['webhook', 'retry'] as const)(
  'the record of a %s execution shows what its nodes gave, and nothing of pins',
  (mode) => {
    expect(shownOf(mode, 'A')).toEqual({ isPinned: false, items: [{ json: { from: 'run' } }] });
    expect(shownOf(mode, 'B')).toEqual({ isPinned: false, items: null });
  },
);

test('the record of a run by hand tells which data was pinned', () => {
  expect(shownOf('manual', 'A').isPinned).toBe(true);
});
