import { charge, chargeFields, chargeList, chargeText } from '../budget.ts';
import { typeError } from '../errors.ts';
import { toInteger, toKey, toNumber, toText } from '../language/convert.ts';
import { chargeKey, deeplyEqual } from '../language/equality.ts';
import { toJsonText } from '../language/json.ts';
import { constant, type Declared, fresh, payingItself, weighing } from '../language/paying.ts';
import { assertAllowedName, copyFields, isForbiddenName, isPlainObject } from '../language/values.ts';
import type { Scope } from '../scope.ts';
import { compactObject } from './compact.ts';
import type { Method, Methods } from './table.ts';

type List = readonly unknown[];

const fieldOf = (value: unknown, key: string): unknown =>
  isPlainObject(value) && !isForbiddenName(key) && Object.hasOwn(value, key) ? value[key] : undefined;

function keysOf(scope: Scope, args: List): string[] {
  const keys = args.flat(1);
  charge(scope, 4 + keys.length);
  return keys.map((key) => toText(scope, key));
}

/** The host reads the name of a field whenever it looks for it. */
const stepsOfKeys = (keys: readonly string[]): number => keys.reduce((sum, key) => sum + (key.length >> 4), 0);

const isSimple = (value: unknown): boolean => typeof value !== 'object' || value === null;

/** Keeps the first of those that are equal: simple values as they are, others by what they hold. */
function distinct(
  scope: Scope,
  list: List,
  view: (element: unknown) => unknown,
  isWanted: (seen: unknown) => boolean = () => true,
): unknown[] {
  charge(scope, list.length);
  const simple = new Set<unknown>();
  const complex: unknown[] = [];
  const result: unknown[] = [];
  for (let index = 0; index < list.length; index += 1) {
    charge(scope, 1);
    const element = list[index];
    const seen = view(element);
    if (isSimple(seen)) {
      chargeKey(scope, seen);
      if (simple.has(seen) || !isWanted(seen)) continue;
      simple.add(seen);
    } else {
      if (complex.some((other) => deeplyEqual(scope, seen, other)) || !isWanted(seen)) continue;
      complex.push(seen);
    }
    result.push(element);
  }
  return result;
}

const itself = (element: unknown): unknown => element;

/** A text that is the same for the same simple values only; undefined if there are others. */
function asOneText(scope: Scope, values: List): string | undefined {
  let text = '';
  for (const value of values) {
    if (typeof value === 'object' && value !== null) return undefined;
    const part = `${typeof value}${value}`;
    if (part.length > 100) chargeText(scope, part.length);
    text += `${part.length}:${part}`;
  }
  return text;
}

function unique(list: List, args: List, scope: Scope): unknown[] {
  const keys = keysOf(scope, args);
  const perElement = (keys.length === 1 ? 1 : keys.length * 4) + stepsOfKeys(keys);
  return keys.length === 0
    ? distinct(scope, list, itself)
    : distinct(scope, list, (element) => {
        charge(scope, perElement);
        const fields = keys.map((key) => fieldOf(element, key));
        return fields.length === 1 ? fields[0] : (asOneText(scope, fields) ?? fields);
      });
}

function contains(scope: Scope, list: List): (element: unknown) => boolean {
  charge(scope, list.length * 2 + (list.length >> 1));
  const simple = new Set<unknown>();
  const complex: unknown[] = [];
  for (const element of list) {
    if (!isSimple(element)) complex.push(element);
    else {
      chargeKey(scope, element);
      simple.add(element);
    }
  }
  return (element) =>
    isSimple(element) ? simple.has(element) : complex.some((other) => deeplyEqual(scope, element, other));
}

function listArgument(value: unknown, method: string): List {
  if (Array.isArray(value)) return value;
  throw typeError(`${method}() needs a list to compare with`);
}

function pluck(list: List, args: List, scope: Scope): List {
  const keys = keysOf(scope, args);
  if (keys.length === 0) return list;
  const perElement = keys.length + stepsOfKeys(keys);
  const [only = ''] = keys;
  const result: unknown[] = [];
  for (const element of list) {
    if (!isPlainObject(element)) continue;
    charge(scope, perElement);
    if (!keys.some((key) => Object.hasOwn(element, key))) continue;
    result.push(keys.length === 1 ? fieldOf(element, only) : keys.map((key) => fieldOf(element, key)));
  }
  return result;
}

function numbersOf(scope: Scope, list: List, method: string): number[] {
  return list.map((element) => {
    const number = typeof element === 'string' && !isBlank(scope, element) ? toNumber(scope, element) : element;
    if (typeof number !== 'number' || Number.isNaN(number)) throw typeError(`${method}() works on numbers only`);
    return number;
  });
}

