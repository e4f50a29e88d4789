import { charge, chargeList, chargeText, costs } from '../budget.ts';
import { ExpressionError } from '../errors.ts';
import { toFunction, toText } from '../language/convert.ts';
import { assertOwn } from '../language/ownership.ts';
import { execute } from '../regex/execute.ts';
import type { Scope } from '../scope.ts';
import { defineTable, type Method } from './table.ts';

const copyHint = 'Change a copy of it.';

/** The host reads a text as a whole to find its place. */
function paidKey(scope: Scope, key: unknown): unknown {
  if (typeof key === 'string' && key.length > 1_000) chargeText(scope, key.length);
  return key;
}

const forEachOf: Method<ReadonlyMap<unknown, unknown> | ReadonlySet<unknown>> = (collection, [callback], scope) => {
  const visit = toFunction(callback, 'forEach');
  collection.forEach((value: unknown, key: unknown) => {
    charge(scope, 1);
    visit.invoke(scope, [value, key, collection]);
  });
};

function listOf(scope: Scope, values: Iterable<unknown>, size: number): unknown[] {
  charge(scope, 4);
  chargeList(scope, size, 6);
  return [...values];
}

export const mapTable = defineTable<Map<unknown, unknown>>('map', {
  native: {
    get: (map, [key], scope) => map.get(paidKey(scope, key)),
    has: (map, [key], scope) => map.has(paidKey(scope, key)),
    set: (map, [key, value], scope) => {
      assertOwn(scope, map, copyHint);
      return map.set(paidKey(scope, key), value);
    },
    delete: (map, [key], scope) => {
      assertOwn(scope, map, copyHint);
      return map.delete(paidKey(scope, key));
    },
    clear: (map, _, scope) => {
      assertOwn(scope, map, copyHint);
      map.clear();
    },
    keys: (map, _, scope) => listOf(scope, map.keys(), map.size),
    values: (map, _, scope) => listOf(scope, map.values(), map.size),
    entries: (map, _, scope) => listOf(scope, map.entries(), map.size),
    forEach: forEachOf,
  },
  properties: { size: (map) => map.size },
});

type SetOperation =
  | 'union'
  | 'intersection'
  | 'difference'
  | 'symmetricDifference'
  | 'isSubsetOf'
  | 'isSupersetOf'
  | 'isDisjointFrom';

/** The operations on two sets, written out because not every host has them. */
const setOperations: Readonly<Record<SetOperation, (left: Set<unknown>, right: Set<unknown>) => unknown>> = {
  union: (left, right) => new Set([...left, ...right]),
  intersection: (left, right) => new Set([...left].filter((value) => right.has(value))),
  difference: (left, right) => new Set([...left].filter((value) => !right.has(value))),
  symmetricDifference: (left, right) =>
    new Set([...[...left].filter((value) => !right.has(value)), ...[...right].filter((value) => !left.has(value))]),
  isSubsetOf: (left, right) => [...left].every((value) => right.has(value)),
  isSupersetOf: (left, right) => [...right].every((value) => left.has(value)),
  isDisjointFrom: (left, right) => ![...left].some((value) => right.has(value)),
};

const ofSet: Record<string, Method<Set<unknown>>> = {
  has: (set, [value], scope) => set.has(paidKey(scope, value)),
  add: (set, [value], scope) => {
    assertOwn(scope, set, copyHint);
    return set.add(paidKey(scope, value));
  },
  delete: (set, [value], scope) => {
    assertOwn(scope, set, copyHint);
    return set.delete(paidKey(scope, value));
  },
  clear: (set, _, scope) => {
    assertOwn(scope, set, copyHint);
    set.clear();
  },
  keys: (set, _, scope) => listOf(scope, set, set.size),
  values: (set, _, scope) => listOf(scope, set, set.size),
  entries: (set, _, scope) => listOf(scope, set.entries(), set.size),
  forEach: forEachOf,
};
for (const [name, operation] of Object.entries(setOperations)) {
  ofSet[name] = (set, [other], scope) => {
    if (!(other instanceof Set))
      throw new ExpressionError('type', `${name}() needs a Set`, { hint: 'Write new Set(list).' });
    charge(scope, (set.size + other.size) * 3);
    return operation(set, other);
  };
}

export const setTable = defineTable<Set<unknown>>('set', { native: ofSet, properties: { size: (set) => set.size } });

const escapedSource = (pattern: RegExp, _: readonly unknown[], scope: Scope): string => {
  charge(scope, costs.text);
  return String(pattern);
};

export const regExpTable = defineTable<RegExp>('pattern', {
  native: {
    test: (pattern, [text], scope) => execute(scope, pattern, toText(scope, text)) !== null,
    exec: (pattern, [text], scope) => execute(scope, pattern, toText(scope, text)),
    toString: escapedSource,
  },
  properties: {
    source: (pattern) => pattern.source,
    flags: (pattern) => pattern.flags,
    global: (pattern) => pattern.global,
    ignoreCase: (pattern) => pattern.ignoreCase,
    multiline: (pattern) => pattern.multiline,
    dotAll: (pattern) => pattern.dotAll,
    sticky: (pattern) => pattern.sticky,
    unicode: (pattern) => pattern.unicode,
    unicodeSets: (pattern) => pattern.unicodeSets,
    hasIndices: (pattern) => pattern.hasIndices,
    lastIndex: (pattern) => pattern.lastIndex,
  },
});

export const errorTable = defineTable<Error>('error', {
  native: { toString: (error: Error) => `${error.name}: ${error.message}` },
  properties: {
    message: (error) => error.message,
    name: (error) => error.name,
    cause: (error) => error.cause,
    errors: (error) => (error instanceof AggregateError ? error.errors : undefined),
  },
});
