/**
 * Tests for one character, decided by the host: a pattern for a single character is constant in time, and knows every rule of classes, properties and
 * letter case.
 */
export type CharacterTest = (codePoint: number) => boolean;

const remembered = 0x3000;

/** @param source a pattern that matches exactly one character */
export function characterTest(source: string, flags: string): CharacterTest {
  const pattern = new RegExp(`^(?:${source})$`, flags);
  const known = new Uint8Array(remembered);
  const ask = (codePoint: number): boolean => pattern.test(String.fromCodePoint(codePoint));
  return (codePoint) => {
    if (codePoint >= remembered) return ask(codePoint);
    const answer = known[codePoint];
    if (answer !== 0) return answer === 1;
    const isMember = ask(codePoint);
    known[codePoint] = isMember ? 1 : 2;
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
