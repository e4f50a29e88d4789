import type { ExecutionMode, Item, ItemLists, TaskData, TaskSource } from '@millrace/contract/data';

/**
 * What an expression can see: a run, from the place of one node run. The run loop (or the editor, over stored run data) provides it; the
 * variables (`$json`, `$('Node')`, …) are built on it here and only here.
 */
export interface ExpressionData {
  workflow: { id: string | null; name: string; active: boolean };
  execution: { id: string; mode: ExecutionMode; resumeUrl?: string; resumeFormUrl?: string };
  /** The node that the expression belongs to. */
  node: { name: string; typeVersion: number; id?: string; webhookId?: string };
  runIndex: number;
  /** Items of each input by index; null: no data. */
  inputs: readonly (readonly Item[] | null)[];
  /** Where each input's items came from. */
  source: readonly (TaskSource | null)[];
  /** The item of the source to which all items of the input belong; each to that of its own index if left out. */
  sourceItem?: number;
  timezone: string;
  /** Epoch milliseconds. */
  now(): number;
  /** 0 ≤ x < 1. */
  random(): number;
  hasNode(name: string): boolean;
  /** Runs of a node in this execution, oldest first; empty when it has not run. */
  runsOf(name: string): readonly TaskData[];
  /** Output of `name` through which it leads to the current node; 0 if it does not. */
  outputLeadingHere(name: string): number;
  /** Whether any path leads from `name` to the current node. */
  leadsHere(name: string): boolean;
  /** Whether any path leads from one node to another; without it, any may. */
  leadsTo?(from: string, to: string): boolean;
  /** Parameters of a node (raw, with defaults); for the current node they may be resolved. */
  parametersOf(name: string): Readonly<Record<string, unknown>>;
  /** Per-node state within the execution (loop state). */
  contextOf(name: string): Readonly<Record<string, unknown>>;
  env?: Readonly<Record<string, string>>;
  vars?: Readonly<Record<string, string>>;
  /** Parameters of the current node as they are stored; those of `parametersOf` if left out. */
  rawParameters?: Readonly<Record<string, unknown>>;
  /** Values that a workflow attaches to its execution. Without it they are undefined, and setting one is an error. */
  customData?: CustomData;
  /** What a language model gave for a parameter of a tool. Without it `$fromAI` gives its default value. */
  fromAI?: FromAI;
  /** Data that is kept between production runs, of the workflow or of the current node. Expressions read it only. */
  staticData?: (scope: 'global' | 'node') => Record<string, unknown>;
  /** What each evaluation may use; few steps, as for a preview, if left out. */
  limits?: ExpressionLimits;
  /** Values of secret stores; only where fields of credentials are resolved. */
  secrets?: Readonly<Record<string, unknown>>;
}

/** What one evaluation of a text may use. It ends with an error of kind `budget` when any of it is used up. */
export interface ExpressionLimits {
  /** Each is worth at most 120 nanoseconds of a core that nobody else uses, and mostly a tenth of that. */
  readonly steps: number;
  /** Of the clock of the run, from the 600,000th step on; looked at after each 600,000 further ones. No limit if left out. */
  readonly milliseconds?: number;
  /** Asked at the same moments, where many steps may have made much: true ends the evaluation. */
  readonly isShortOfMemory?: () => boolean;
}

export interface CustomData {
  get(key: string): unknown;
  set(key: string, value: unknown): void;
  getAll(): Record<string, string>;
  setAll(values: Record<string, unknown>): void;
}

export type FromAIType = 'string' | 'number' | 'boolean' | 'json' | 'date' | 'datetime';

export type FromAI = (key: string, description?: string, type?: FromAIType, defaultValue?: unknown) => unknown;

/** An environment of variables for the items of one node run. Make one for a node run, then move `itemIndex`. */
export interface ExpressionScope {
  itemIndex: number;
  /** Further variables (`$response`, `$pageCount`, …); replaced as a whole. */
  variables: Readonly<Record<string, unknown>> | undefined;
}

export type ExpressionErrorKind =
  | 'syntax'
  | 'notSupported'
  | 'forbidden'
  | 'budget'
  | 'reference'
  | 'type'
  | 'noData'
  | 'pairing';

/** A compiled text: literal, single expression, or text with expressions in it. Immutable; may be kept as long as the text. */
export interface Template {
  readonly text: string;
  /** True if there is nothing to evaluate. */
  readonly constant: boolean;
  /** @throws ExpressionError */
  evaluate(scope: ExpressionScope): unknown;
}

export type { ItemLists };
