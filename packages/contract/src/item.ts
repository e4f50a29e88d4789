import { isObject } from './json.ts';

/** The fields that an item may have; older exports know `index`. */
export const itemKeys: ReadonlySet<string> = new Set(['json', 'binary', 'pairedItem', 'error', 'index']);

/**
 * Whether it is an item, and not the JSON of one that may stand for it. The JSON of an item is an object, or the list that a request of an
 * older workflow was answered with.
 */
export const isItem = (value: unknown): boolean =>
  isObject(value) &&
  (isObject(value.json) || (Array.isArray(value.json) && Object.keys(value).every((key) => itemKeys.has(key))));
