import { DateTime, Duration, Interval } from 'luxon';
import { charactersPerStep, charge } from '../budget.ts';
import type { Scope } from '../scope.ts';
import { isPlainObject } from './values.ts';

/** Equality of values. Two texts of the same length take as long as they are; the host sees at once that others differ. */

function chargeTexts(scope: Scope, left: unknown, right: unknown): void {
  if (typeof left !== 'string' || left.length < charactersPerStep) return;
  if (typeof right === 'string' && left.length === right.length)
    charge(scope, Math.floor(left.length / charactersPerStep));
}

/** As `===`. */
export function strictlyEqual(scope: Scope, left: unknown, right: unknown): boolean {
  chargeTexts(scope, left, right);
  return left === right;
}

/** As `Object.is`. */
export function isSameValue(scope: Scope, left: unknown, right: unknown): boolean {
  chargeTexts(scope, left, right);
  return Object.is(left, right);
}

/** Pays for a value as the key of a map or set: the host reads a text as a whole to find its place, and again to compare it. */
export function chargeKey(scope: Scope, key: unknown): void {
  if (typeof key === 'string' && key.length >= charactersPerStep)
    charge(scope, Math.floor((key.length * 2) / charactersPerStep));
}

/** Pays for looking for a value in a list, before the host does. */
export function chargeLookup(scope: Scope, list: readonly unknown[], wanted: unknown): void {
  if (typeof wanted !== 'string' || wanted.length < charactersPerStep) return;
  for (const element of list) chargeTexts(scope, wanted, element);
}

/** Equality of data: lists and objects by what they hold, dates by their time. */
export function deeplyEqual(scope: Scope, left: unknown, right: unknown, level = 0): boolean {
  charge(scope, 1);
  if (isSameValue(scope, left, right)) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null || level > 1_000)
    return false;
  if (Array.isArray(left)) {
    if (!Array.isArray(right) || left.length !== right.length) return false;
    return left.every((element, index) => deeplyEqual(scope, element, right[index], level + 1));
  }
  if (isPlainObject(left) && isPlainObject(right)) {
    const keys = Object.keys(left);
    charge(scope, keys.length);
    if (keys.length !== Object.keys(right).length) return false;
    return keys.every((key) => Object.hasOwn(right, key) && deeplyEqual(scope, left[key], right[key], level + 1));
  }
  return isTime(left) && isTime(right) && left.valueOf() === right.valueOf();
}

const isTime = (value: object): boolean =>
  value instanceof Date || value instanceof DateTime || value instanceof Duration || value instanceof Interval;
