import { md5, ripemd160, sha1 } from '@noble/hashes/legacy.js';
import { sha224, sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import { sha3_512 } from '@noble/hashes/sha3.js';
import { encodeBase64 } from './language/encodings.ts';

/** Hash functions by the names that expressions know them by; synchronous, in workers and in browsers. */

interface Algorithm {
  hash(bytes: Uint8Array): Uint8Array;
  /** Steps for each 32 bytes, at 120 nanoseconds a step. */
  weight: number;
}

const algorithms: ReadonlyMap<string, Algorithm> = new Map([
  ['md5', { hash: md5, weight: 3 }],
  ['sha1', { hash: sha1, weight: 3 }],
  ['ripemd160', { hash: ripemd160, weight: 5 }],
  ['sha224', { hash: sha224, weight: 3 }],
  ['sha256', { hash: sha256, weight: 3 }],
  ['sha384', { hash: sha384, weight: 6 }],
  ['sha512', { hash: sha512, weight: 6 }],
  ['sha3', { hash: sha3_512, weight: 24 }],
]);

/**
 * The hash of the text's UTF-8 in lower-case hexadecimal digits, or undefined if there is no such algorithm.
 * @param pay is given the steps before they are taken
 */
export type HashText = (text: string, algorithm: string, pay: (steps: number) => void) => string | undefined;

export const hashText: HashText = (text, algorithm, pay) => {
  if (algorithm === 'base64') {
    pay(20 + (text.length >> 1));
    return encodeBase64(text);
  }
  const chosen = algorithms.get(algorithm);
  if (chosen === undefined) return undefined;
  const bytes = new TextEncoder().encode(text);
  pay(80 + chosen.weight * 4 + ((bytes.length * chosen.weight) >> 5));
  return Array.from(chosen.hash(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
};
