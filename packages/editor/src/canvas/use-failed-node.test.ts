import { expect, test } from 'vitest';
import { emptyRun } from '../workflow/run-view.ts';
import type { RunView } from '../workflow/types.ts';
import { documentOf, graph } from './testing.ts';
import { failedNode } from './use-failed-node.ts';

const document = documentOf(graph({ a: [0, 0], b: [220, 0] }));
const keys = new Map([['B', 'b']]);
const running: RunView = { ...emptyRun, status: 'running', executionId: '1', keys };
const failed: RunView = { ...running, status: 'error', error: { name: 'Error', message: 'no', node: 'B' } as never };
const at = (run: RunView) => ({ run, document });

test('a run that ends in an error names its node once', () => {
  expect(failedNode(at(failed), at(running))).toBe('b');
  expect(failedNode(at(failed), at(failed))).toBeUndefined();
});

test('a success and a node that was deleted meanwhile point nowhere', () => {
  expect(failedNode(at({ ...running, status: 'success' }), at(running))).toBeUndefined();
  expect(failedNode(at({ ...failed, keys: new Map([['B', 'gone']]) }), at(running))).toBeUndefined();
});
