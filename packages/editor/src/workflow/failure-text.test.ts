import { expect, test } from 'vitest';
import { saysFailure } from './failure-text.ts';
import { nodeRunOf } from './node-run.ts';
import { emptyRun } from './run-view.ts';
import type { RunView } from './types.ts';

test('the panel of the node that failed says it, another does not', () => {
  const run: RunView = {
    ...emptyRun,
    keys: new Map([['A', 'n1']]),
    nodes: { n1: nodeRunOf([], 'error') },
    error: { name: 'NodeError', message: 'broke', node: 'A', timestamp: 1 },
  };
  expect([saysFailure(run, 'n1'), saysFailure(run, 'n2'), saysFailure(run, null)]).toEqual([true, false, false]);
  expect(saysFailure({ ...run, error: undefined }, 'n1')).toBe(false);
});
