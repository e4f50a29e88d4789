import { charge, costs } from '../budget.ts';
import { chargeBigInt, textSteps } from '../language/big-int.ts';
import { toInteger } from '../language/convert.ts';
import { keepFormatters } from '../language/formatters.ts';
import { localesOf, plainOptions } from '../language/options.ts';
import { assertOwn } from '../language/ownership.ts';
import type { Scope } from '../scope.ts';
import { defineTable } from './table.ts';

/** Types that data never has, and expressions seldom: BigInt, Symbol, WeakMap, WeakSet. */

const bigFormatter = keepFormatters(
  (locales, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locales, options),
);

export const bigIntTable = defineTable<bigint>('BigInt', {
  native: {
    toString: (value: bigint, [radix]: readonly unknown[], scope: Scope) => {
      chargeBigInt(scope, value, textSteps);
      return value.toString(radix === undefined ? undefined : toInteger(scope, radix));
    },
    toLocaleString: (value: bigint, [locales, options]: readonly unknown[], scope: Scope) => {
      chargeBigInt(scope, value, textSteps * 2);
      return bigFormatter(scope, localesOf(locales), plainOptions(scope, options)).format(value);
    },
    valueOf: (value: bigint) => value,
  },
  extensions: {
    toNumber: (value) => Number(value),
    isEmpty: () => false,
    isNotEmpty: () => true,
  },
});

export const symbolTable = defineTable<symbol>('symbol', {
  native: { toString: (symbol: symbol) => String(symbol) },
  properties: { description: (symbol) => symbol.description },
});

function assertOwnWeak(scope: Scope, value: object): void {
  charge(scope, costs.text);
  assertOwn(scope, value, 'Make a new one.');
}

export const weakMapTable = defineTable<WeakMap<object, unknown>>('weak map', {
  native: {
    get: (map, [key], scope) => {
      charge(scope, 12);
      return map.get(key as object);
    },
    has: (map, [key], scope) => {
      charge(scope, 12);
      return map.has(key as object);
    },
    set: (map, [key, value], scope) => {
      assertOwnWeak(scope, map);
      return map.set(key as object, value);
    },
    delete: (map, [key], scope) => {
      assertOwnWeak(scope, map);
      return map.delete(key as object);
    },
  },
});

export const weakSetTable = defineTable<WeakSet<object>>('weak set', {
  native: {
    has: (set, [value], scope) => {
      charge(scope, 12);
      return set.has(value as object);
    },
    add: (set, [value], scope) => {
      assertOwnWeak(scope, set);
      return set.add(value as object);
    },
    delete: (set, [value], scope) => {
      assertOwnWeak(scope, set);
      return set.delete(value as object);
    },
  },
});
