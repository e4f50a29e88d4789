import { charge, chargeList, chargeText } from '../budget.ts';
import { typeError } from '../errors.ts';
import {
  type BufferValue,
  bigElement,
  elementsOf,
  isTypedArray,
  sameKind,
  type TypedArray,
  writeElement,
} from '../language/bytes.ts';
import { toInteger, toNumber, toText } from '../language/convert.ts';
import { encodingOf } from '../language/encodings.ts';
import { toList } from '../language/iterate.ts';
import { assertOwn } from '../language/ownership.ts';
import type { Scope } from '../scope.ts';
import { arrayTable } from './array.ts';
import { defineTable, type Method, type Methods } from './table.ts';

/** What typed arrays, buffers and views have. What lists can do as well is done as a list. */

const copyHint = 'Change a copy: array.slice().';

const asList =
  (name: string): Method<TypedArray> =>
  (array, args, scope) =>
    arrayTable.methods.get(name)?.(elementsOf(scope, array) as never, args, scope);

const typed: Record<string, Method<TypedArray>> = {};
for (const name of (
  'at join includes indexOf lastIndexOf find findIndex findLast findLastIndex some every forEach reduce reduceRight keys ' +
  'values entries toString first last sum average min max isEmpty isNotEmpty'
).split(' ')) {
  typed[name] = asList(name);
}
for (const name of ['map', 'filter', 'slice', 'with', 'toReversed', 'toSorted']) {
  const method = asList(name);
  typed[name] = (array, args, scope) =>
    scope.own(sameKind(scope, array, method(array, args, scope) as readonly unknown[]));
}
const sortedAsNumbers = (array: TypedArray, scope: Scope): TypedArray => {
  charge(scope, array.length);
  return array.slice().sort();
};
const sortedByFunction = typed.toSorted as Method<TypedArray>;
typed.toSorted = (array, args, scope) =>
  args[0] === undefined ? scope.own(sortedAsNumbers(array, scope)) : sortedByFunction(array, args, scope);

/** Writes elements from a place on; what does not fit is an error, as in JavaScript. */
const set: Method<TypedArray> = (array, [values, offset], scope) => {
  assertOwn(scope, array, copyHint);
  const from = toInteger(scope, offset);
  const list = toList(scope, values);
  if (from < 0 || from + list.length > array.length) throw typeError('The values do not fit into the array');
  for (let index = 0; index < list.length; index += 1) writeElement(scope, array, from + index, list[index]);
};

const fill: Method<TypedArray> = (array, [value, start, end], scope) => {
  assertOwn(scope, array, copyHint);
  const [from, to] = rangeIn(scope, array, start, end);
  charge(scope, (to - from) >> 2);
  for (let index = from; index < to; index += 1) writeElement(scope, array, index, value);
  return array;
};

const changing =
  (
    change: (array: TypedArray, args: readonly unknown[], scope: Scope) => readonly unknown[] | TypedArray,
  ): Method<TypedArray> =>
  (array, args, scope) => {
    assertOwn(scope, array, copyHint);
    const elements = change(array, args, scope);
    for (let index = 0; index < array.length; index += 1) writeElement(scope, array, index, elements[index]);
    return array;
  };

Object.assign(typed, {
  set,
  fill,
  sort: changing((array, args, scope) => (typed.toSorted as Method<TypedArray>)(array, args, scope) as TypedArray),
  reverse: changing((array, _, scope) => elementsOf(scope, array).reverse()),
  subarray: (array: TypedArray, [start, end]: readonly unknown[], scope: Scope) => {
    charge(scope, 12);
    const part = array.subarray(...rangeIn(scope, array, start, end));
    return scope.owns(array) ? scope.own(part) : part;
  },
});

/** Start and end as `slice` reads them. */
function rangeIn(scope: Scope, array: { length: number }, start: unknown, end: unknown): [from: number, to: number] {
  const place = (value: unknown, missing: number): number => {
    const index = toInteger(scope, value, missing);
    return Math.min(array.length, index < 0 ? Math.max(0, array.length + index) : index);
  };
  const from = place(start, 0);
  return [from, Math.max(from, place(end, array.length))];
}

