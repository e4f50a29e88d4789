import type { Json } from '@millrace/contract/data';
import { defineField } from './fields.ts';

/**
 * Makes plain JSON data of a value of the expression language, before it goes into an item: dates, durations and intervals become ISO text, Map (with
 * texts or numbers as keys) an object, other Maps pairs, Set and arrays of numbers lists, a BigInt its digits, NaN and Infinity null. Undefined, symbols
 * and functions are left out of objects and null in lists. Data that is plain already is given back as it is, not copied.
 * @throws TypeError for a value that holds itself, is nested more than a thousand levels deep, or is too large: a small value can hold the same list many
 * times at every level, and be endless when it is written out
 */
export function toJsonValue(value: unknown): Json {
  return convert(value, 0, { values: mostValues, characters: mostCharacters }) ?? null;
}

const deepest = 1_000;
const mostValues = 5_000_000;
const mostCharacters = 200_000_000;

/** What the value may still hold. */
interface Room {
  values: number;
  characters: number;
}

function convert(value: unknown, level: number, room: Room): Json | undefined {
  switch (typeof value) {
    case 'string':
      room.characters -= value.length;
      if (room.characters < 0) throw tooLarge();
      return value;
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : null;
    case 'bigint':
      return value.toString();
    case 'object':
      return value === null ? null : convertObject(value, level, room);
    default:
      return undefined;
  }
}

const tooLarge = () => new TypeError('The value is too large to be kept as JSON');

function convertObject(value: object, level: number, room: Room): Json | undefined {
  if (level > deepest)
    throw new TypeError('The value is nested too deeply, or holds itself, and cannot be kept as JSON');
  if (Array.isArray(value)) return convertList(value, level, room);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null)
    return convertFields(value as Record<string, unknown>, level, room);
  return convertInstance(value, level, room);
}

function convertInstance(value: object, level: number, room: Room): Json | undefined {
  if (value instanceof Map) return convertMap(value, level, room);
  if (value instanceof Set) return convertList([...value], level, room);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Error) return { name: value.name, message: value.message };
  const { toJSON, toISO } = value as { toJSON?: unknown; toISO?: unknown };
  if (typeof toJSON === 'function') return convert(toJSON.call(value), level + 1, room);
  if (typeof toISO === 'function') return convert(toISO.call(value), level + 1, room);
  if (value instanceof RegExp || value instanceof URLSearchParams) return String(value);
  if (value instanceof ArrayBuffer) return convertBytes(new Uint8Array(value), room);
  if (value instanceof DataView)
    return convertBytes(new Uint8Array(value.buffer, value.byteOffset, value.byteLength), room);
  if (ArrayBuffer.isView(value)) return convertBytes(value as unknown as Uint8Array, room);
  return convertFields({ ...value }, level, room);
}

function convertBytes(array: Iterable<number | bigint> & { length: number }, room: Room): Json {
  takeRoom(room, array.length);
  return Array.from(array, (element) => convert(element, 0, room) ?? null);
}

function convertMap(map: ReadonlyMap<unknown, unknown>, level: number, room: Room): Json {
  const isNamed = [...map.keys()].every((key) => typeof key === 'string' || typeof key === 'number');
  return isNamed
    ? convertFields(Object.fromEntries(map) as Record<string, unknown>, level, room)
    : convertList([...map], level, room);
}

function takeRoom(room: Room, count: number): void {
  room.values -= count;
  if (room.values < 0) throw tooLarge();
}

/** Copies from the first element that changes; most lists never do. */
function convertList(list: readonly unknown[], level: number, room: Room): Json[] {
  takeRoom(room, list.length);
  let copy: Json[] | undefined;
  for (let index = 0; index < list.length; index += 1) {
    const element = list[index];
    const converted = convert(element, level + 1, room) ?? null;
    if (copy === undefined && converted !== element) copy = list.slice(0, index) as Json[];
    copy?.push(converted);
  }
  return copy ?? (list as Json[]);
}

function convertFields(fields: Record<string, unknown>, level: number, room: Room): Json {
  let copy: Record<string, Json> | undefined;
  const keys = Object.keys(fields);
  takeRoom(room, keys.length);
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] as string;
    const field = fields[key];
    const converted = convert(field, level + 1, room);
    if (copy === undefined && (converted !== field || converted === undefined))
      copy = copyOf(fields, keys.slice(0, index));
    if (copy !== undefined && converted !== undefined) defineField(copy, key, converted);
  }
  return copy ?? (fields as Record<string, Json>);
}

function copyOf(fields: Record<string, unknown>, keys: readonly string[]): Record<string, Json> {
  const copy: Record<string, Json> = {};
  for (const key of keys) defineField(copy, key, fields[key] as Json);
  return copy;
}
