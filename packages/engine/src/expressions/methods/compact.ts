import { charge } from '../budget.ts';
import { typeError } from '../errors.ts';
import { assertAllowedName, isPlainObject } from '../language/values.ts';
import type { Scope } from '../scope.ts';

/** A copy of lists and objects without the empty values, at every level. */
export function compactObject(scope: Scope, value: unknown, empty: ReadonlySet<unknown>, level = 0): unknown {
  charge(scope, 1);
  if (level > 200) throw typeError('The value is nested too deeply');
  if (Array.isArray(value)) {
    return value
      .filter((element) => !empty.has(element))
      .map((element) => compactObject(scope, element, empty, level + 1));
  }
  if (!isPlainObject(value)) return value;
  const result: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(value)) {
    assertAllowedName(key);
    if (!empty.has(field)) result[key] = compactObject(scope, field, empty, level + 1);
  }
  return result;
}
