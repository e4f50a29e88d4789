import { charge, chargeList } from '../budget.ts';
import { typeError } from '../errors.ts';
import type { Scope } from '../scope.ts';
import { BufferValue } from './buffer.ts';
import { typeName } from './values.ts';

/** What spread, `for … of`, destructuring and `new Set` go over. Lists are given as they are: do not change the result. */
export function toList(scope: Scope, value: unknown): readonly unknown[] {
  if (Array.isArray(value)) {
    chargeList(scope, value.length);
    return value;
  }
  if (typeof value === 'string') {
    chargeList(scope, value.length, 4);
    return [...value];
  }
  if (value instanceof Set || value instanceof Map) {
    chargeList(scope, value.size, value instanceof Map ? 8 : 1);
    return [...(value as Iterable<unknown>)];
  }
  if (value instanceof BufferValue) {
    chargeList(scope, value.length, 4);
    return [...value.bytes];
  }
  if (value instanceof URLSearchParams) {
    charge(scope, (value as URLSearchParams & { size: number }).size * 4);
    return [...value];
  }
  const name = typeName(value);
  throw typeError(`${name.charAt(0).toUpperCase()}${name.slice(1)} is not a list`, 'Use a list here, such as [1, 2].');
}
