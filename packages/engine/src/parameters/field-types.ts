import { type FieldType, isObject, type ParameterOption } from '@millrace/contract/data';
import { expected, toPlain } from './plain.ts';
import { toBoolean, toNumber, toText } from './scalars.ts';

/** Brings a value to what a parameter's `validateType`, or a column of a resource mapper, asks for. */

type ToType = (value: unknown, options: readonly ParameterOption[] | undefined) => unknown;

const parsed = (value: unknown): unknown => {
  if (typeof value !== 'string') return toPlain(value);
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
};

const isoDate = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s?(?:Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;
const withZone = /(?:Z|GMT|UTC?|[A-Z]{2,4}T|[+-]\d{4})\s*(?:\([^)]*\))?$/i;

/** ISO text stays as it is written; other forms become ISO, in UTC where they name no zone. Numbers are milliseconds since the epoch. */
const toDate: ToType = (value) => {
  const plain = typeof value === 'number' ? value : toText(value).trim();
  if (typeof plain === 'string' && isoDate.test(plain) && !Number.isNaN(Date.parse(plain.slice(0, 10)))) return plain;
  const time =
    typeof plain === 'number' || /^\d{10,}$/.test(plain)
      ? Number(plain)
      : Date.parse(withZone.test(plain) ? plain : `${plain} UTC`);
  if (Number.isNaN(time) || Math.abs(time) > 8.64e15) throw expected('a date such as 2026-01-31T08:00:00Z', value);
  return new Date(time).toISOString();
};

const matching =
  (pattern: RegExp, what: string): ToType =>
  (value) => {
    const text = toText(value).trim();
    if (!pattern.test(text)) throw expected(what, value);
    return text;
  };

const toUrl: ToType = (value) => {
  const text = toText(value).trim();
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^\s/?#]+\S*$/i.test(url) || /\s/.test(text)) throw expected('a URL', value);
  return url;
};

const toChoice: ToType = (value, options) => {
  if (!options || options.length === 0 || options.some((option) => option.value === value)) return value;
  const known = options.map((option) => describeOption(option)).join(', ');
  throw expected(`one of ${known.length > 200 ? `${known.slice(0, 200)}…` : known}`, value);
};

const describeOption = ({ value }: ParameterOption): string => JSON.stringify(value);

const toArray: ToType = (value) => {
  const list = parsed(value);
  if (!Array.isArray(list)) throw expected('a list', value);
  return list;
};

const toFormFields: ToType = (value) => {
  const fields = parsed(value);
  if (!Array.isArray(fields) || !fields.every(isObject)) throw expected('a list of form fields', value);
  return fields;
};

const converters: { [Type in FieldType]: ToType } = {
  string: toText,
  'string-alphanumeric': matching(/^[A-Za-z_]\w*$/, 'letters, digits and underscores, with no digit first,'),
  number: toNumber,
  boolean: toBoolean,
  dateTime: toDate,
  time: matching(/^([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d)?(\s?[+-]\d{2}:?\d{2})?$/, 'a time such as 08:30'),
  array: toArray,
  object: (value) => {
    const object = parsed(value);
    if (!isObject(object)) throw expected('an object', value);
    return object;
  },
  options: toChoice,
  url: toUrl,
  jwt: matching(/^[\w-]+\.[\w-]+\.[\w-]*$/, 'a JSON web token'),
  'form-fields': toFormFields,
};

/** What is empty is right for every type, and stays as it is. */
const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

/**
 * @param options of `options`: the values that there are
 * @throws Error that says what was expected and what was there
 */
export const toFieldType = (value: unknown, type: FieldType, options?: readonly ParameterOption[]): unknown => {
  if (isEmpty(value)) return value;
  // A type that is newer than this says nothing of its values.
  return Object.hasOwn(converters, type) ? converters[type](value, options) : value;
};

/** Whether a value is of the type as it stands, without conversion. */
export const isOfFieldType = (value: unknown, type: FieldType, options?: readonly ParameterOption[]): boolean => {
  if (isEmpty(value)) return true;
  if (type === 'array' || type === 'form-fields') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  if (type === 'number' || type === 'boolean') return typeof value === type;
  if (type !== 'options' && typeof value !== 'string') return false;
  try {
    toFieldType(value, type, options);
    return true;
  } catch {
    return false;
  }
};
