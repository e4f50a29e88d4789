import { type Budget, chargeText } from '../budget.ts';
import { typeError } from '../errors.ts';

/** Texts as bytes and back, by the names that Buffer gives to encodings. */

interface Encoding {
  encode(text: string): Uint8Array;
  decode(bytes: Uint8Array): string;
}

/** Arguments that the host takes in one call. */
const atOnce = 8_192;

function binaryOf(bytes: Uint8Array): string {
  let binary = '';
  for (let start = 0; start < bytes.length; start += atOnce) {
    binary += String.fromCharCode.apply(undefined, bytes.subarray(start, start + atOnce) as unknown as number[]);
  }
  return binary;
}

function bytesOf(binary: string): Uint8Array {
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

const utf8: Encoding = {
  encode: (text) => encoder.encode(text),
  decode: (bytes) => decoder.decode(bytes),
};

const toBase64 = (bytes: Uint8Array): string => btoa(binaryOf(bytes));

/** Reads the usual and the URL alphabet; white space and padding do not matter. */
function fromBase64(text: string): Uint8Array {
  const digits = text.replace(/[\s=]/g, '').replaceAll('-', '+').replaceAll('_', '/');
  // The host's own error costs more than all the rest.
  if (digits.length % 4 === 1 || !/^[\w+/]*$/.test(digits)) throw typeError('This is no Base64');
  return bytesOf(atob(digits));
}

const base64: Encoding = { encode: fromBase64, decode: toBase64 };

const base64url: Encoding = {
  encode: fromBase64,
  decode: (bytes) => toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
};

const hex: Encoding = {
  encode: (text) => {
    const digits = /^(?:[0-9a-f]{2})*/i.exec(text)?.[0] ?? '';
    return Uint8Array.from({ length: digits.length / 2 }, (_, index) =>
      Number.parseInt(digits.slice(2 * index, 2 * index + 2), 16),
    );
  },
  decode: (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''),
};

const latin1: Encoding = { encode: bytesOf, decode: binaryOf };
const ascii: Encoding = { encode: bytesOf, decode: (bytes) => binaryOf(bytes.map((byte) => byte & 0x7f)) };

const utf16le: Encoding = {
  encode: (text) => {
    const bytes = new Uint8Array(2 * text.length);
    const view = new DataView(bytes.buffer);
    for (let index = 0; index < text.length; index += 1) view.setUint16(2 * index, text.charCodeAt(index), true);
    return bytes;
  },
  decode: (bytes) => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let text = '';
    for (let index = 0; index + 1 < bytes.length; index += 2) text += String.fromCharCode(view.getUint16(index, true));
    return text;
  },
};

const encodings: ReadonlyMap<string, Encoding> = new Map([
  ['utf8', utf8],
  ['utf-8', utf8],
  ['base64', base64],
  ['base64url', base64url],
  ['hex', hex],
  ['latin1', latin1],
  ['binary', latin1],
  ['ascii', ascii],
  ['utf16le', utf16le],
  ['utf-16le', utf16le],
  ['ucs2', utf16le],
  ['ucs-2', utf16le],
]);

/** @throws ExpressionError if there is no such encoding */
export function encodingOf(name: string): Encoding {
  const encoding = isEncoding(name) && encodings.get(name.toLowerCase());
  if (encoding) return encoding;
  throw typeError(`There is no encoding "${name.slice(0, 50)}"`, `Use one of ${[...encodings.keys()].join(', ')}.`);
}

const longestName = 10;

export const isEncoding = (name: string): boolean => name.length <= longestName && encodings.has(name.toLowerCase());

/** Pays for characters of several bytes, which the host reads and writes one by one. */
export function chargeBeyondAscii(budget: Budget, text: string): void {
  if (/[^\0-\x7f]/.test(text)) chargeText(budget, text.length, 8);
}

export const encodeBase64 = (text: string): string => toBase64(utf8.encode(text));

export const decodeBase64 = (text: string): string => utf8.decode(fromBase64(text));
