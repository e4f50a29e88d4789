import type { Scope } from '../scope.ts';

/** A value that is made once for a node run; what in it depends on the item reads it from the scope when asked. */
export function buildOnce<T>(scope: Scope, key: string, build: (scope: Scope) => T): T {
  const known = scope.built.get(key);
  if (known !== undefined) return known as T;
  const value = build(scope);
  scope.built.set(key, value);
  return value;
}
