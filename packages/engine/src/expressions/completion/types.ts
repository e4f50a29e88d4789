import type { ExpressionData } from '../types.ts';
import type { Documentation } from './documentation/define.ts';

export interface Completion {
  /** What is shown, and what the typed characters are compared with. */
  label: string;
  /** What is put in its place. */
  insert: string;
  /** Place of the cursor, counted back from the end of what is put in: 1 is before its last character. */
  cursorBack: number;
  kind: 'variable' | 'field' | 'method' | 'property' | 'node' | 'global';
  /** Short remark: a sample of the value, or the type of the result. */
  detail: string;
  /** Start of what it replaces, where that is not the start of the whole result. */
  from?: number;
  documentation?: Documentation;
}

/** Options in the order of how probable they are; `from` to `to` is what they replace, `to` may be behind the position. */
export interface Completions {
  from: number;
  to: number;
  options: readonly Completion[];
}

export interface CompletionSource {
  data: ExpressionData;
  /** The item whose values are shown; 0 if left out. */
  itemIndex?: number;
  /** Names of the nodes that lead to this one, nearest first. */
  nodeNames: readonly string[];
  /** Values of further variables of the field, such as `$response`. */
  variables?: Readonly<Record<string, unknown>>;
}
