import { charge, chargeList, chargeText, limits } from '../budget.ts';
import { typeError } from '../errors.ts';
import { BufferValue, isTypedArray, type TypedArray, writeElement } from '../language/bytes.ts';
import { toInteger, toText } from '../language/convert.ts';
import { encodingOf, isEncoding } from '../language/encodings.ts';
import { toList } from '../language/iterate.ts';
import { isPlainObject, Namespace } from '../language/values.ts';
import type { Scope } from '../scope.ts';
import { defineFunctions } from './define.ts';
import { arrayFrom } from './structures.ts';

/** Numbers and bytes in a row: typed arrays, ArrayBuffer, DataView, and Node's Buffer. */

type Kind = (new (
  length: number,
) => TypedArray) &
  (new (
    buffer: ArrayBufferLike,
    offset?: number,
    length?: number,
  ) => TypedArray) & { BYTES_PER_ELEMENT: number; name: string };

/** Pays for new memory of so many bytes. */
function chargeBytes(scope: Scope, length: number): void {
  charge(scope, 8);
  chargeText(scope, Math.max(0, length));
}

function lengthOf(scope: Scope, value: unknown, size = 1): number {
  const length = toInteger(scope, value);
  if (length < 0) throw typeError('A length is 0 or more');
  chargeBytes(scope, Math.min(length, limits.textLength + 1) * size);
  return length;
}

function makeTyped(scope: Scope, Kind: Kind, [source, offset, length]: readonly unknown[]): TypedArray {
  if (source instanceof ArrayBuffer) {
    const array = new Kind(
      source,
      toInteger(scope, offset),
      length === undefined ? undefined : toInteger(scope, length),
    );
    return array;
  }
  if (typeof source !== 'object' || source === null) return new Kind(lengthOf(scope, source, Kind.BYTES_PER_ELEMENT));
  return filled(scope, Kind, isPlainObject(source) ? arrayFrom(scope, [source]) : toList(scope, source));
}

function filled(scope: Scope, Kind: Kind, list: readonly unknown[]): TypedArray {
  charge(scope, 8);
  chargeList(scope, list.length, 8);
  const array = new Kind(list.length);
  for (let index = 0; index < list.length; index += 1) writeElement(scope, array, index, list[index]);
  return array;
}

const typedNamespace = (Kind: Kind): Namespace =>
  new Namespace(Kind.name, {
    construct: (scope, args) => makeTyped(scope, Kind, args),
    holds: (value) => value instanceof Kind,
    members: {
      BYTES_PER_ELEMENT: Kind.BYTES_PER_ELEMENT,
      ...defineFunctions({
        from: (scope, args) => scope.own(filled(scope, Kind, arrayFrom(scope, args))),
        of: (scope, args) => scope.own(filled(scope, Kind, args)),
      }),
    },
  });

const kinds = [
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
] as unknown as readonly Kind[];

const arrayBuffer = new Namespace('ArrayBuffer', {
  construct: (scope, [length]) => new ArrayBuffer(lengthOf(scope, length)),
  holds: (value) => value instanceof ArrayBuffer,
  members: defineFunctions({ isView: (_, [value]) => ArrayBuffer.isView(value) }),
});

const dataView = new Namespace('DataView', {
  construct: (scope, [buffer, offset, length]) => {
    if (!(buffer instanceof ArrayBuffer)) {
      throw typeError('A DataView looks into an ArrayBuffer', 'Write new DataView(new ArrayBuffer(8)).');
    }
    return new DataView(buffer, toInteger(scope, offset), length === undefined ? undefined : toInteger(scope, length));
  },
  holds: (value) => value instanceof DataView,
});

function bytesFrom(scope: Scope, value: unknown, encoding: unknown): BufferValue {
  if (typeof value === 'string') {
    charge(scope, 12);
    chargeText(scope, value.length, 12);
    const bytes = encodingOf(encoding === undefined ? 'utf8' : toText(scope, encoding)).encode(value);
    return new BufferValue(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
  }
  if (value instanceof ArrayBuffer) {
    chargeBytes(scope, value.byteLength);
    return new BufferValue(value.slice(0));
  }
  const list = isPlainObject(value) && Array.isArray(value.data) ? value.data : value;
  if (!Array.isArray(list) && !isTypedArray(list)) {
    throw typeError('Buffer.from needs a text or a list of bytes', 'Write Buffer.from("text", "base64").');
  }
  return filled(scope, BufferValue as unknown as Kind, toList(scope, list)) as BufferValue;
}

const buffer = new Namespace('Buffer', {
  holds: (value) => value instanceof BufferValue,
  members: defineFunctions({
    from: (scope, [value, encoding]) => scope.own(bytesFrom(scope, value, encoding)),
    alloc: (scope, [length]) => scope.own(new BufferValue(lengthOf(scope, length))),
    byteLength: (scope, [value, encoding]) => bytesFrom(scope, value, encoding).length,
    concat: (scope, [list]) => {
      const values = toList(scope, list);
      charge(scope, values.length);
      const parts = values.filter((part) => isTypedArray(part));
      const length = parts.reduce((sum, part) => sum + part.length, 0);
      chargeList(scope, length, 4);
      return scope.own(
        filled(
          scope,
          BufferValue as unknown as Kind,
          parts.flatMap((part) => [...part]),
        ),
      );
    },
    isBuffer: (_, [value]) => value instanceof BufferValue,
    isEncoding: (scope, [name]) => isEncoding(toText(scope, name)),
  }),
});

/** Known by name, so that who uses it is told why it is not there. */
const unavailable = (name: string, hint: string, members: readonly string[] = []): Namespace => {
  const refuse = () => {
    throw typeError(`${name} is not available in expressions`, hint);
  };
  return new Namespace(name, {
    call: refuse,
    construct: refuse,
    members: defineFunctions(Object.fromEntries(members.map((member) => [member, refuse]))),
  });
};

export const byteGlobals: readonly Namespace[] = [
  ...kinds.map(typedNamespace),
  arrayBuffer,
  dataView,
  buffer,
  unavailable('SharedArrayBuffer', 'An expression runs alone and shares nothing; use ArrayBuffer.'),
  unavailable(
    'Atomics',
    'An expression runs alone and shares nothing; read and write the array directly.',
    'add and compareExchange exchange isLockFree load notify or store sub wait waitAsync xor'.split(' '),
  ),
];
