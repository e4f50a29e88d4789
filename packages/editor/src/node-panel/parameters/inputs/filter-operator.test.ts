import type { FilterOperator } from '@millrace/contract';
import { expect, test } from 'vitest';
import { fittingOperator } from './filter-operator.ts';

const textEquals: FilterOperator = { type: 'string', operation: 'equals' };
const fitting = (value: unknown, operator = textEquals, rightValue: unknown = '') =>
  fittingOperator({ leftValue: '', rightValue, operator }, value);

test.each([
  [3, { type: 'number', operation: 'equals' }],
  [false, { type: 'boolean', operation: 'true', singleValue: true }],
  ['2026-01-31', { type: 'dateTime', operation: 'equals' }],
  ['2026-01-31T10:30:00.000+02:00', { type: 'dateTime', operation: 'equals' }],
  ['2026-13-31', textEquals],
  ['3', textEquals],
  [[1], { type: 'array', operation: 'contains', rightType: 'any' }],
  [{ a: 1 }, { type: 'object', operation: 'empty', singleValue: true }],
  [null, textEquals],
  [undefined, textEquals],
])('%j is compared by an operator of its type', (value, operator) => {
  expect(fitting(value)).toEqual(operator);
});

test('an operation that the new type has as well is kept', () => {
  const exists: FilterOperator = { type: 'string', operation: 'exists', singleValue: true };
  expect(fitting(3, exists)).toEqual({ ...exists, type: 'number' });
  expect(fitting(true, textEquals, 'yes')).toEqual({ type: 'boolean', operation: 'equals' });
  const greater: FilterOperator = { type: 'number', operation: 'gt' };
  expect(fitting(3, greater, 2)).toBe(greater);
  expect(fitting('x', greater, 2)).toEqual(textEquals);
});
