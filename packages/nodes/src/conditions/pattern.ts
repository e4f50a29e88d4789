import { NodeError, replaceMatches, testPattern } from '@millrace/engine/node-api';

/**
 * Whether a pattern, bare or written `/pattern/flags`, is found in the text.
 * @throws NodeError for a bad pattern, and for one that would take too long on this text
 */
export function matchesPattern(text: string, pattern: string): boolean {
  const wanted = readPattern(pattern);
  return inTime(pattern, () => testPattern(wanted, text));
}

/**
 * Replaces what the pattern finds first, or with the flag `g` all that it finds; `$1` stands for its first group.
 * @param pattern without slashes
 * @throws NodeError as `matchesPattern`
 */
export function replacePattern(text: string, pattern: string, flags: string, replacement: string): string {
  const wanted = compile(pattern, flags);
  return inTime(pattern, () => replaceMatches(wanted, text, replacement));
}

function inTime<T>(pattern: string, search: () => T): T {
  try {
    return search();
  } catch (error) {
    throw new NodeError(`The pattern "${pattern}" takes too long on this text`, {
      description: 'Avoid repetitions within repetitions, such as (a+)+, or match a shorter text.',
      cause: error,
    });
  }
}

function readPattern(pattern: string): RegExp {
  const literal = /^\/(.*)\/([dgimsuvy]*)$/s.exec(pattern);
  return compile(literal?.[1] ?? pattern, literal?.[2]?.replace(/[gy]/g, '') ?? '');
}

function compile(pattern: string, flags: string): RegExp {
  try {
    return new RegExp(pattern, flags);
  } catch (error) {
    throw new NodeError(`"${pattern}" is not a regular expression`, { cause: error });
  }
}
