import { type Item, isObject, type Json, type JsonObject } from '@millrace/contract/data';
import { defineField } from '@millrace/engine/node-api';
import { keptFields, readField, removeField, withField } from '../fields/assign.ts';
import { stableText } from '../fields/stable.ts';

/** How two items that belong together are compared, and what is told of a difference. */
export interface Comparison {
  /** By version: names of the inputs, and which values count as none. */
  version: number;
  fuzzy: boolean;
  dotNotation: boolean;
  /** Fields that do not count. */
  skipFields: readonly string[];
}

const isNothing = (value: Json | undefined): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

const parsed = (text: string): Json | undefined => {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
};

/** Values of two types: a number and its text, an object and its JSON, true and 1 are the same. */
const loosely = (a: Json | undefined, b: Json | undefined): boolean => {
  if (isNothing(a) && isNothing(b)) return true;
  if (isNothing(a) || isNothing(b) || typeof a === typeof b) return false;
  if (typeof a === 'object' || typeof b === 'object') {
    const [object, other] = typeof a === 'object' ? [a, b] : [b, a];
    return typeof other === 'string' && stableText(parsed(other)) === stableText(object);
  }
  const asText = (value: Json | undefined) => {
    if (typeof value === 'boolean') return value ? '1' : '0';
    const text = String(value);
    const lower = text.toLowerCase();
    return (typeof a === 'boolean' || typeof b === 'boolean') && (lower === 'true' || lower === 'false')
      ? lower === 'true'
        ? '1'
        : '0'
      : text;
  };
  return asText(a) === asText(b);
};

export const isSame = (a: Json | undefined, b: Json | undefined, fuzzy: boolean): boolean =>
  a === b || stableText(a) === stableText(b) || (fuzzy && loosely(a, b));

const withoutSkipped = (json: JsonObject, { skipFields, dotNotation, version }: Comparison): JsonObject =>
  skipFields.reduce((kept, field) => removeField(kept, field, dotNotation && version >= 2), json);

/** Whether two items have the same values in all fields that count. */
export const areSame = (first: JsonObject, second: JsonObject, comparison: Comparison): boolean => {
  const a = withoutSkipped(first, comparison);
  const b = withoutSkipped(second, comparison);
  if (!comparison.fuzzy) return stableText(a) === stableText(b);
  const names = new Set([...Object.keys(a), ...(comparison.version >= 2.1 ? Object.keys(b) : [])]);
  return [...names].every((name) => isSame(own(a, name), own(b, name), true));
};

const own = (json: JsonObject, name: string): Json | undefined => (Object.hasOwn(json, name) ? json[name] : undefined);

/** Both versions of the fields that differ, beside those that are the same. */
export const bothVersions = (
  first: JsonObject,
  second: JsonObject,
  matchFields: readonly string[],
  comparison: Comparison,
): JsonObject => {
  const { version, fuzzy, skipFields, dotNotation } = comparison;
  const names: [string, string] = version >= 2 ? ['inputA', 'inputB'] : ['input1', 'input2'];
  const shown = (value: Json | undefined): Json => (version >= 2 ? (value ?? null) : value || null);
  const keys: JsonObject = {};
  for (const field of matchFields) defineField(keys, field, readField(first, field, dotNotation) ?? null);
  const same: JsonObject = {};
  const different: JsonObject = {};
  const skipped: JsonObject = {};
  for (const key of new Set([...Object.keys(first), ...Object.keys(second)])) {
    const [a, b] = [own(first, key), own(second, key)];
    const inBoth = a !== undefined && b !== undefined;
    if ((inBoth || (fuzzy && version >= 2.1)) && isSame(a, b, fuzzy)) {
      defineField(same, key, a ?? null);
      continue;
    }
    const isSkipped = skipFields.includes(key);
    const partly = !isSkipped && dotNotation && version >= 2.1 ? partsOf(key, skipFields) : [];
    const [left, right] = partly.length > 0 ? [without(a, partly), without(b, partly)] : [a, b];
    if (partly.length > 0) {
      defineField(skipped, key, { [names[0]]: shown(only(a, partly)), [names[1]]: shown(only(b, partly)) });
      if (isSame(left, right, fuzzy)) {
        defineField(same, key, left ?? null);
        continue;
      }
    }
    defineField(isSkipped ? skipped : different, key, { [names[0]]: shown(left), [names[1]]: shown(right) });
  }
  return { keys, same, different, ...(Object.keys(skipped).length > 0 && { skipped }) };
};

/** Paths within a field that do not count. */
const partsOf = (key: string, skipFields: readonly string[]): string[] =>
  skipFields.filter((field) => field.startsWith(`${key}.`)).map((field) => field.slice(key.length + 1));

const without = (value: Json | undefined, paths: readonly string[]): Json | undefined =>
  isObject(value) ? paths.reduce((json, path) => removeField(json, path, true), value as JsonObject) : value;

const only = (value: Json | undefined, paths: readonly string[]): Json | undefined =>
  isObject(value) ? keptFields(value as JsonObject, 'selected', [...paths], true) : undefined;

/** One version, with the named fields of the other. */
export const mixed = (
  preferred: JsonObject,
  other: JsonObject,
  except: readonly string[],
  dotNotation: boolean,
): JsonObject => {
  let json: JsonObject = { ...preferred };
  for (const field of except) {
    const value = readField(other, field, dotNotation) ?? null;
    if (dotNotation && !Object.hasOwn(other, field)) json = withField(json, field, value);
    else defineField(json, field, value);
  }
  return json;
};

export const isFilled = ({ json }: Item): boolean => Object.keys(json).length > 0;
