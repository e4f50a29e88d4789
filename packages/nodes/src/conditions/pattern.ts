import { NodeError, testPattern } from '@millrace/engine/node-api';

/**
 * Whether a pattern, bare or written `/pattern/flags`, is found in the text.
 * @throws NodeError for a bad pattern, and for one that would take too long on this text
 */
export function matchesPattern(text: string, pattern: string): boolean {
  const wanted = readPattern(pattern);
  try {
    return testPattern(wanted, text);
  } catch (error) {
    throw new NodeError(`The pattern "${pattern}" takes too long on this text`, {
      description: 'Avoid repetitions within repetitions, such as (a+)+, or match a shorter text.',
      cause: error,
    });
  }
}

function readPattern(pattern: string): RegExp {
  const literal = /^\/(.*)\/([dgimsuvy]*)$/s.exec(pattern);
  try {
    return new RegExp(literal?.[1] ?? pattern, literal?.[2]?.replace(/[gy]/g, ''));
  } catch (error) {
    throw new NodeError(`"${pattern}" is not a regular expression`, { cause: error });
  }
}