const properties = {
  length: (array: TypedArray) => array.length,
  byteLength: (array: TypedArray) => array.byteLength,
  byteOffset: (array: TypedArray) => array.byteOffset,
  buffer: (array: TypedArray) => array.buffer,
  BYTES_PER_ELEMENT: (array: TypedArray) => array.BYTES_PER_ELEMENT,
};

export const typedArrayTable = defineTable<TypedArray>('array of numbers', {
  native: typed as Methods<TypedArray>,
  properties,
});

const viewReads = {
  getInt8: 1,
  getUint8: 1,
  getInt16: 2,
  getUint16: 2,
  getInt32: 4,
  getUint32: 4,
  getFloat32: 4,
  getFloat64: 8,
  getBigInt64: 8,
  getBigUint64: 8,
} as const;

const view: Record<string, Method<DataView>> = {};
for (const name of Object.keys(viewReads) as (keyof typeof viewReads)[]) {
  view[name] = (data, [offset, isLittle], scope) => data[name](toInteger(scope, offset), Boolean(isLittle));
  const write = name.replace('get', 'set') as 'setInt8';
  view[write] = (data, [offset, value, isLittle], scope) => {
    assertOwn(scope, data, copyHint);
    const set = data[write] as (offset: number, value: unknown, isLittle: boolean) => void;
    const element = name.includes('Big') ? bigElement(scope, value) : toNumber(scope, value);
    set.call(data, toInteger(scope, offset), element, Boolean(isLittle));
  };
}

export const dataViewTable = defineTable<DataView>('view', {
  native: view,
  properties: {
    buffer: (data) => data.buffer,
    byteLength: (data) => data.byteLength,
    byteOffset: (data) => data.byteOffset,
  },
});

export const arrayBufferTable = defineTable<ArrayBuffer>('buffer', {
  native: {
    slice: (buffer, [start, end], scope) => {
      charge(scope, 24);
      chargeText(scope, buffer.byteLength);
      return scope.own(buffer.slice(...rangeIn(scope, { length: buffer.byteLength }, start, end)));
    },
  },
  properties: { byteLength: (buffer) => buffer.byteLength },
});

const bufferReads = {
  readInt8: ['getInt8', true],
  readUInt8: ['getUint8', true],
  readInt16LE: ['getInt16', true],
  readInt16BE: ['getInt16', false],
  readUInt16LE: ['getUint16', true],
  readUInt16BE: ['getUint16', false],
  readInt32LE: ['getInt32', true],
  readInt32BE: ['getInt32', false],
  readUInt32LE: ['getUint32', true],
  readUInt32BE: ['getUint32', false],
  readFloatLE: ['getFloat32', true],
  readFloatBE: ['getFloat32', false],
  readDoubleLE: ['getFloat64', true],
  readDoubleBE: ['getFloat64', false],
} as const;

const ofBuffer: Record<string, Method<BufferValue>> = {};
for (const [name, [read, isLittle]] of Object.entries(bufferReads)) {
  ofBuffer[name] = (buffer, [offset], scope) => {
    charge(scope, 6);
    const data = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
    return data[read](toInteger(scope, offset), isLittle);
  };
}

export const bufferTable = defineTable<BufferValue>('buffer', {
  native: {
    ...(typed as Methods<BufferValue>),
    ...ofBuffer,
    // Node's buffers share their memory with their slices.
    slice: typed.subarray as Method<BufferValue>,
    toString: (buffer: BufferValue, [encoding = 'utf8', start, end]: readonly unknown[], scope: Scope) => {
      const [from, to] = rangeIn(scope, buffer, start, end);
      charge(scope, 16);
      chargeText(scope, to - from, 12);
      return encodingOf(toText(scope, encoding)).decode(buffer.subarray(from, to));
    },
    toJSON: (buffer, _, scope) => {
      chargeList(scope, buffer.length, 4);
      return buffer.toJSON();
    },
    equals: (buffer, [other], scope) => {
      if (!isTypedArray(other)) throw typeError('equals() needs another buffer');
      charge(scope, buffer.length >> 2);
      return buffer.length === other.length && buffer.every((byte, index) => byte === other[index]);
    },
  },
  properties: properties as never,
});
