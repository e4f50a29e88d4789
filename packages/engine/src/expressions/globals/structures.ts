import { DateTime } from 'luxon';
import { charge, chargeFields, chargeList, limits } from '../budget.ts';
import { ExpressionError, typeError } from '../errors.ts';
import { toFunction, toKey, toNumber, toText } from '../language/convert.ts';
import { chargeKey, isSameValue } from '../language/equality.ts';
import { toList } from '../language/iterate.ts';
import { toJsonText } from '../language/json.ts';
import { chargeParsing } from '../language/json-cost.ts';
import { constant, type Declared, fresh, payingItself } from '../language/paying.ts';
import {
  assertAllowedName,
  copyFields,
  FunctionValue,
  type Invoke,
  isForbiddenName,
  isPlainObject,
  LazyObject,
  Namespace,
} from '../language/values.ts';
import { groupList } from '../methods/array-callbacks.ts';
import type { Scope } from '../scope.ts';
import { defineFunctions } from './define.ts';

/** What is wanted of each field of a value, as `Object.keys` sees them. */
function fieldsOf<T>(scope: Scope, value: unknown, view: (key: string, field: unknown) => T): T[] {
  if (value === null || value === undefined) throw typeError(`Object functions need an object, and this is ${value}`);
  const fields = value instanceof LazyObject ? value.toJSON() : value;
  charge(scope, 8);
  const result: T[] = [];
  if (isPlainObject(fields)) {
    const keys = Object.keys(fields);
    chargeFields(scope, keys.length);
    for (const key of keys) if (!isForbiddenName(key)) result.push(view(key, fields[key]));
  } else if (Array.isArray(fields) || typeof fields === 'string') {
    charge(scope, fields.length);
    for (let index = 0; index < fields.length; index += 1) {
      // A list may have places that nothing was put into.
      if (typeof fields === 'string' || index in fields) result.push(view(String(index), fields[index]));
    }
  }
  return result;
}

/** Gives back what it is given, which stays whose it is. */
const asObject = constant<Invoke>((scope, [value]) => value ?? scope.own({}));

/** Names, values or pairs of an object or list. */
const listing = <T>(view: (key: string, field: unknown) => T): Declared<Invoke> =>
  fresh(payingItself((scope, [value]) => fieldsOf(scope, value, view)));

export const object = new Namespace('Object', {
  call: asObject,
  construct: asObject,
  holds: (value) => typeof value === 'object' && value !== null,
  members: defineFunctions({
    keys: listing((key) => key),
    values: listing((_, field) => field),
    entries: listing((key, field) => [key, field]),
    getOwnPropertyNames: listing((key) => key),
    /** What is frozen is no longer the expression's own, so it can be changed no more. */
    freeze: constant((scope, [value]) => {
      if (typeof value === 'object' && value !== null) scope.owned?.delete(value);
      return value;
    }),
    isFrozen: constant((scope, [value]) => typeof value !== 'object' || value === null || !scope.owns(value)),
    /** Into the first if the expression made it, else into a copy. */
    assign: payingItself((scope, args) => {
      const [target] = args;
      const result: Record<string, unknown> = isPlainObject(target) && scope.owns(target) ? target : scope.own({});
      for (const source of args) if (isPlainObject(source) && source !== result) copyFields(scope, result, source);
      return result;
    }),
    fromEntries: fresh((scope, [entries]) => {
      const result: Record<string, unknown> = {};
      for (const entry of toList(scope, entries)) {
        const [name, value] = toList(scope, entry);
        const key = toKey(scope, name);
        assertAllowedName(key);
        charge(scope, 1);
        result[key] = value;
      }
      return result;
    }),
    hasOwn: (scope, [value, name]) => {
      const key = toKey(scope, name);
      return (
        typeof value === 'object' &&
        value !== null &&
        !isForbiddenName(key) &&
        (isPlainObject(value) || Array.isArray(value)
          ? Object.hasOwn(value, key)
          : value instanceof LazyObject && value.names().includes(key))
      );
    },
    is: payingItself((scope, [left, right]) => isSameValue(scope, left, right)),
    groupBy: payingItself((scope, [list, callback]) => groupList(scope, toList(scope, list), callback)),
  }),
});

function arrayFrom(scope: Scope, [source, callback]: readonly unknown[]): unknown[] {
  const list = isPlainObject(source) ? listOfLength(scope, source.length) : [...toList(scope, source)];
  if (callback === undefined) return list;
  const map = toFunction(callback, 'Array.from');
  return list.map((value, index) => {
    charge(scope, 1);
    return map.invoke(scope, [value, index]);
  });
}

function listOfLength(scope: Scope, length: unknown): undefined[] {
  const count = Math.max(0, Math.trunc(toNumber(scope, length)) || 0);
  chargeList(scope, count);
  return new Array<undefined>(count).fill(undefined);
}

const makeArray = fresh(
  payingItself<Invoke>((scope, args) => {
    if (args.length === 1 && typeof args[0] === 'number') return listOfLength(scope, args[0]);
    chargeList(scope, args.length);
    return [...args];
  }),
);

export const array = new Namespace('Array', {
  call: makeArray,
  construct: makeArray,
  holds: Array.isArray,
  members: defineFunctions({
    isArray: constant((_, [value]) => Array.isArray(value)),
    of: fresh(constant((_, args) => [...args])),
    from: fresh(payingItself(arrayFrom)),
  }),
});

