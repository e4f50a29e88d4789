import { type FilterOptions, type FilterValueType, filterOperations } from '@millrace/contract/data';
import { DateTime } from 'luxon';
import { describe, expect, test } from 'vitest';
import { evaluateFilter } from './evaluate-filter.ts';
import { operations } from './operations.ts';

const holds = (
  type: FilterValueType,
  operation: string,
  leftValue: unknown,
  rightValue?: unknown,
  options: FilterOptions = {},
) =>
  evaluateFilter(
    { conditions: [{ leftValue, rightValue, operator: { type, operation } }], combinator: 'and' },
    options,
    0,
  );

test('every operation that the editor offers is evaluated', () => {
  for (const [type, offered] of Object.entries(filterOperations)) {
    const evaluated = Object.keys(operations[type as keyof typeof operations]).sort();
    const wanted = offered
      .map(({ operation }) => operation)
      .filter((operation) => !operation.toLowerCase().includes('exist'));
    expect(evaluated, type).toEqual(wanted.sort());
  }
});

test.each<[FilterValueType, string, unknown, unknown, boolean]>([
  ['string', 'equals', 'a', 'a', true],
  ['string', 'equals', 'a', 'A', false],
  ['string', 'contains', 'millrace', 'race', true],
  ['string', 'notContains', 'millrace', 'race', false],
  ['string', 'startsWith', 'millrace', 'mill', true],
  ['string', 'notEndsWith', 'millrace', 'mill', true],
  ['string', 'regex', 'order 12', '^order \\d+$', true],
  ['string', 'regex', 'ORDER', '/order/i', true],
  ['string', 'notRegex', 'order', '/x/', true],
  ['string', 'empty', '', undefined, true],
  ['string', 'empty', undefined, undefined, true],
  ['string', 'notEmpty', ' ', undefined, true],
  ['string', 'exists', null, undefined, false],
  ['string', 'notExists', undefined, undefined, true],
  ['number', 'gt', 2, 1, true],
  ['number', 'gte', 2, '2', true],
  ['number', 'lt', 2, 2, false],
  ['number', 'equals', undefined, 0, false],
  ['number', 'empty', undefined, undefined, true],
  ['boolean', 'true', true, undefined, true],
  ['boolean', 'false', undefined, undefined, true],
  ['boolean', 'equals', true, 'true', true],
  ['dateTime', 'after', '2026-02-01', '2026-01-31T23:59:59Z', true],
  ['dateTime', 'before', DateTime.fromISO('2026-01-01'), new Date('2026-01-02T12:00:00Z'), true],
  ['dateTime', 'equals', 1767225600000, '2026-01-01T00:00:00Z', true],
  ['array', 'contains', [1, { a: 2 }], { a: 2 }, true],
  ['array', 'lengthGt', [1, 2], 1, true],
  ['array', 'empty', [], undefined, true],
  ['object', 'notEmpty', { a: 1 }, undefined, true],
  ['object', 'empty', undefined, undefined, true],
])('%s %s: %j and %j', (type, operation, left, right, expected) => {
  expect(holds(type, operation, left, right)).toBe(expected);
});

test('case is ignored where the node says so', () => {
  expect(holds('string', 'equals', 'Ada', 'ADA', { caseSensitive: false })).toBe(true);
  expect(holds('array', 'contains', ['Ada'], 'ADA', { caseSensitive: false })).toBe(true);
});

describe('types', () => {
  test.each<[FilterValueType, unknown]>([
    ['string', 1],
    ['number', '1'],
    ['boolean', 'true'],
    ['array', '[1]'],
    ['object', '{}'],
  ])('strict: a left value that is no %s is an error that says what to do', (type, left) => {
    const operation = type === 'boolean' ? 'true' : 'notEmpty';
    expect(() => holds(type, operation, left)).toThrow(/Condition 1: the left value .* is not/);
    expect(holds(type, operation, left, undefined, { typeValidation: 'loose' })).toBe(type !== 'object');
  });

  test('loose: a value that cannot be converted is an error', () => {
    expect(() => holds('number', 'gt', 'many', 1, { typeValidation: 'loose' })).toThrow('"many" is not a number');
  });

  test('existence is never a question of type', () => {
    expect(holds('number', 'exists', 'text')).toBe(true);
  });
});

test('and needs all conditions, or one of them; without conditions "and" holds', () => {
  const condition = (left: string) => ({
    leftValue: left,
    rightValue: 'a',
    operator: { type: 'string', operation: 'equals' } as const,
  });
  const conditions = [condition('a'), condition('b')];
  expect(evaluateFilter({ conditions, combinator: 'and' }, {}, 0)).toBe(false);
  expect(evaluateFilter({ conditions, combinator: 'or' }, {}, 0)).toBe(true);
  expect(evaluateFilter({ conditions: [], combinator: 'and' }, {}, 0)).toBe(true);
});

test('an unknown operation, or one named like a built-in property, is an error', () => {
  expect(() => holds('string', 'constructor', 'a', 'b')).toThrow('there is no operation "constructor"');
});

test('a bad pattern is an error', () => {
  expect(() => holds('string', 'regex', 'a', '(')).toThrow('"(" is not a regular expression');
});
