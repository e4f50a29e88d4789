import type { Item } from '@millrace/contract';
import type { Completions, ExpressionData } from '@millrace/engine';
import type { Evaluation } from '../evaluation.ts';

/*
 * What the panel and the worker in which expressions are evaluated say to each other. The worker keeps what it was sent; of runs and parameters
 * of nodes it asks for those that an expression reads.
 */

/** A piece of what expressions see. The first three are always sent. */
export type PartKey = 'base' | 'inputs' | 'chosen' | `runs ${string}` | `parameters ${string}`;

/** What is small; travels as JSON text, as parameters do, so that a change is found by comparing texts. */
export interface PreviewBase
  extends Pick<ExpressionData, 'workflow' | 'execution' | 'node' | 'runIndex' | 'source' | 'timezone'> {
  nodeNames: readonly string[];
  /** Nodes that lead to the open one, by name, each with the output by which it does. */
  leading: readonly (readonly [name: string, output: number])[];
}

/** An item of the first input that is not among those that are here. */
export interface ChosenItem {
  index: number;
  item: Item;
}

/** `most` is that of `Evaluate`. */
export type Job = { id: number; itemIndex: number } & (
  | { kind: 'evaluate'; text: string; most?: number }
  | { kind: 'complete'; text: string; position: number; nodeNames: readonly string[] }
);

export interface Batch {
  parts: readonly (readonly [PartKey, unknown])[];
  /** Parts that changed, and may not be needed any more. */
  dropped: readonly PartKey[];
  jobs: readonly Job[];
}

/** In the order of the jobs. */
export type Answer =
  | { kind: 'ready' }
  | { kind: 'evaluation'; id: number; evaluation: Evaluation }
  | { kind: 'completions'; id: number; completions: Completions | undefined }
  /** The job is to be given again, with these parts. */
  | { kind: 'needs'; id: number; keys: readonly PartKey[] };
