import { charge } from '../budget.ts';
import { typeError } from '../errors.ts';
import { toBigInt } from '../language/big-int.ts';
import { toInteger, toPrimitive, toText } from '../language/convert.ts';
import { toList } from '../language/iterate.ts';
import { Namespace } from '../language/values.ts';
import type { Scope } from '../scope.ts';
import { defineFunctions } from './define.ts';

const bigIntOf = (scope: Scope, value: unknown): bigint => {
  const primitive = toPrimitive(scope, value, 'number');
  if (primitive === null || primitive === undefined) throw typeError(`${primitive} is no whole number`);
  return toBigInt(scope, primitive);
};

/** Bits that are kept; more than any number has make no difference. */
const bitsOf = (scope: Scope, value: unknown): number => Math.max(0, Math.min(toInteger(scope, value), 10_000));

const bigInt = new Namespace('BigInt', {
  call: (scope, [value]) => bigIntOf(scope, value),
  members: defineFunctions({
    asIntN: (scope, [bits, value]) => BigInt.asIntN(bitsOf(scope, bits), bigIntOf(scope, value)),
    asUintN: (scope, [bits, value]) => toBigInt(scope, BigInt.asUintN(bitsOf(scope, bits), bigIntOf(scope, value))),
  }),
});

/** Symbols are values that equal nothing else; they name no fields, so there are no well-known ones. */
const symbol = new Namespace('Symbol', {
  call: (scope, [description]) => Symbol(description === undefined ? undefined : toText(scope, description)),
});

const listOf = (scope: Scope, values: unknown): readonly unknown[] => {
  const list = values === undefined || values === null ? [] : toList(scope, values);
  charge(scope, list.length * 4);
  return list;
};

const weakMap = new Namespace('WeakMap', {
  construct: (scope, [entries]) =>
    new WeakMap(
      listOf(scope, entries).map((entry): [object, unknown] => {
        const [key, value] = toList(scope, entry);
        return [key as object, value];
      }),
    ),
  holds: (value) => value instanceof WeakMap,
});

const weakSet = new Namespace('WeakSet', {
  construct: (scope, [values]) => new WeakSet(listOf(scope, values) as readonly object[]),
  holds: (value) => value instanceof WeakSet,
});

export const unusualGlobals: readonly Namespace[] = [bigInt, symbol, weakMap, weakSet];
