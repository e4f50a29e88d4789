import { type Budget, charge, chargeText } from '../budget.ts';

const quote = 34;
const comma = 44;
const colon = 58;
const openList = 91;
const backslash = 92;
const closeList = 93;
const openObject = 123;
const closeObject = 125;

/** From so many fields on, objects are kept in another way. */
const manyFields = 1_000;
/** Texts for which remembering takes longer than what is remembered. */
const smallText = 500;
/** Characters of a text that the host looks up among all that it has, so that each is there once. */
const sharedText = 10;

/**
 * Charges for what the host makes of JSON text before it makes it. Three characters may be an object, and what was not there before takes many times
 * longer than what was: a row of names that no object had so far, and a short text.
 */
export function chargeParsing(budget: Budget, text: string): void {
  chargeText(budget, text.length);
  // The host refuses any other text at once.
  if (!/^\s*[\d{["tfn-]/.test(text)) return;
  const seen = text.length < smallText ? undefined : new Seen(budget, text.length);
  const outer: number[] = [];
  let fields = 0;
  /** Stands for the names that the open object has so far, in their order. */
  let shape = 0;
  let steps = 0;
  let [start, end] = [0, 0];
  let nextEscape = text.indexOf('\\');
  for (let index = 0; index < text.length; index += 1) {
    switch (text.charCodeAt(index)) {
      case quote:
        start = index;
        end = endOfText(text, index);
        index = end;
        steps += 0.2;
        if (nextEscape !== -1 && nextEscape < start) nextEscape = text.indexOf('\\', start);
        if (end - start <= sharedText + 1 || (nextEscape !== -1 && nextEscape < end && end - start < sharedText * 6))
          steps += seen === undefined ? 1 : seen.text(markOf(text, start, end)) ? 0 : 2.5;
        break;
      case openObject:
      case openList:
        outer.push(fields, shape);
        fields = 0;
        shape = 0;
        steps += 1.75;
        break;
      case closeObject:
      case closeList:
        shape = outer.pop() ?? 0;
        fields = outer.pop() ?? 0;
        break;
      case colon:
        if (seen === undefined) {
          steps += 3;
          break;
        }
        fields += 1;
        shape = joined(shape, markOf(text, start, end));
        if (!seen.shape(shape)) steps += fields > manyFields ? 5 : 9;
        break;
      case comma:
        steps += 0.3;
        break;
      default:
        steps += 0.04;
    }
    if (steps < 1_000) continue;
    charge(budget, steps | 0);
    steps = 0;
  }
  charge(budget, Math.ceil(steps));
}

/** Marks of what was there before. Few enough to be made for each text, so that one may be forgotten for another. */
class Seen {
  readonly #marks: Int32Array;
  /** Half of them, for shapes; the other half are those of texts. */
  readonly #half: number;

  constructor(budget: Budget, length: number) {
    this.#half = 2 ** Math.min(15, Math.max(8, Math.ceil(Math.log2(length / 16))));
    charge(budget, 20 + (this.#half >> 8));
    this.#marks = new Int32Array(2 * this.#half);
  }

  shape(mark: number): boolean {
    return this.#isKnown(mark & (this.#half - 1), mark);
  }

  text(mark: number): boolean {
    return this.#isKnown(this.#half + (mark & (this.#half - 1)), mark);
  }

  #isKnown(place: number, mark: number): boolean {
    if (this.#marks[place] === mark) return true;
    this.#marks[place] = mark;
    return false;
  }
}

/** Index of the quotation mark that ends the text which begins at `start`. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === backslash) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

/** A number, never 0, that different texts seldom share; of long ones, only of their end. */
function markOf(text: string, start: number, end: number): number {
  let mark = end - start;
  for (let index = Math.max(start, end - 40); index < end; index += 1) mark = joined(mark, text.charCodeAt(index));
  return mark;
}

const joined = (mark: number, next: number): number => {
  const mixed = Math.imul(mark ^ next, 0x9e3779b1);
  return (mixed ^ (mixed >>> 15)) | 0x40000000;
};