export const json = new Namespace('JSON', {
  members: defineFunctions({
    stringify: payingItself((scope, [value, replacer, indent]) => {
      const wanted = Array.isArray(replacer)
        ? onlyFields(scope, value, namesIn(scope, replacer), 0)
        : replacer instanceof FunctionValue
          ? replaceFields(scope, { '': value }, '', replacer, 0)
          : value;
      return toJsonText(scope, wanted, typeof indent === 'number' || typeof indent === 'string' ? indent : undefined);
    }),
    parse: payingItself((scope, [value, reviver]) => {
      const text = toText(scope, value);
      charge(scope, 4);
      chargeParsing(scope, text);
      try {
        const value = own(scope, JSON.parse(text), 0);
        return reviver instanceof FunctionValue ? reviveFields(scope, { '': value }, '', reviver, 0) : value;
      } catch (cause) {
        if (cause instanceof ExpressionError) throw cause;
        throw new ExpressionError('type', cause instanceof Error ? cause.message : 'This is not valid JSON', { cause });
      }
    }),
  }),
});

function namesIn(scope: Scope, list: readonly unknown[]): Set<string> {
  chargeList(scope, list.length, 4);
  return new Set(
    list.map((element) => {
      const name = toText(scope, element);
      chargeKey(scope, name);
      return name;
    }),
  );
}

function onlyFields(scope: Scope, value: unknown, names: ReadonlySet<string>, level: number): unknown {
  charge(scope, 1);
  if (level > limits.callDepth) throw typeError('The value is nested too deeply');
  if (Array.isArray(value)) return value.map((element) => onlyFields(scope, element, names, level + 1));
  if (!isPlainObject(value)) return value;
  const result: Record<string, unknown> = {};
  const keys = Object.keys(value);
  chargeFields(scope, keys.length);
  for (const key of keys) {
    if (names.has(key) && !isForbiddenName(key)) result[key] = onlyFields(scope, value[key], names, level + 1);
  }
  return result;
}

type Fields = Readonly<Record<string, unknown>>;

const mostLevels = (level: number): void => {
  if (level > limits.callDepth) throw typeError('The value is nested too deeply');
};

/** What `JSON.stringify` writes when a function replaces values: from the outside in. */
function replaceFields(
  scope: Scope,
  holder: Fields | readonly unknown[],
  key: string,
  replacer: FunctionValue,
  level: number,
): unknown {
  mostLevels(level);
  charge(scope, 2);
  const found = (holder as Fields)[key];
  const plain = found instanceof Date || found instanceof DateTime ? found.toJSON() : found;
  const value = replacer.invoke(scope, [key, plain]);
  if (Array.isArray(value)) {
    return value.map((_, index) => replaceFields(scope, value, String(index), replacer, level + 1));
  }
  if (!isPlainObject(value)) return value;
  const result: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    if (!isForbiddenName(name)) result[name] = replaceFields(scope, value, name, replacer, level + 1);
  }
  return result;
}

/** What `JSON.parse` gives when a function revives values: from the inside out; undefined takes a field away. */
function reviveFields(
  scope: Scope,
  holder: Fields | readonly unknown[],
  key: string,
  reviver: FunctionValue,
  level: number,
): unknown {
  mostLevels(level);
  charge(scope, 2);
  const value = (holder as Fields)[key];
  if (Array.isArray(value)) {
    return reviver.invoke(scope, [
      key,
      scope.own(value.map((_, index) => reviveFields(scope, value, String(index), reviver, level + 1))),
    ]);
  }
  if (!isPlainObject(value)) return reviver.invoke(scope, [key, value]);
  const result: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    if (isForbiddenName(name)) continue;
    const revived = reviveFields(scope, value, name, reviver, level + 1);
    if (revived !== undefined) result[name] = revived;
  }
  return reviver.invoke(scope, [key, scope.own(result)]);
}

/** Parsed data belongs to the expression at every level. */
function own(scope: Scope, value: unknown, level: number): unknown {
  if (scope.owned === undefined || typeof value !== 'object' || value === null || level > limits.callDepth)
    return value;
  charge(scope, 1);
  for (const field of Object.values(value)) own(scope, field, level + 1);
  return scope.own(value);
}

export const set = new Namespace('Set', {
  construct: fresh(
    payingItself((scope, [values]) => {
      const result = new Set<unknown>();
      for (const value of values === undefined || values === null ? [] : toList(scope, values)) {
        charge(scope, 1);
        chargeKey(scope, value);
        result.add(value);
      }
      return result;
    }),
  ),
  holds: (value) => value instanceof Set,
});

export const map = new Namespace('Map', {
  construct: fresh(
    payingItself((scope, [entries]) => {
      const result = new Map<unknown, unknown>();
      for (const entry of entries === undefined || entries === null ? [] : toList(scope, entries)) {
        const [key, value] = toList(scope, entry);
        charge(scope, 2);
        chargeKey(scope, key);
        result.set(key, value);
      }
      return result;
    }),
  ),
  holds: (value) => value instanceof Map,
  members: defineFunctions({
    groupBy: fresh(
      payingItself((scope, [values, callback]) => {
        const keyOf = toFunction(callback, 'Map.groupBy');
        const groups = new Map<unknown, unknown[]>();
        toList(scope, values).forEach((value, index) => {
          charge(scope, 4);
          const key = keyOf.invoke(scope, [value, index]);
          chargeKey(scope, key);
          const group = groups.get(key);
          if (group) group.push(value);
          else groups.set(key, scope.own([value]));
        });
        return groups;
      }),
    ),
  }),
});
