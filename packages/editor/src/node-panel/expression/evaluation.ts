import type { Json } from '@millrace/contract';
import type { Completions, ExpressionErrorKind } from '@millrace/engine';

/** The live result of an expression over the data on screen. */
export type Evaluation =
  | { kind: 'value'; value: Json | undefined; left?: undefined }
  /** The beginning of one that is longer than was asked for, as text, and how many characters it has besides. */
  | { kind: 'value'; value: string; left: number }
  /** It is on its way. */
  | { kind: 'pending' }
  /** The data that the expression asks for is not there yet. */
  | { kind: 'noData'; message: string }
  | { kind: 'error'; message: string; hint?: string; position?: number; errorKind: ExpressionErrorKind | 'internal' };

/** The character of the field's text, which goes without the leading `=`, at which an expression is wrong. */
export const errorAtOf = (evaluation: Evaluation | undefined): number | undefined =>
  evaluation?.kind === 'error' && evaluation.position !== undefined ? Math.max(0, evaluation.position - 1) : undefined;

/**
 * Gives the result of a text for the item that is looked at, some time later. Returns what takes the question back.
 * @param most characters of the result that are wanted; undefined: all, as the value that it is
 */
export type Evaluate = (text: string, answer: (evaluation: Evaluation) => void, most?: number) => () => void;

/** What may be typed at a place of a template; undefined where nothing is to be offered. */
export type Complete = (text: string, position: number) => Promise<Completions | undefined>;

/** A result as far as it is shown: what is put on a page as a whole holds it up, and a large value already by travelling to it. */
export const beginningOf = (value: Json | undefined, most: number | undefined): Evaluation => {
  if (most === undefined || value === undefined) return { kind: 'value', value };
  const text = fullText(value);
  if (text.length <= most) return { kind: 'value', value };
  return { kind: 'value', value: text.slice(0, most), left: text.length - most };
};

/** Over several lines. */
export const fullText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));

/** One line for a result under its field. */
export const resultText = (value: Json | undefined): string => {
  if (value === undefined) return 'undefined';
  if (typeof value === 'string') return value;
  return JSON.stringify(value);
};
