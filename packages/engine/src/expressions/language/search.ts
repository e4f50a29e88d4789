import { charactersPerStep, charge, chargeText } from '../budget.ts';
import type { Scope } from '../scope.ts';

/**
 * Where a text is found in another. The host is fast, but takes the product of both lengths where a long text nearly occurs at every place; long ones
 * are looked for by the method of Knuth, Morris and Pratt, which reads both texts once.
 */

/** Longest text that the host finds quickly from the front, and from the back. */
const shortForwards = 200;
const shortBackwards = 8;

/** True if the host would take too long for it. */
export const isLong = (wanted: string): boolean => wanted.length > shortForwards;

/** As `text.indexOf(wanted, from)`; pays for what is read. */
export function indexIn(scope: Scope, text: string, wanted: string, from = 0): number {
  const start = Math.max(0, from);
  if (isLong(wanted)) {
    const end = endOfMatch(scope, text.length - start, forwards(text, start), wanted.length, forwards(wanted, 0));
    return end === -1 ? -1 : start + end - wanted.length;
  }
  const index = text.indexOf(wanted, start);
  const read = (index === -1 ? text.length : index) - start;
  if (read >= charactersPerStep) charge(scope, Math.floor(read / charactersPerStep));
  return index;
}

/** As `text.lastIndexOf(wanted, from)`; pays for itself. */
export function lastIndexIn(scope: Scope, text: string, wanted: string, from = Number.POSITIVE_INFINITY): number {
  if (wanted.length <= shortBackwards) {
    chargeText(scope, text.length, Math.max(1, wanted.length));
    return text.lastIndexOf(wanted, from);
  }
  const length = Math.min(text.length, Math.max(0, from) + wanted.length);
  const end = endOfMatch(scope, length, backwards(text, length), wanted.length, backwards(wanted, wanted.length));
  return end === -1 ? -1 : length - end;
}

/** As `text.split(separator)` for a long separator. */
export function splitAt(scope: Scope, text: string, separator: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (let index = indexIn(scope, text, separator); index !== -1; index = indexIn(scope, text, separator, from)) {
    parts.push(text.slice(from, index));
    from = index + separator.length;
  }
  parts.push(text.slice(from));
  return parts;
}

/** A text read from a place on, to one side. */
interface Reading {
  text: string;
  origin: number;
  side: 1 | -1;
}

const forwards = (text: string, origin: number): Reading => ({ text, origin, side: 1 });
const backwards = (text: string, end: number): Reading => ({ text, origin: end - 1, side: -1 });

/** Steps for a thousand characters of either text. */
const stepsPerThousand = 128;

/** How many characters have been read where the wanted text is found, its own included; -1 if it is not. */
function endOfMatch(scope: Scope, length: number, read: Reading, wantedLength: number, wanted: Reading): number {
  if (wantedLength > length) return -1;
  charge(scope, Math.ceil((wantedLength * stepsPerThousand) / 1_000));
  const codes = codesOf(wanted, wantedLength);
  const borders = bordersOf(codes);
  const { text, origin, side } = read;
  for (let index = 0, matched = 0; index < length; index += 1) {
    const code = text.charCodeAt(origin + side * index);
    while (matched > 0 && code !== codes[matched]) matched = borders[matched - 1] as number;
    if (code === codes[matched]) matched += 1;
    if (index % 1_000 === 0) charge(scope, stepsPerThousand);
    if (matched === wantedLength) return index + 1;
  }
  return -1;
}

function codesOf({ text, origin, side }: Reading, length: number): Uint16Array {
  const codes = new Uint16Array(length);
  for (let index = 0; index < length; index += 1) codes[index] = text.charCodeAt(origin + side * index);
  return codes;
}

/** For each part of a text from its beginning: how much of its end is a beginning of the text as well. */
function bordersOf(codes: Uint16Array): Int32Array {
  const borders = new Int32Array(codes.length);
  for (let index = 1, border = 0; index < codes.length; index += 1) {
    while (border > 0 && codes[index] !== codes[border]) border = borders[border - 1] as number;
    if (codes[index] === codes[border]) border += 1;
    borders[index] = border;
  }
  return borders;
}
