import { charge, chargeText, costs } from '../budget.ts';
import { ExpressionError } from '../errors.ts';
import { toFunction, toText } from '../language/convert.ts';
import { type Declared, fresh } from '../language/paying.ts';
import type { Scope } from '../scope.ts';
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

/** The addresses that parameters were read from: who may change the one may change the other. */
const addressOf = new WeakMap<URLSearchParams, URL>();
properties.searchParams = (url) => {
  addressOf.set(url.searchParams, url);
  return url.searchParams;
};

export const urlTable = defineTable<URL>('address', {
  native: { toString: (url: URL) => url.toString(), toJSON: (url) => url.toJSON() },
  properties,
  costOf: () => costs.text,
});

const changing =
  (change: (query: URLSearchParams, name: string, value: string) => void): Method<URLSearchParams> =>
  (query, [name, value], scope) => {
    const address = addressOf.get(query);
    if (!scope.owns(query) && !(address && scope.owns(address)))
      throw new ExpressionError('forbidden', 'Only parameters that the expression made can be changed', {
        hint: 'Write new URLSearchParams(parameters).',
      });
    if (address) charge(scope, address.href.length >> 3);
    charge(scope, 8 + sizeOf(query));
    change(query, toText(scope, name), toText(scope, value));
  };

/** Not every host's type knows the property. */
const sizeOf = (query: URLSearchParams): number => (query as URLSearchParams & { size: number }).size;

const listing = (view: (query: URLSearchParams) => Iterable<unknown>): Declared<Method<URLSearchParams>> =>
  fresh((query, _, scope) => {
    charge(scope, sizeOf(query) * 2);
    return [...view(query)];
  });

/** The name as text; the host looks at all parameters to find it. */
function nameIn(scope: Scope, query: URLSearchParams, name: unknown): string {
  charge(scope, 4 + (sizeOf(query) >> 1));
  const text = toText(scope, name);
  chargeText(scope, text.length);
  return text;
}

export const searchParamsTable = defineTable<URLSearchParams>('address parameters', {
  native: {
    get: (query, [name], scope) => query.get(nameIn(scope, query, name)),
    getAll: fresh((query, [name], scope) => query.getAll(nameIn(scope, query, name))),
    has: (query, [name], scope) => query.has(nameIn(scope, query, name)),
    keys: listing((query) => query.keys()),
    values: listing((query) => query.values()),
    entries: listing((query) => query.entries()),
    toString: (query: URLSearchParams, _: readonly unknown[], scope: Scope) => {
      charge(scope, sizeOf(query) * 8);
      const text = query.toString();
      chargeText(scope, text.length, 4);
      return text;
    },
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
