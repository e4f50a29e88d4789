import { createBoundedCache } from '../bounded-cache.ts';

/**
 * Tests for one character, decided by the host: a pattern for a single character is constant in time, and knows every rule of classes, properties and
 * letter case. What the host said is remembered, for so many characters in all that memory stays small whatever patterns there are.
 */
export type CharacterTest = (codePoint: number) => boolean;

const shared = createBoundedCache<CharacterTest>({ entries: 1_000, weight: 100_000 });

/** @param source a pattern that matches exactly one character */
export function characterTest(source: string, flags: string): CharacterTest {
  const key = `${flags}/${source}`;
  const known = shared.get(key);
  if (known) return known;
  const test = remembering(new RegExp(`^(?:${source})$`, flags));
  shared.set(key, test, key.length);
  return test;
}

/** Answers are kept in pages of so many characters: two bits for each, 64 bytes in all. */
const pageSize = 256;
const [yes, no] = [1, 2];

const mostPages = 4_096;
let pageCount = 0;
/** Changes when there are too many pages: then all begin anew. */
let generation = 0;

function remembering(pattern: RegExp): CharacterTest {
  let pages: (Int32Array | undefined)[] = [];
  let made = generation;
  return (codePoint) => {
    if (made !== generation) {
      pages = [];
      made = generation;
    }
    const index = (codePoint & (pageSize - 1)) >> 4;
    const shift = (codePoint & 15) * 2;
    let page = pages[codePoint >> 8];
    const answer = page === undefined ? 0 : ((page[index] as number) >>> shift) & 3;
    if (answer !== 0) return answer === yes;
    if (page === undefined) {
      page = new Int32Array(pageSize / 16);
      pages[codePoint >> 8] = page;
      pageCount += 1;
    }
    const isMember = pattern.test(String.fromCodePoint(codePoint));
    page[index] = (page[index] as number) | ((isMember ? yes : no) << shift);
    if (pageCount > mostPages) {
      generation += 1;
      pageCount = 0;
    }
    return isMember;
  };
}

/** The test for one character that is written out. */
export function literalTest(codePoint: number, flags: string): CharacterTest {
  if (!flags.includes('i')) return (candidate) => candidate === codePoint;
  const hex = codePoint.toString(16);
  const source = codePoint > 0xffff || /[uv]/.test(flags) ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`;
  return characterTest(source, flags);
}
