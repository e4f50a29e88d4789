import { RegExpParser } from '@eslint-community/regexpp';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ExpressionError } from '../errors.ts';
import { Matcher } from './matcher.ts';
import { buildProgram } from './program.ts';

const noMore = (): never => {
  throw new ExpressionError('budget', 'Too many steps');
};

/** Ends of all groups of the first match, by our matcher; undefined if there is none. */
function ours(pattern: RegExp, text: string): number[] | undefined {
  const tree = new RegExpParser().parsePattern(pattern.source, 0, pattern.source.length, {
    unicode: pattern.unicode,
    unicodeSets: pattern.unicodeSets,
  });
  const program = buildProgram(tree, pattern.flags);
  const matcher = new Matcher(program, { text, steps: 1_000_000, runOut: noMore });
  for (
    let start = 0;
    start <= text.length;
    start += program.isUnicode && (text.codePointAt(start) ?? 0) > 0xffff ? 2 : 1
  ) {
    const ends = matcher.matchAt(start);
    if (ends) return ends.slice(0, 2 * (program.groupCount + 1));
  }
  return undefined;
}

/** The same by the host. */
function hosts(pattern: RegExp, text: string): number[] | undefined {
  const match = new RegExp(pattern, `${pattern.flags.replace('d', '')}d`).exec(text);
  return match?.indices?.flatMap((span) => span ?? [-1, -1]);
}

const cases: readonly (readonly [RegExp, ...string[]])[] = [
  [/abc/, 'xabcx', 'ab'],
  [/a|ab|abc/, 'abc'],
  [/((a)|(ab))((c)|(bc))/, 'abc'],
  [/a[a-z]{2,4}?/, 'abcdefghi'],
  [/(aa|aabaac|ba|b|c)*/, 'aabaac'],
  [/(z)((a+)?(b+)?(c))*/, 'zaacbbbcac'],
  [/(?=(a+))a*b\1/, 'baaabac'],
  [/(?=(a+))/, 'baaabac'],
  [new RegExp('(.*?)a(?!(a+)b\\2c)\\2' + '(.*)'), 'baaabaac'],
  [/(?:a*)*/, 'aaab', 'b'],
  [/(a*)*/, 'b', 'aab'],
  [/(?:a?)*?b/, 'aab'],
  [/(a?){3}/, 'aa'],
  [/(?:(a)|b)*/, 'ab'],
  [/^\s+|\s+$/, '  x  ', 'x  '],
  [/^b/m, 'a\nb', 'ab'],
  [/a$/m, 'a\nb'],
  [/\bfoo\b/, 'a foo b', 'afoo'],
  [/\Boo/, 'foo', 'oo'],
  [/(?<=\$)\d+(\.\d*)?/, 'price $12.50', '12'],
  [/(?<!\$)\b\d+/, '$12 13'],
  [/(?<=([ab]+)([bc]+))$/, 'abc'],
  [/(?<=\1(a))b/, 'aab'],
  [/(?<year>\d{4})-(?<month>\d\d)/, 'on 2024-05'],
  [/(?<a>x)\k<a>/, 'xx', 'xy'],
  [/STRASSE|ß/i, 'straße', 'Strasse'],
  [/(a)\1/i, 'aA'],
  [/^.$/u, '😀', 'a'],
  [/^..$/, '😀'],
  [/\p{Lu}+/u, 'abÄÖc'],
  [/[\p{L}--[a-z]]/v, 'abÄ'],
  [/[^a-c]+?d/, 'abcxyzd'],
  [/a.c/s, 'a\nc'],
  [/a.c/, 'a\nc'],
  [/\u{1f600}+/u, 'x😀😀'],
  [/x{0}y/, 'xy'],
  [/(?:x{2,}){2}/, 'xxxxx', 'xxx'],
  [/(?:ab){2,3}?c/, 'ababababc'],
  [/(?i:a)b/, 'Ab', 'AB'],
];

describe('the matcher with a budget', () => {
  test.each(cases.flatMap(([pattern, ...texts]) => texts.map((text) => [pattern, text] as const)))(
    '%s on %j agrees with the host',
    (pattern, text) => {
      expect(ours(pattern, text)).toEqual(hosts(pattern, text));
    },
  );

  test('agrees with the host on generated patterns', () => {
    const atom = fc.constantFrom(
      'a',
      'b',
      '.',
      '[ab]',
      '[^a]',
      '\\w',
      '\\b',
      '^',
      '$',
      '\\1',
      '(?=a)',
      '(?!b)',
      '(?<=a)',
      '(?<!b)',
    );
    const { pattern: anyPattern } = fc.letrec<{ pattern: string; piece: string }>((tie) => ({
      piece: fc.oneof(
        { weight: 3, arbitrary: atom },
        { weight: 2, arbitrary: tie('pattern').map((inner) => `(${inner})`) },
        tie('pattern').map((inner) => `(?:${inner})`),
        fc
          .tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '*?', '+?', '{2}', '{1,2}?', '{0,3}'))
          .map(([inner, quantifier]) => `(${inner})${quantifier}`),
        fc
          .tuple(fc.constantFrom('a', 'b', '.', '[ab]'), fc.constantFrom('*', '+', '?', '*?', '+?', '{2,}', '{1,3}?'))
          .map(([inner, quantifier]) => inner + quantifier),
      ),
      pattern: fc
        .array(
          fc.array(tie('piece'), { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join('')),
          { minLength: 1, maxLength: 2 },
        )
        .map((alternatives) => alternatives.join('|')),
    }));
    fc.assert(
      fc.property(
        anyPattern,
        fc.string({ unit: fc.constantFrom('a', 'b', 'c', '\n'), maxLength: 8 }),
        fc.constantFrom('', 'i', 'm', 's', 'u'),
        (source, text, flags) => {
          fc.pre(source.length < 60);
          const pattern = new RegExp(`(c?)${source}`, flags);
          let result: number[] | undefined;
          try {
            result = ours(pattern, text);
          } catch (error) {
            expect(error).toBeInstanceOf(ExpressionError);
            return;
          }
          expect(result).toEqual(hosts(pattern, text));
        },
      ),
      { numRuns: 1_500, seed: 20_261_121 },
    );
  });
});
