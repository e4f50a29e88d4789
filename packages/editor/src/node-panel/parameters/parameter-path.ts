import type { ParameterPath } from '../../workflow/types.ts';

const isContainer = (value: unknown): value is Record<string | number, unknown> =>
  typeof value === 'object' && value !== null;

/** The value at a path; undefined where the path leads nowhere. Own properties only: names are typed by users. */
export const readPath = (root: unknown, path: ParameterPath): unknown => {
  let value = root;
  for (const key of path) {
    if (!isContainer(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
};

const copyWith = (container: unknown, key: string | number, value: unknown): unknown => {
  if (Array.isArray(container) || (container === undefined && typeof key === 'number')) {
    const list: unknown[] = Array.isArray(container) ? [...container] : [];
    if (value === undefined) list.splice(Number(key), 1);
    else list[Number(key)] = value;
    return list;
  }
  const entries = isContainer(container) ? Object.entries(container).filter(([name]) => name !== key) : [];
  if (value === undefined) return Object.fromEntries(entries);
  if (isContainer(container) && Object.hasOwn(container, key)) {
    return Object.fromEntries(Object.entries(container).map(([name, old]) => [name, name === key ? value : old]));
  }
  return Object.fromEntries([...entries, [String(key), value]]);
};

/** A copy of `root` with another value at the path; undefined removes it. The order of keys is kept. */
export const writePath = (root: unknown, path: ParameterPath, value: unknown): unknown => {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  return copyWith(root, key, rest.length === 0 ? value : writePath(readPath(root, [key]), rest, value));
};

/** A copy of a list with one entry moved; the same list if the target is outside. */
export const moveEntry = <T>(list: readonly T[], from: number, to: number): readonly T[] => {
  if (to < 0 || to >= list.length || from === to) return list;
  const copy = [...list];
  copy.splice(to, 0, ...copy.splice(from, 1));
  return copy;
};

/** Equality of JSON values; the order of keys does not count. */
export const sameJson = (a: unknown, b: unknown): boolean => {
  if (Object.is(a, b)) return true;
  if (!isContainer(a) || !isContainer(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
  );
};
