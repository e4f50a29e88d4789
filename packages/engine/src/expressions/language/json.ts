import { charge, chargeFields, chargeList, chargeText, costs, limits } from '../budget.ts';
import { typeError } from '../errors.ts';
import type { Scope } from '../scope.ts';
import { BufferValue } from './buffer.ts';
import { FunctionValue, isPlainObject, LazyObject } from './values.ts';

/** JSON text of any value of the language. @throws ExpressionError for a value that holds itself, or too large a text */
export function toJsonText(scope: Scope, value: unknown, indent?: string | number): string | undefined {
  measure(scope, value, 0, indent === undefined ? 0 : 1);
  const text: string | undefined = JSON.stringify(value, undefined, indent);
  if (text !== undefined) chargeText(scope, text.length);
  return text;
}

/** Walks the value with the budget before the host does without one: a list or object takes a step, each value in it half a one. */
function measure(scope: Scope, value: unknown, level: number, indent: 0 | 1): void {
  if (typeof value === 'string') {
    if (value.length > 100) chargeText(scope, value.length);
    return;
  }
  if (typeof value !== 'object' || value === null || value instanceof FunctionValue) return;
  if (level > limits.callDepth * 5)
    throw typeError('The value is nested too deeply, or holds itself, and cannot be written as JSON');
  if (Array.isArray(value)) {
    chargeEntries(scope, value.length, level, indent);
    for (const element of value) measure(scope, element, level + 1, indent);
  } else if (isPlainObject(value)) {
    const keys = Object.keys(value);
    chargeEntries(scope, keys.length, level, indent);
    if (keys.length > 1_000) chargeFields(scope, keys.length);
    for (const key of keys) measure(scope, value[key], level + 1, indent);
  } else if (value instanceof BufferValue) chargeList(scope, value.length, 16);
  else if (value instanceof LazyObject) measure(scope, value.toJSON(), level + 1, indent);
  else charge(scope, costs.date);
}

const chargeEntries = (scope: Scope, count: number, level: number, indent: 0 | 1): void =>
  charge(scope, 1 + ((count * (1 + indent * (level + 1))) >> 1));
