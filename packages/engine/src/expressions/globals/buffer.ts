import { charge, chargeList, chargeText, limits } from '../budget.ts';
import { typeError } from '../errors.ts';
import { BufferValue } from '../language/buffer.ts';
import { toInteger, toNumber, toText } from '../language/convert.ts';
import { encodingOf, isEncoding } from '../language/encodings.ts';
import { toList } from '../language/iterate.ts';
import { constant, payingItself } from '../language/paying.ts';
import { isPlainObject, Namespace } from '../language/values.ts';
import type { Scope } from '../scope.ts';
import { defineFunctions } from './define.ts';

function bytesOfList(scope: Scope, list: readonly unknown[]): BufferValue {
  chargeList(scope, list.length, 8);
  return new BufferValue(Uint8Array.from(list, (element) => toNumber(scope, element)));
}

function bufferFrom(scope: Scope, value: unknown, encoding: unknown): BufferValue {
  if (typeof value === 'string') {
    charge(scope, 12);
    chargeText(scope, value.length, 12);
    return new BufferValue(encodingOf(encoding === undefined ? 'utf8' : toText(scope, encoding)).encode(value));
  }
  if (value instanceof BufferValue) return value;
  const list = isPlainObject(value) && Array.isArray(value.data) ? value.data : value;
  if (Array.isArray(list)) return bytesOfList(scope, toList(scope, list));
  throw typeError('Buffer.from needs a text or a list of bytes', 'Write Buffer.from("text", "base64").');
}

function emptyBuffer(scope: Scope, size: unknown): BufferValue {
  const length = toInteger(scope, size);
  if (length < 0) throw typeError('A length is 0 or more');
  charge(scope, 8);
  chargeText(scope, Math.min(length, limits.textLength + 1));
  return new BufferValue(new Uint8Array(length));
}

function concatenate(scope: Scope, list: readonly unknown[]): BufferValue {
  const parts = list.filter((part) => part instanceof BufferValue);
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  chargeText(scope, length);
  const bytes = new Uint8Array(length);
  let place = 0;
  for (const part of parts) {
    bytes.set(part.bytes, place);
    place += part.length;
  }
  return new BufferValue(bytes);
}

export const buffer = new Namespace('Buffer', {
  holds: (value) => value instanceof BufferValue,
  members: defineFunctions({
    from: payingItself((scope, [value, encoding]) => bufferFrom(scope, value, encoding)),
    alloc: payingItself((scope, [length]) => emptyBuffer(scope, length)),
    byteLength: payingItself((scope, [value, encoding]) => bufferFrom(scope, value, encoding).length),
    concat: (scope, [list]) => concatenate(scope, toList(scope, list)),
    isBuffer: constant((_, [value]) => value instanceof BufferValue),
    isEncoding: (scope, [name]) => isEncoding(toText(scope, name)),
  }),
});
