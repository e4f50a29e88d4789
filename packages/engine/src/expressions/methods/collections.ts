import { charge, costs } from '../budget.ts';
import { typeError } from '../errors.ts';
import { toFunction, toText } from '../language/convert.ts';
import { chargeKey } from '../language/equality.ts';
import { assertOwn } from '../language/ownership.ts';
import { constant, type Declarable, type Declared, fresh, payingItself, weighing } from '../language/paying.ts';
import { execute } from '../regex/execute.ts';
import type { Scope } from '../scope.ts';
import { defineTable, type Method } from './table.ts';

const copyHint = 'Change a copy of it.';

/** A key, once it is paid for. */
function paidKey(scope: Scope, key: unknown): unknown {
  chargeKey(scope, key);
  return key;
}

const forEachOf = payingItself<Method<ReadonlyMap<unknown, unknown> | ReadonlySet<unknown>>>(
  (collection, [callback], scope) => {
    const visit = toFunction(callback, 'forEach');
    collection.forEach((value: unknown, key: unknown) => {
      charge(scope, 1);
      visit.invoke(scope, [value, key, collection]);
    });
  },
);

/** Keys, values or pairs as a list, where JavaScript gives an iterator. */
const listing = <T extends { size: number }>(view: (collection: T) => Iterable<unknown>): Declared<Method<T>> =>
  fresh(weighing(6, (collection) => [...view(collection)]));

/** Finds one key, and may do something to it. */
const byKey = <T>(use: (collection: T, key: unknown, value: unknown, scope: Scope) => unknown): Declared<Method<T>> =>
  constant((collection, [key, value], scope) => use(collection, paidKey(scope, key), value, scope));

/** Changes a collection of the expression's own. */
const changing = <T extends object>(
  change: (collection: T, key: unknown, value: unknown) => unknown,
): Declared<Method<T>> =>
  byKey((collection, key, value, scope) => {
    assertOwn(scope, collection, copyHint);
    return change(collection, key, value);
  });

export const mapTable = defineTable<Map<unknown, unknown>>('map', {
  native: {
    get: byKey((map, key) => map.get(key)),
    has: byKey((map, key) => map.has(key)),
    set: changing((map, key, value) => map.set(key, value)),
    delete: changing((map, key) => map.delete(key)),
    clear: changing((map) => map.clear()),
    keys: listing((map) => map.keys()),
    values: listing((map) => map.values()),
    entries: listing((map) => map.entries()),
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

const ofSet: Record<string, Declarable<Method<Set<unknown>>>> = {
  has: byKey((set, value) => set.has(value)),
  add: changing((set, value) => set.add(value)),
  delete: changing((set, value) => set.delete(value)),
  clear: changing((set) => set.clear()),
  keys: listing((set) => set),
  values: listing((set) => set),
  entries: listing((set) => set.entries()),
  forEach: forEachOf,
};
for (const [name, operation] of Object.entries(setOperations)) {
  ofSet[name] = fresh(
    weighing(24, (set, [other]) => {
      if (other instanceof Set) return operation(set, other);
      throw typeError(`${name}() needs a Set`, 'Write new Set(list).');
    }),
  );
}

export const setTable = defineTable<Set<unknown>>('set', { native: ofSet, properties: { size: (set) => set.size } });

const escapedSource = (pattern: RegExp, _: readonly unknown[], scope: Scope): string => {
  charge(scope, costs.text);
  return String(pattern);
};

export const regExpTable = defineTable<RegExp>('pattern', {
  native: {
    test: payingItself((pattern, [text], scope) => execute(scope, pattern, toText(scope, text)) !== null),
    exec: fresh(payingItself((pattern, [text], scope) => execute(scope, pattern, toText(scope, text)))),
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
