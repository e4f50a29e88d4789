import { type FilterValueType, isObject } from '@millrace/contract/data';
import { DateTime } from 'luxon';
import { toDateTime } from '../dates/read-date.ts';

export type Operand = { type: FilterValueType };
type Converted = { ok: true; value: unknown } | { ok: false; wanted: string };

const ok = (value: unknown): Converted => ({ ok: true, value });
const wanted = (text: string): Converted => ({ ok: false, wanted: text });

/** A value as the operator's type. Null and undefined are "no value" and fit every type. */
export const convertOperand = (value: unknown, type: FilterValueType, strict: boolean): Converted => {
  if (value === undefined || value === null || type === 'any') return ok(value);
  return converters[type](value, strict);
};

const booleanTexts = new Map([
  ['true', true],
  ['1', true],
  ['yes', true],
  ['on', true],
  ['false', false],
  ['0', false],
  ['no', false],
  ['off', false],
]);

const converters: Record<Exclude<FilterValueType, 'any'>, (value: unknown, strict: boolean) => Converted> = {
  string: (value, strict) => {
    if (typeof value === 'string') return ok(value);
    if (strict) return wanted('a text');
    if (DateTime.isDateTime(value)) return ok(value.toISO());
    return ok(typeof value === 'object' ? JSON.stringify(value) : String(value));
  },
  number: (value, strict) => {
    if (typeof value === 'number') return Number.isNaN(value) ? wanted('a number') : ok(value);
    if (strict) return wanted('a number');
    if (typeof value === 'boolean') return ok(Number(value));
    if (typeof value !== 'string') return wanted('a number');
    if (value.trim() === '') return ok(undefined);
    const number = Number(value);
    return Number.isNaN(number) ? wanted('a number') : ok(number);
  },
  boolean: (value, strict) => {
    if (typeof value === 'boolean') return ok(value);
    if (strict) return wanted('true or false');
    if (value === '') return ok(undefined);
    if (typeof value === 'number') return ok(value !== 0);
    const boolean = typeof value === 'string' ? booleanTexts.get(value.trim().toLowerCase()) : undefined;
    return boolean === undefined ? wanted('true or false') : ok(boolean);
  },
  dateTime: (value) => {
    if (value === '') return ok(undefined);
    const date = toDateTime(value);
    return date?.isValid ? ok(date.toMillis()) : wanted('a date');
  },
  array: (value, strict) => {
    const list = !strict && typeof value === 'string' ? parseJson(value) : value;
    return Array.isArray(list) ? ok(list) : wanted('a list');
  },
  object: (value, strict) => {
    const object = !strict && typeof value === 'string' ? parseJson(value) : value;
    return isObject(object) ? ok(object) : wanted('an object');
  },
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
