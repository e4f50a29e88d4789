import { isObject } from './json.ts';

/** Whether two values are the same as JSON: the order of keys does not count, and a key that is undefined is none. */
export const isSameJson = (a: unknown, b: unknown): boolean => {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((value, index) => isSameJson(value, b[index]));
  }
  if (!isObject(a) || !isObject(b)) return false;
  const names = (value: Record<string, unknown>) => Object.keys(value).filter((name) => value[name] !== undefined);
  const own = names(a);
  return own.length === names(b).length && own.every((name) => Object.hasOwn(b, name) && isSameJson(a[name], b[name]));
};
