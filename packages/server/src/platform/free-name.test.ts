import { limits } from '@millrace/contract';
import { expect, test } from 'vitest';
import { freeName } from './free-name.ts';

test.each([
  ['Report', [], 'Report'],
  ['Report', ['Report'], 'Report 2'],
  ['Report', ['Report', 'Report 2', 'Report 4'], 'Report 3'],
  ['Report 2', ['Report 2'], 'Report 2 2'],
])('%s among %j', (base, taken, expected) => {
  expect(freeName(base, taken, limits.workflowNameMaxLength)).toBe(expected);
});

test('a long name stays within the limit', () => {
  const long = 'x'.repeat(limits.workflowNameMaxLength);
  const name = freeName(long, [long], limits.workflowNameMaxLength);
  expect(name).toHaveLength(limits.workflowNameMaxLength);
  expect(name.endsWith(' 2')).toBe(true);
});
