import { charge } from '../budget.ts';
import { ExpressionError } from '../errors.ts';
import { toFunction, toText } from '../language/convert.ts';
import { defineTable, type Method, type Property } from './table.ts';

const urlParts = [
  'hash',
  'host',
  'hostname',
  'href',
  'origin',
  'password',
  'pathname',
  'port',
  'protocol',
  'search',
  'searchParams',
  'username',
] as const satisfies readonly (keyof URL)[];

const properties: Record<string, Property<URL>> = {};
for (const part of urlParts) properties[part] = (url) => url[part];

export const urlTable = defineTable<URL>('address', {
  native: { toString: (url: URL) => url.toString(), toJSON: (url) => url.toJSON() },
  properties,
});

const changing =
  (change: (query: URLSearchParams, name: string, value: string) => void): Method<URLSearchParams> =>
  (query, [name, value], scope) => {
    if (!scope.owns(query))
      throw new ExpressionError('forbidden', 'Only parameters made with new URLSearchParams can be changed');
    charge(scope, 4);
    change(query, toText(scope, name), toText(scope, value));
  };

export const searchParamsTable = defineTable<URLSearchParams>('address parameters', {
  native: {
    get: (query, [name], scope) => query.get(toText(scope, name)),
    getAll: (query, [name], scope) => query.getAll(toText(scope, name)),
    has: (query, [name], scope) => query.has(toText(scope, name)),
    keys: (query) => [...query.keys()],
    values: (query) => [...query.values()],
    entries: (query) => [...query.entries()],
    toString: (query: URLSearchParams) => query.toString(),
    forEach: (query, [callback], scope) => {
      const visit = toFunction(callback, 'forEach');
      for (const [name, value] of query) {
        charge(scope, 1);
        visit.invoke(scope, [value, name, query]);
      }
    },
    append: changing((query, name, value) => query.append(name, value)),
    set: changing((query, name, value) => query.set(name, value)),
    delete: changing((query, name) => query.delete(name)),
    sort: changing((query) => query.sort()),
  },
});
