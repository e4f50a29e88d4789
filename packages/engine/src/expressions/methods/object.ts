import { charge, chargeFields, chargeText } from '../budget.ts';
import { typeError } from '../errors.ts';
import { toKey, toText } from '../language/convert.ts';
import { chargeBeyondAscii } from '../language/encodings.ts';
import { toJsonText } from '../language/json.ts';
import { type Declared, fresh, payingItself } from '../language/paying.ts';
import { indexIn } from '../language/search.ts';
import { copyFields, isForbiddenName, isPlainObject } from '../language/values.ts';
import type { Scope } from '../scope.ts';
import { compactObject } from './compact.ts';
import { defineTable, type Method } from './table.ts';

type Fields = Readonly<Record<string, unknown>>;

const keysOf = (scope: Scope, fields: Fields, steps = 1): string[] => {
  const keys = Object.keys(fields);
  chargeFields(scope, keys.length * steps);
  return keys.some(isForbiddenName) ? keys.filter((key) => !isForbiddenName(key)) : keys;
};

function hasNoField(scope: Scope, fields: Fields): boolean {
  const { length } = Object.keys(fields);
  chargeFields(scope, length);
  return length === 0;
}

const pick = (
  scope: Scope,
  fields: Fields,
  isWanted: (key: string, value: unknown) => boolean,
): Record<string, unknown> => {
  const result: Record<string, unknown> = {};
  for (const key of keysOf(scope, fields, 2)) if (isWanted(key, fields[key])) result[key] = fields[key];
  return result;
};

/** @param isKept of a field, by whether it is a text that holds the wanted one; undefined: it is no text */
const containing = (isKept: (isFound: boolean | undefined) => boolean): Declared<Method<Fields>> =>
  fresh((fields, [text], scope) => {
    if (typeof text !== 'string' || text === '') throw typeError('A text of at least one character is needed');
    return pick(scope, fields, (_, value) =>
      isKept(typeof value === 'string' ? indexIn(scope, value, text) !== -1 : undefined),
    );
  });

function toQuery(fields: Fields, _: readonly unknown[], scope: Scope): string {
  const query = new URLSearchParams();
  for (const key of keysOf(scope, fields, 8)) {
    const value = toText(scope, fields[key]);
    chargeText(scope, key.length + value.length, 4);
    chargeBeyondAscii(scope, value);
    query.append(key, value);
  }
  return query.toString();
}

/** What objects can do; a field of the same name wins over each of these. */
export const objectTable = defineTable<Fields>('object', {
  native: {
    hasOwnProperty: (fields: Fields, [name]: readonly unknown[], scope: Scope) =>
      Object.hasOwn(fields, toKey(scope, name)),
    toString: () => '[object Object]',
    toLocaleString: () => '[object Object]',
    valueOf: (fields: Fields) => fields,
  },
  extensions: {
    keys: fresh((fields, _, scope) => keysOf(scope, fields)),
    values: fresh((fields, _, scope) => {
      const keys = keysOf(scope, fields);
      charge(scope, keys.length >> 1);
      return keys.map((key) => fields[key]);
    }),
    isEmpty: (fields, _, scope) => hasNoField(scope, fields),
    isNotEmpty: (fields, _, scope) => !hasNoField(scope, fields),
    hasField: (fields, [name], scope) => Object.hasOwn(fields, toKey(scope, name)),
    removeField: fresh((fields, [name], scope) => {
      const unwanted = toKey(scope, name);
      return pick(scope, fields, (key) => key !== unwanted);
    }),
    compact: fresh((fields, _, scope) => compactObject(scope, fields, new Set<unknown>([null, undefined, '', 'nil']))),
    merge: fresh((fields, [other], scope) => {
      const result: Record<string, unknown> = {};
      if (isPlainObject(other)) copyFields(scope, result, other);
      copyFields(scope, result, fields);
      return result;
    }),
    keepFieldsContaining: containing((isFound) => isFound === true),
    removeFieldsContaining: containing((isFound) => isFound !== true),
    urlEncode: toQuery,
    toJsonString: payingItself((fields, _, scope) => toJsonText(scope, fields)),
    toInt: () => undefined,
    toFloat: () => undefined,
    toBoolean: () => undefined,
    toDateTime: () => undefined,
  },
});
