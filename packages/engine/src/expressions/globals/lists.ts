import { charge, chargeList, limits } from '../budget.ts';
import { typeError } from '../errors.ts';
import { toKey, toNumber } from '../language/convert.ts';
import { toList } from '../language/iterate.ts';
import { type Declarable, fresh } from '../language/paying.ts';
import { assertAllowedName, type Invoke } from '../language/values.ts';
import type { Scope } from '../scope.ts';

const numbersOf = (scope: Scope, args: readonly unknown[]): number[] => {
  const values = args.length === 1 && Array.isArray(args[0]) ? (args[0] as unknown[]) : args;
  chargeList(scope, values.length, 6);
  return values.map((value) => toNumber(scope, value));
};

export const least: Invoke = (scope, args) =>
  numbersOf(scope, args).reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);

export const greatest: Invoke = (scope, args) =>
  numbersOf(scope, args).reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);

/** Functions without a dot. */
export const listFunctions: Readonly<Record<string, Declarable<Invoke>>> = {
  min: least,
  max: greatest,
  average: (scope, args) => {
    const numbers = numbersOf(scope, args);
    return numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
  },
  /** Whole numbers from the first to the last, in either direction. */
  numberList: fresh((scope, [first, last]) => {
    const from = toNumber(scope, first);
    const to = toNumber(scope, last);
    const length = Math.floor(Math.abs(to - from)) + 1;
    if (Number.isNaN(length)) throw typeError('numberList needs two numbers');
    chargeList(scope, Math.min(length, limits.listLength + 1), 2);
    const step = from <= to ? 1 : -1;
    const list: number[] = [];
    for (let index = 0; index < length; index += 1) list.push(from + index * step);
    return list;
  }),
  zip: fresh((scope, [keys, values]) => {
    const names = toList(scope, keys);
    const fields = toList(scope, values);
    if (names.length !== fields.length) throw typeError('zip needs two lists of the same length');
    const result: Record<string, unknown> = {};
    charge(scope, names.length);
    names.forEach((name, index) => {
      const key = toKey(scope, name);
      assertAllowedName(key);
      result[key] = fields[index];
    });
    return result;
  }),
};
