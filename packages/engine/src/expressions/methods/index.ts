import { DateTime, Duration, Interval } from 'luxon';
import { BufferValue } from '../language/buffer.ts';
import { FunctionValue, isPlainObject } from '../language/values.ts';
import { arrayTable } from './array.ts';
import { bufferTable } from './buffer.ts';
import { errorTable, mapTable, regExpTable, setTable } from './collections.ts';
import { dateTable } from './date.ts';
import { dateTimeTable } from './date-time.ts';
import { durationTable, intervalTable } from './durations.ts';
import * as intl from './intl.ts';
import { booleanTable, numberTable } from './number.ts';
import { objectTable } from './object.ts';
import { stringTable } from './string.ts';
import type { TypeTable } from './table.ts';
import { searchParamsTable, urlTable } from './url.ts';

/** Types with a class, in the order of how often they are met. */
const classes: readonly (readonly [isOfClass: (value: unknown) => boolean, table: TypeTable])[] = [
  [(value) => value instanceof DateTime, dateTimeTable],
  [(value) => value instanceof Date, dateTable],
  [(value) => value instanceof RegExp, regExpTable],
  [(value) => value instanceof Map, mapTable],
  [(value) => value instanceof Set, setTable],
  [(value) => value instanceof URL, urlTable],
  [(value) => value instanceof URLSearchParams, searchParamsTable],
  [(value) => value instanceof Duration, durationTable],
  [(value) => value instanceof Interval, intervalTable],
  [(value) => value instanceof Error, errorTable],
  [(value) => value instanceof Intl.DateTimeFormat, intl.dateFormatTable],
  [(value) => value instanceof Intl.NumberFormat, intl.numberFormatTable],
  [(value) => value instanceof Intl.RelativeTimeFormat, intl.relativeFormatTable],
  [(value) => value instanceof Intl.ListFormat, intl.listFormatTable],
  [(value) => value instanceof Intl.PluralRules, intl.pluralRulesTable],
  [(value) => value instanceof Intl.Collator, intl.collatorTable],
  [(value) => value instanceof Intl.DisplayNames, intl.displayNamesTable],
  [(value) => value instanceof Intl.Segmenter, intl.segmenterTable],
  [(value) => value instanceof BufferValue, bufferTable],
];

/** Tables of the classes that were met, by what their instances inherit from. */
const tables = new WeakMap<object, TypeTable>();

function tableOfClass(value: object): TypeTable | undefined {
  const prototype = Object.getPrototypeOf(value) as object;
  const known = tables.get(prototype);
  if (known) return known;
  const table = classes.find(([isOfClass]) => isOfClass(value))?.[1];
  if (table) tables.set(prototype, table);
  return table;
}

/** What a value of this type has, or undefined if it has nothing. */
export function tableOf(value: unknown): TypeTable | undefined {
  if (typeof value === 'string') return stringTable;
  if (typeof value === 'number') return numberTable;
  if (typeof value === 'boolean') return booleanTable;
  if (Array.isArray(value)) return arrayTable;
  if (isPlainObject(value)) return objectTable;
  if (typeof value !== 'object' || value === null || value instanceof FunctionValue) return undefined;
  return tableOfClass(value);
}

export const allTables: readonly TypeTable[] = [
  stringTable,
  numberTable,
  booleanTable,
  arrayTable,
  objectTable,
  ...classes.map(([, table]) => table),
];

/** Names that this language adds to some type; calling one on nothing is a mistake that is worth an error. */
export const extensionNames: ReadonlySet<string> = new Set(allTables.flatMap((table) => [...table.extensions]));

/** Methods that change their receiver when the expression made it. */
export const mutatingMethods: ReadonlySet<string> = new Set([
  ...[
    'push',
    'pop',
    'shift',
    'unshift',
    'splice',
    'sort',
    'reverse',
    'fill',
    'set',
    'add',
    'delete',
    'clear',
    'append',
  ],
  ...[...dateTable.methods.keys()].filter((name) => name.startsWith('set')),
  'copyWithin',
]);
