import { charactersPerStep, charge, chargeText, costs, limits } from '../budget.ts';
import { typeError } from '../errors.ts';
import type { Scope } from '../scope.ts';
import { BufferValue } from './buffer.ts';
import { FunctionValue, isPlainObject, LazyObject } from './values.ts';

/**
 * JavaScript's conversions, done here and not by the host, because the host would run without a budget: a list that holds itself twice, thirty
 * levels deep, is small as data and endless as text.
 */

type Primitive = string | number | boolean | null | undefined;

const isPrimitive = (value: unknown): value is Primitive => typeof value !== 'object' || value === null;

export function toText(scope: Scope, value: unknown): string {
  if (typeof value === 'string') return value;
  if (isPrimitive(value)) return String(value);
  return textOfObject(scope, value as object, 0);
}

function textOfObject(scope: Scope, value: object, level: number): string {
  if (Array.isArray(value)) return joinTexts(scope, value, ',', level);
  if (value instanceof FunctionValue) return `function ${value.name}`;
  if (value instanceof LazyObject || isPlainObject(value)) return '[object Object]';
  charge(scope, costs.text);
  if (value instanceof BufferValue) chargeText(scope, value.length, 12);
  const text = String(value);
  if (text.length >= charactersPerStep) chargeText(scope, text.length);
  return text;
}

/** The longest text of a number. */
const longestNumber = 25;

/** True, and paid for, if the host may join the list: it holds texts, numbers and the like, and the text will not be too long. */
function isQuicklyJoined(scope: Scope, list: readonly unknown[], separator: string): boolean {
  let length = list.length * separator.length;
  for (let index = 0; index < list.length; index += 1) {
    const element = list[index];
    if (typeof element === 'string') length += element.length;
    else if (!isPrimitive(element)) return false;
    else length += Number.isInteger(element) && Math.abs(element as number) < 1e6 ? 7 : longestNumber;
    if (length > limits.textLength) return false;
    if ((index & 1023) === 0) charge(scope, (Math.min(1_024, list.length - index) * 3) >> 2);
  }
  chargeText(scope, length);
  return true;
}

/** As `Array.prototype.join`: null and undefined are empty, lists within lists are joined by commas. */
export function joinTexts(scope: Scope, list: readonly unknown[], separator: string, level = 0): string {
  if (level > 100) throw typeError('A list is nested too deeply to become text');
  charge(scope, 1);
  if (isQuicklyJoined(scope, list, separator)) return list.join(separator);
  let text = '';
  for (let index = 0; index < list.length; index += 1) {
    const element = list[index];
    if (index > 0) text += separator;
    if (element !== null && element !== undefined) {
      text += isPrimitive(element) ? String(element) : textOfObject(scope, element as object, level + 1);
    }
    charge(scope, 2);
    if (text.length > limits.textLength) chargeText(scope, text.length);
  }
  chargeText(scope, text.length);
  return scope.made(text);
}

/** The value that operators work on; dates prefer text where `+` or `==` ask (`default`), as in JavaScript. */
export function toPrimitive(scope: Scope, value: unknown, preference: 'number' | 'default'): Primitive {
  if (isPrimitive(value)) return value;
  if (value instanceof Date) {
    charge(scope, preference === 'number' ? 1 : costs.text);
    return preference === 'number' ? value.getTime() : value.toString();
  }
  if (
    !Array.isArray(value) &&
    !isPlainObject(value) &&
    !(value instanceof FunctionValue) &&
    !(value instanceof LazyObject)
  ) {
    charge(scope, 2);
    const number: unknown = (value as object).valueOf();
    if (typeof number === 'number') return number;
  }
  return toText(scope, value);
}

export function toNumber(scope: Scope, value: unknown): number {
  if (typeof value === 'number') return value;
  const primitive = toPrimitive(scope, value, 'number');
  if (typeof primitive === 'string') charge(scope, 2 + (primitive.length >> 4));
  return Number(primitive);
}

/** A whole number as JavaScript's methods take it: NaN and a missing value are 0 (or the default). */
export function toInteger(scope: Scope, value: unknown, missing = 0): number {
  if (value === undefined) return missing;
  const number = Math.trunc(toNumber(scope, value));
  return Number.isNaN(number) ? 0 : number;
}

/** Name of a member: whole numbers and texts as they are, all else as text. */
export function toKey(scope: Scope, value: unknown): string {
  if (typeof value === 'string') {
    if (value.length > 200) chargeText(scope, value.length);
    return value;
  }
  return toText(scope, value);
}

export function looselyEqual(scope: Scope, left: unknown, right: unknown): boolean {
  const isLeftPrimitive = isPrimitive(left);
  if (isLeftPrimitive === isPrimitive(right)) {
    if (!isLeftPrimitive) return left === right;
    if (typeof left === 'string') charge(scope, left.length >> 5);
    if (typeof right === 'string') charge(scope, right.length >> 5);
    // biome-ignore lint/suspicious/noDoubleEquals: this is the operator's meaning
    return left == right;
  }
  if (left === null || left === undefined || right === null || right === undefined) return false;
  const primitiveLeft = toPrimitive(scope, left, 'default');
  const primitiveRight = toPrimitive(scope, right, 'default');
  // biome-ignore lint/suspicious/noDoubleEquals: this is the operator's meaning
  return primitiveLeft == primitiveRight;
}

/** A function given as an argument; @throws ExpressionError if it is none */
export function toFunction(value: unknown, forWhat: string): FunctionValue {
  if (value instanceof FunctionValue) return value;
  throw typeError(`${forWhat} needs a function`, 'Give it one, such as item => item.name.');
}
