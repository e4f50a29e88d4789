import type { RunStart } from '@millrace/engine';
import { JsonText, objectText } from '../platform/json-text.ts';
import type { StoredStart } from './types.ts';

/**
 * How an execution starts, as its row keeps it. The start itself may be many megabytes, and this process has no use for it: it stands last, and what
 * stands before it is read without it.
 */
export type StartHead = Omit<StoredStart, 'start'>;

const beginning = '{"depth":';
const separator = ',"start":';

/** JSON of a StoredStart. */
export const startText = (
  start: RunStart | JsonText,
  { depth = 0, destinationNode, lastNodeAnswer }: StartHead,
): string => {
  const text = start instanceof JsonText ? start : new JsonText(JSON.stringify(start));
  return objectText({ depth, destinationNode, lastNodeAnswer }, { start: text }).text;
};

const tryParse = (text: string): StartHead | undefined => {
  try {
    return JSON.parse(text) as StartHead;
  } catch {
    return undefined;
  }
};

/** @param text JSON of a StoredStart @returns with JSON of the RunStart */
export const splitStart = (text: string): { head: StartHead; start: JsonText } => {
  // A text within the head may hold what looks like its end; up to there it is no JSON.
  if (text.startsWith(beginning))
    for (let at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, at + 1)) {
      const head = tryParse(`${text.slice(0, at)}}`);
      if (head) return { head, start: new JsonText(text.slice(at + separator.length, -1)) };
    }
  // Earlier versions wrote the members in any order.
  const { start, ...head } = JSON.parse(text) as StoredStart;
  return { head, start: new JsonText(JSON.stringify(start)) };
};

/** Whether it begins in the middle of its workflow. @param start JSON of a RunStart, whose kind stands first */
export const isPartial = (start: JsonText): boolean => start.text.startsWith('{"kind":"partial"');
