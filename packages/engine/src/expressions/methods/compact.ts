import { charge, chargeFields } from '../budget.ts';
import { typeError } from '../errors.ts';
import { assertAllowedName, isPlainObject } from '../language/values.ts';
import type { Scope } from '../scope.ts';

/** A copy of lists and objects without the empty values, at every level. */
export function compactObject(scope: Scope, value: unknown, empty: ReadonlySet<unknown>, level = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  charge(scope, 2);
  if (level > 200) throw typeError('The value is nested too deeply');
  if (Array.isArray(value)) {
    charge(scope, value.length);
    return value
      .filter((element) => !empty.has(element))
      .map((element) => compactObject(scope, element, empty, level + 1));
  }
  if (!isPlainObject(value)) return value;
  const result: Record<string, unknown> = {};
  const keys = Object.keys(value);
  chargeFields(scope, keys.length + (keys.length >> 1));
  for (const key of keys) {
    assertAllowedName(key);
    const field = value[key];
    if (!empty.has(field)) result[key] = compactObject(scope, field, empty, level + 1);
  }
  return result;
}
