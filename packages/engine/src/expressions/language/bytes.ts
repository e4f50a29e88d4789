import { charge, chargeList } from '../budget.ts';
import { typeError } from '../errors.ts';
import type { Scope } from '../scope.ts';
import { toBigInt } from './big-int.ts';
import { encodingOf } from './encodings.ts';

/** Lists of numbers of a fixed kind, as JavaScript has them, and the Buffer that Node has. */

export type NumberArray =
  | Int8Array
  | Uint8Array
  | Uint8ClampedArray
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array;
export type TypedArray = NumberArray | BigInt64Array | BigUint64Array;

const classOfAll = Object.getPrototypeOf(Uint8Array) as new () => TypedArray;

export const isTypedArray = (value: unknown): value is TypedArray => value instanceof classOfAll;

/** Bytes that become text by an encoding; the members that expressions see are in `methods/bytes.ts`. */
export class BufferValue extends Uint8Array {
  /** The form that Buffer has as JSON. */
  toJSON(): { type: 'Buffer'; data: number[] } {
    return { type: 'Buffer', data: [...this] };
  }

  override toString(): string {
    return encodingOf('utf8').decode(this);
  }
}
Object.defineProperty(BufferValue, 'name', { value: 'Buffer' });

/** Elements as a plain list. */
export function elementsOf(scope: Scope, array: TypedArray): (number | bigint)[] {
  chargeList(scope, array.length, 4);
  const elements: (number | bigint)[] = [];
  for (let index = 0; index < array.length; index += 1) elements.push(array[index] as number | bigint);
  return elements;
}

const isOfBigInts = (array: TypedArray): array is BigInt64Array | BigUint64Array =>
  array instanceof BigInt64Array || array instanceof BigUint64Array;

/** Places outside of the array take nothing, as in JavaScript. @throws ExpressionError if the value is of the wrong kind */
export function writeElement(scope: Scope, array: TypedArray, index: number, value: unknown): void {
  if (!Number.isInteger(index) || index < 0 || index >= array.length) return;
  if (isOfBigInts(array)) array[index] = bigElement(scope, value);
  else array[index] = numberElement(scope, value);
}

/** An array of the same kind with these elements. */
export function sameKind(scope: Scope, array: TypedArray, elements: readonly unknown[]): TypedArray {
  charge(scope, 24);
  const Kind = array.constructor as new (length: number) => TypedArray;
  const result = new Kind(elements.length);
  for (let index = 0; index < elements.length; index += 1) writeElement(scope, result, index, elements[index]);
  return result;
}

export function bigElement(scope: Scope, value: unknown): bigint {
  if (typeof value === 'bigint' || typeof value === 'string' || typeof value === 'boolean')
    return toBigInt(scope, value);
  throw typeError('This array takes BigInt values only', 'Write 1n or BigInt(1).');
}

function numberElement(scope: Scope, value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'object' || typeof value === 'bigint') return value === null ? 0 : Number.NaN;
  if (typeof value === 'string') charge(scope, 1 + (value.length >> 4));
  return Number(value);
}
