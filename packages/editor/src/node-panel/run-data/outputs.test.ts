import type { NodePort, TaskData } from '@millrace/contract';
import { expect, test } from 'vitest';
import { outputsOf, outputTypeOf } from './outputs.ts';

const task: TaskData = {
  startTime: 0,
  executionTime: 1,
  source: [],
  data: { main: [[{ json: {} }, { json: {} }], null], ai_tool: [[{ json: { found: 1 } }]] },
};

test('the main outputs are shown, and of a node that serves another, those by which it does', () => {
  const main: NodePort[] = [{ type: 'main' }, { type: 'main', displayName: 'Error' }];
  expect([outputTypeOf(main), outputsOf(main, task).map(({ count }) => count)]).toEqual(['main', [2, 0]]);
  const tool: NodePort[] = [{ type: 'ai_tool', displayName: 'Tool' }];
  expect(outputTypeOf(tool)).toBe('ai_tool');
  expect(outputsOf(tool, task)).toEqual([{ index: 0, name: 'Tool', count: 1 }]);
  expect(outputTypeOf([])).toBe('main');
});
