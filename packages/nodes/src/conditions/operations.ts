import { isDeepStrictEqual } from 'node:util';
import type { FilterValueType } from '@millrace/contract/data';
import { matchesPattern } from './pattern.ts';

type Operation = (left: unknown, right: unknown, caseSensitive: boolean) => boolean;

const text = (compare: (left: string, right: string) => boolean) => {
  const run = (left: string | undefined, right: string | undefined, caseSensitive: boolean) =>
    caseSensitive ? compare(left ?? '', right ?? '') : compare((left ?? '').toLowerCase(), (right ?? '').toLowerCase());
  return run as Operation;
};
const operation = <L, R = L>(run: (left: L, right: R, caseSensitive: boolean) => boolean) => run as Operation;
const length = (compare: (length: number, right: number) => boolean) =>
  operation<unknown[] | undefined, number>((left, right) => compare(left?.length ?? 0, right));

const contains = (list: unknown[] | undefined, wanted: unknown, caseSensitive: boolean) =>
  (list ?? []).some((entry) =>
    !caseSensitive && typeof entry === 'string' && typeof wanted === 'string'
      ? entry.toLowerCase() === wanted.toLowerCase()
      : isDeepStrictEqual(entry, wanted),
  );

const noValue = operation<unknown>((left) => left === undefined || left === null);
const someValue = operation<unknown>((left) => left !== undefined && left !== null);

/** Operation names of the contract's `filterOperations` → evaluation on converted values. `exists` and `notExists` need no type and are not here. */
export const operations: Record<Exclude<FilterValueType, 'any'>, Record<string, Operation | undefined>> = {
  string: {
    empty: text((left) => left === ''),
    notEmpty: text((left) => left !== ''),
    equals: text((left, right) => left === right),
    notEquals: text((left, right) => left !== right),
    contains: text((left, right) => left.includes(right)),
    notContains: text((left, right) => !left.includes(right)),
    startsWith: text((left, right) => left.startsWith(right)),
    notStartsWith: text((left, right) => !left.startsWith(right)),
    endsWith: text((left, right) => left.endsWith(right)),
    notEndsWith: text((left, right) => !left.endsWith(right)),
    regex: operation<string | undefined>((left, right) => matchesPattern(left ?? '', right ?? '')),
    notRegex: operation<string | undefined>((left, right) => !matchesPattern(left ?? '', right ?? '')),
  },
  number: {
    empty: noValue,
    notEmpty: someValue,
    equals: operation<number>((left, right) => left === right),
    notEquals: operation<number>((left, right) => left !== right),
    gt: operation<number>((left, right) => left > right),
    lt: operation<number>((left, right) => left < right),
    gte: operation<number>((left, right) => left >= right),
    lte: operation<number>((left, right) => left <= right),
  },
  boolean: {
    empty: noValue,
    notEmpty: someValue,
    true: operation<boolean>((left) => left === true),
    false: operation<boolean>((left) => !left),
    equals: operation<boolean>((left, right) => left === right),
    notEquals: operation<boolean>((left, right) => left !== right),
  },
  dateTime: {
    empty: noValue,
    notEmpty: someValue,
    equals: operation<number>((left, right) => left === right),
    notEquals: operation<number>((left, right) => left !== right),
    after: operation<number>((left, right) => left > right),
    before: operation<number>((left, right) => left < right),
    afterOrEquals: operation<number>((left, right) => left >= right),
    beforeOrEquals: operation<number>((left, right) => left <= right),
  },
  array: {
    empty: length((count) => count === 0),
    notEmpty: length((count) => count > 0),
    contains: operation<unknown[] | undefined, unknown>(contains),
    notContains: operation<unknown[] | undefined, unknown>(
      (left, right, caseSensitive) => !contains(left, right, caseSensitive),
    ),
    lengthEquals: length((count, right) => count === right),
    lengthNotEquals: length((count, right) => count !== right),
    lengthGt: length((count, right) => count > right),
    lengthLt: length((count, right) => count < right),
    lengthGte: length((count, right) => count >= right),
    lengthLte: length((count, right) => count <= right),
  },
  object: {
    empty: operation<object | undefined>((left) => !left || Object.keys(left).length === 0),
    notEmpty: operation<object | undefined>(
      (left) => left !== undefined && left !== null && Object.keys(left).length > 0,
    ),
  },
};
