import { isObject, type Json, type JsonObject } from '@millrace/contract/data';
import { NodeError } from '../node-api/errors.ts';

/** How fields are written whose names come from people or from data: by their path, and as data whatever they are called. */

/** Entries that a list may get at once without a value: written as JSON, each is a `null`. */
const mostEmptyEntries = 10_000;

const isIndex = (key: string): boolean => /^\d+$/.test(key);

/** An own field whatever its name: `__proto__` is data too. */
export const defineField = (target: object, key: string, value: unknown): void => {
  if (key === '__proto__')
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  else (target as Record<string, unknown>)[key] = value;
};

/**
 * Sets what is at the path in a fresh object. Objects and lists on the way are copied, so that data of the input is never changed; where there is none
 * yet, a number as the next key makes a list.
 *
 * @throws NodeError where a list would get more than ten thousand entries without a value
 */
export const setField = (target: JsonObject, path: readonly string[], value: Json): void => {
  let current: JsonObject | Json[] = target;
  for (const [index, key] of path.entries()) {
    if (Array.isArray(current) && isIndex(key) && Number(key) > current.length + mostEmptyEntries)
      throw new NodeError(`"${path.join('.')}" would leave ${Number(key) - current.length} entries of a list empty`, {
        description: `The list has ${current.length} entries. Add to it one after another, or use a name that is no number.`,
      });
    const following = path[index + 1];
    if (following === undefined) {
      defineField(current, key, value);
      return;
    }
    const found: Json | undefined = Object.hasOwn(current, key) ? (current as JsonObject)[key] : undefined;
    const copy: JsonObject | Json[] = Array.isArray(found)
      ? [...found]
      : isObject(found)
        ? { ...(found as JsonObject) }
        : isIndex(following)
          ? []
          : {};
    defineField(current, key, copy);
    current = copy;
  }
};
