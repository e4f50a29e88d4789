import { isObject, type Json, type JsonObject } from '@millrace/contract/data';
import { NodeError, setField, toJsonValue } from '@millrace/engine/node-api';

/** How Set puts values into items: typed conversion, dotted names, and which of the input's fields stay. */

/** The types that a value is brought to. One of any other type (`dateTime`, `json`, `null`, …) stays as it is. */
export type FieldType = 'string' | 'number' | 'boolean' | 'array' | 'object';

const typeNames: Record<FieldType, string> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

const parse = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
};

const isFieldType = (type: string | undefined): type is FieldType =>
  type !== undefined && Object.hasOwn(converters, type);

const converters: Record<FieldType, (value: unknown) => unknown> = {
  string: (value) =>
    typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : String(value),
  number: (value) => {
    if (typeof value === 'number') return value;
    if (typeof value === 'boolean') return Number(value);
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
    return Number.isNaN(number) ? undefined : number;
  },
  boolean: (value) => {
    if (typeof value === 'boolean') return value;
    const text = String(value).trim().toLowerCase();
    if (text === 'true' || text === '1') return true;
    return text === 'false' || text === '0' ? false : undefined;
  },
  array: (value) => {
    const list = parse(value);
    return Array.isArray(list) ? list : undefined;
  },
  object: (value) => {
    const object = parse(value);
    return isObject(object) ? object : undefined;
  },
};

/** The value as one of the type; undefined where it does not fit. */
export const convertValue = (value: Json, type: FieldType): Json | undefined =>
  converters[type](value) as Json | undefined;

/** @throws NodeError where the value does not fit and conversion errors are not ignored */
export const convertField = (
  name: string,
  value: unknown,
  type: string | undefined,
  ignoreErrors: boolean,
  itemIndex: number,
): Json => {
  if (value === undefined || value === null) return null;
  const plain = toJsonValue(value);
  if (!isFieldType(type) || plain === null) return plain;
  const converted = convertValue(plain, type);
  if (converted !== undefined) return converted;
  if (ignoreErrors) return plain;
  throw new NodeError(`"${name}" should be ${typeNames[type]}, but the value is ${preview(plain)}`, {
    itemIndex,
    description:
      'Correct the value, choose another type for the field, or turn on the option "Ignore type conversion errors".',
  });
};

const preview = (value: Json): string => {
  const text = typeof value === 'string' ? `"${value}"` : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
};

const pathParts = /\[\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')\s*\]|([^.[\]]+)/g;

/** `a.b[0]["c.d"].e` as path; a name without dots and brackets is itself. */
const pathOf = (name: string): string[] => {
  if (!name.includes('.') && !name.includes('[')) return [name];
  const parts = name.matchAll(pathParts);
  return Array.from(parts, ([, double, single, plain]) => plain ?? (double ?? single ?? '').replace(/\\(.)/g, '$1'));
};

/** Sets a field by its name, or (with dot notation) by its path. @throws NodeError as `setField` */
export const assignField = (target: JsonObject, name: string, value: Json, dotNotation: boolean): void =>
  setField(target, dotNotation ? pathOf(name) : [name], value);

/** A copy with the field at its path. @throws NodeError as `setField` */
export const withField = (json: JsonObject, name: string, value: Json): JsonObject => {
  const copy = { ...json };
  assignField(copy, name, value, true);
  return copy;
};

/** Names as older workflows have them: `{ fields: [{ fieldName: 'a' }] }`, or `{}` for none. */
const oldNames = (names: Json | undefined): Json[] | undefined => {
  if (!isObject(names)) return undefined;
  if (Object.keys(names).length === 0) return [];
  const { fields } = names as { fields?: Json };
  return Array.isArray(fields)
    ? fields.map((field) => (isObject(field) ? ((field as JsonObject).fieldName ?? null) : null))
    : undefined;
};

/**
 * Names as a list, or as `a, b`.
 * @throws NodeError where it is neither
 */
export const listNames = (given: Json | undefined): string[] => {
  const names = oldNames(given) ?? given;
  if (isObject(names)) {
    throw new NodeError(`${preview(names as Json)} names no fields`, {
      description: 'Write the names separated by commas, or give a list of them.',
    });
  }
  const list = Array.isArray(names) ? names : String(names ?? '').split(',');
  return list.map((name) => String(name ?? '').trim()).filter((name) => name !== '');
};

/** The input's fields that stay: all, none, the named ones, or all but the named ones. */
export const keptFields = (
  json: JsonObject,
  include: string,
  names: Json | undefined,
  dotNotation: boolean,
): JsonObject => {
  if (include === 'all') return { ...json };
  if (include === 'none') return {};
  if (include === 'except') {
    return listNames(names).reduce((kept, name) => removeField(kept, name, dotNotation), { ...json });
  }
  const kept: JsonObject = {};
  for (const name of listNames(names)) {
    const value = readField(json, name, dotNotation);
    if (value !== undefined) assignField(kept, name, value, dotNotation && !Object.hasOwn(json, name));
  }
  return kept;
};

const own = (object: object, key: string): Json | undefined =>
  Object.hasOwn(object, key) ? (object as JsonObject)[key] : undefined;

/** A field by its very name, else (with dot notation) by its path. */
export const readField = (json: JsonObject, name: string, dotNotation: boolean): Json | undefined => {
  if (Object.hasOwn(json, name)) return json[name];
  return dotNotation ? getField(json, name) : undefined;
};

/** A copy without the field; objects on the way are copied, not changed. */
export const removeField = (json: JsonObject, name: string, dotNotation: boolean): JsonObject => {
  return removePath(json, dotNotation && !Object.hasOwn(json, name) ? pathOf(name) : [name]);
};

const removePath = (json: JsonObject, [key = '', ...rest]: readonly string[]): JsonObject => {
  if (!Object.hasOwn(json, key)) return json;
  const { [key]: value, ...others } = json;
  if (rest.length === 0) return others;
  return isObject(value) ? { ...json, [key]: removePath(value as JsonObject, rest) } : json;
};

/** The value at a dotted path of own properties; undefined where it does not lead anywhere. */
const getField = (json: JsonObject, name: string): Json | undefined => {
  let current: Json | undefined = json;
  for (const key of pathOf(name)) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = own(current, key);
  }
  return current;
};