function isBlank(scope: Scope, text: string): boolean {
  charge(scope, text.length >> 5);
  return text.trim() === '';
}

const aggregate = (method: string, apply: (numbers: number[]) => number): Declared<Method<List>> =>
  weighing(4, (list, _, scope) => apply(numbersOf(scope, list, method)));

const total = (numbers: number[]): number => numbers.reduce((sum, number) => sum + number, 0);
const least = (numbers: number[]): number =>
  numbers.reduce((least, number) => Math.min(least, number), Number.POSITIVE_INFINITY);
const greatest = (numbers: number[]): number =>
  numbers.reduce((most, number) => Math.max(most, number), Number.NEGATIVE_INFINITY);

function chunk(list: List, [size]: List, scope: Scope): unknown[][] {
  const length = toInteger(scope, size);
  if (length < 1) throw typeError('chunk() needs a size of 1 or more', 'Write .chunk(10).');
  charge(scope, 2 * Math.ceil(list.length / length));
  const chunks: unknown[][] = [];
  for (let start = 0; start < list.length; start += length) chunks.push(scope.own(list.slice(start, start + length)));
  return chunks;
}

function merge(list: List, [other]: List, scope: Scope): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const elements of [Array.isArray(other) ? (other as List) : [], list]) {
    for (let index = elements.length - 1; index >= 0; index -= 1) {
      const element = elements[index];
      if (isPlainObject(element)) copyFields(scope, result, element);
    }
  }
  return result;
}

function smartJoin(list: List, [keyField, valueField]: List, scope: Scope): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  const [from, to] = [toText(scope, keyField), toText(scope, valueField)];
  const perElement = 3 + stepsOfKeys([from, to]);
  for (const element of list) {
    charge(scope, perElement);
    const key = fieldOf(element, from);
    if (key === undefined || key === null) continue;
    const name = toKey(scope, key);
    assertAllowedName(name);
    result[name] = fieldOf(element, to);
  }
  return result;
}

function renameKeys(list: List, args: List, scope: Scope): List {
  if (args.length === 0 || args.length % 2 !== 0)
    throw typeError('renameKeys() needs pairs of names', 'Write .renameKeys("from", "to").');
  const names = new Map<string, string>();
  charge(scope, args.length * 4);
  for (let index = 0; index < args.length; index += 2) {
    const to = toText(scope, args[index + 1]);
    assertAllowedName(to);
    names.set(toText(scope, args[index]), to);
  }
  return list.map((element) => {
    if (!isPlainObject(element)) return element;
    const renamed: Record<string, unknown> = {};
    const keys = Object.keys(element);
    charge(scope, 2);
    chargeFields(scope, keys.length);
    for (const key of keys) if (!isForbiddenName(key)) renamed[names.get(key) ?? key] = element[key];
    return renamed;
  });
}

/** What lists can do in expressions beyond JavaScript. */
export const arrayExtensions: Methods<List> = {
  first: constant((list) => list[0]),
  last: constant((list) => list.at(-1)),
  isEmpty: constant((list) => list.length === 0),
  isNotEmpty: constant((list) => list.length > 0),
  unique: fresh(unique),
  removeDuplicates: fresh(unique),
  compact: fresh((list, _, scope) => compactObject(scope, list, new Set<unknown>([null, undefined, '']))),
  pluck: weighing(8, pluck),
  sum: aggregate('sum', total),
  average: aggregate('average', (numbers) => (numbers.length === 0 ? 0 : total(numbers) / numbers.length)),
  min: aggregate('min', least),
  max: aggregate('max', greatest),
  difference: fresh((list, [other], scope) => {
    const isInOther = contains(scope, listArgument(other, 'difference'));
    return distinct(scope, list, itself, (element) => !isInOther(element));
  }),
  intersection: fresh((list, [other], scope) => {
    const isInOther = contains(scope, listArgument(other, 'intersection'));
    return distinct(scope, list, itself, isInOther);
  }),
  union: fresh((list, [other], scope) => distinct(scope, [...list, ...listArgument(other, 'union')], itself)),
  chunk: fresh(chunk),
  append: fresh(
    payingItself((list, args, scope) => {
      chargeList(scope, list.length + args.length);
      return [...list, ...args];
    }),
  ),
  randomItem: constant((list, _, scope) => list[Math.floor(scope.data.random() * list.length)]),
  merge: fresh(weighing(4, merge)),
  smartJoin: fresh(smartJoin),
  renameKeys: fresh(weighing(4, renameKeys)),
  toJsonString: payingItself((list, _, scope) => toJsonText(scope, list)),
  toInt: constant(() => undefined),
  toFloat: constant(() => undefined),
  toBoolean: constant(() => undefined),
  toDateTime: constant(() => undefined),
};
