import { charge, chargeText } from '../budget.ts';
import type { Scope } from '../scope.ts';

/**
 * Where a text is found in another. The host is fast, but takes the product of both lengths where a long text nearly occurs at every place; long ones
 * are looked for by the method of Knuth, Morris and Pratt, which reads both texts once.
 */

/** Longest text that the host finds quickly from the front, and from the back. */
const shortForwards = 200;
const shortBackwards = 8;

/** As `text.indexOf(wanted, from)`; pays for itself. */
export function indexIn(scope: Scope, text: string, wanted: string, from = 0): number {
  const start = Math.max(0, from);
  if (wanted.length <= shortForwards) {
    chargeText(scope, Math.max(0, text.length - start));
    return text.indexOf(wanted, start);
  }
  chargeText(scope, text.length + wanted.length);
  return firstMatch(scope, wanted, text.length - start, {
    inText: (index) => text.charCodeAt(start + index),
    inWanted: (index) => wanted.charCodeAt(index),
    found: (end) => start + end - wanted.length,
  });
}

/** As `text.lastIndexOf(wanted, from)`; pays for itself. */
export function lastIndexIn(scope: Scope, text: string, wanted: string, from = Number.POSITIVE_INFINITY): number {
  if (wanted.length <= shortBackwards) {
    chargeText(scope, text.length, Math.max(1, wanted.length));
    return text.lastIndexOf(wanted, from);
  }
  chargeText(scope, text.length + wanted.length);
  const end = Math.min(text.length, Math.max(0, from) + wanted.length);
  return firstMatch(scope, wanted, end, {
    inText: (index) => text.charCodeAt(end - 1 - index),
    inWanted: (index) => wanted.charCodeAt(wanted.length - 1 - index),
    found: (length) => end - length,
  });
}

/** A text as it is read, from the front or from the back. */
interface Reading {
  inText: (index: number) => number;
  inWanted: (index: number) => number;
  /** Place of a match behind which so many characters were read. */
  found: (end: number) => number;
}

function firstMatch(scope: Scope, { length }: string, textLength: number, reading: Reading): number {
  if (length > textLength) return -1;
  charge(scope, (length + textLength) >> 3);
  const { inText, inWanted, found } = reading;
  /** For each part of the wanted text from its beginning: how much of its end is a beginning of the wanted text as well. */
  const borders = new Int32Array(length);
  for (let index = 1, border = 0; index < length; index += 1) {
    while (border > 0 && inWanted(index) !== inWanted(border)) border = borders[border - 1] as number;
    if (inWanted(index) === inWanted(border)) border += 1;
    borders[index] = border;
  }
  for (let index = 0, matched = 0; index < textLength; index += 1) {
    while (matched > 0 && inText(index) !== inWanted(matched)) matched = borders[matched - 1] as number;
    if (inText(index) === inWanted(matched)) matched += 1;
    if (matched === length) return found(index + 1);
  }
  return -1;
}
