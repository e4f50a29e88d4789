import { typeError } from '../errors.ts';

/** Formats of dates come from people. Luxon makes a pattern of one, and one of many parts of variable length would take for ever on some texts. */

const longestFormat = 100;
const longestText = 200;
const mostWays = 100_000;

const tooLong = () => typeError('The format of the date is too long', 'Leave out what the date does not need.');

/** @throws ExpressionError */
export function requireShortFormat(format: string): void {
  if (format.length > longestFormat) throw tooLong();
}

/**
 * In how many ways a text may be divided among the parts of a Luxon format, which is what reading it costs at most.
 * @throws ExpressionError where that would take too long
 */
export function waysToRead(text: string, format: string): number {
  requireShortFormat(format);
  if (text.length > longestText) throw tooLong();
  const ways = (format.match(/([a-zA-Z])\1*/g) ?? []).reduce((product, token) => product * lengthsOf(token), 1);
  if (ways > mostWays) throw tooLong();
  return ways;
}

/** In how many lengths a token may match, at most. */
function lengthsOf(token: string): number {
  if (/^(?:S|x|X|z)$/.test(token)) return 100;
  if (/^(?:y|yyyyy|o|u|uu)$/.test(token)) return 6;
  return token.length === 1 ? 2 : 1;
}
