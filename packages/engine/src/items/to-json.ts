import type { Json } from '@millrace/contract/data';

/**
 * Makes plain JSON data of a value of the expression language, before it goes into an item: dates become ISO text, Map and Set what they hold,
 * NaN and Infinity null. Undefined and functions are left out of objects and null in lists. Data that is plain already is given back as it
 * is, not copied.
 * @throws TypeError for a value that holds itself, or is nested more than a thousand levels deep
 */
export function toJsonValue(value: unknown): Json {
  return convert(value, 0) ?? null;
}

const deepest = 1_000;

function convert(value: unknown, level: number): Json | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : null;
    case 'bigint':
      return value.toString();
    case 'object':
      return value === null ? null : convertObject(value, level);
    default:
      return undefined;
  }
}

function convertObject(value: object, level: number): Json | undefined {
  if (level > deepest)
    throw new TypeError('The value is nested too deeply, or holds itself, and cannot be kept as JSON');
  if (Array.isArray(value)) return convertList(value, level);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null)
    return convertFields(value as Record<string, unknown>, level);
  if (value instanceof Map) return convertFields(Object.fromEntries(value) as Record<string, unknown>, level);
  if (value instanceof Set) return convertList([...value], level);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Error) return { name: value.name, message: value.message };
  const { toJSON } = value as { toJSON?: unknown };
  if (typeof toJSON === 'function') return convert(toJSON.call(value), level + 1);
  if (value instanceof RegExp || value instanceof URLSearchParams) return String(value);
  return convertFields(value as Record<string, unknown>, level);
}

/** Copies from the first element that changes; most lists never do. */
function convertList(list: readonly unknown[], level: number): Json[] {
  let copy: Json[] | undefined;
  for (let index = 0; index < list.length; index += 1) {
    const element = list[index];
    const converted = convert(element, level + 1) ?? null;
    if (copy === undefined && converted !== element) copy = list.slice(0, index) as Json[];
    copy?.push(converted);
  }
  return copy ?? (list as Json[]);
}

function convertFields(fields: Record<string, unknown>, level: number): Json {
  let copy: Record<string, Json> | undefined;
  const keys = Object.keys(fields);
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] as string;
    const field = fields[key];
    const converted = convert(field, level + 1);
    if (copy === undefined && (converted !== field || converted === undefined))
      copy = copyOf(fields, keys.slice(0, index));
    if (copy !== undefined && converted !== undefined) define(copy, key, converted);
  }
  return copy ?? (fields as Record<string, Json>);
}

function copyOf(fields: Record<string, unknown>, keys: readonly string[]): Record<string, Json> {
  const copy: Record<string, Json> = {};
  for (const key of keys) define(copy, key, fields[key] as Json);
  return copy;
}

/** Data may have a field `__proto__`; it stays a field. */
function define(target: Record<string, Json>, key: string, value: Json): void {
  if (key === '__proto__')
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  else target[key] = value;
}
