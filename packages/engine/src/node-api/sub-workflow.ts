import type { ExecutionError, Item, WorkflowGraph } from '@millrace/contract/data';

/** A run that a node starts. Plain data. */
export interface WorkflowCall {
  workflow: { id: string } | { graph: WorkflowGraph & { name: string } };
  /** What its trigger gets: `{ kind: 'items', items }`. */
  items: Item[];
  /** False: it is only started. */
  waitForEnd: boolean;
  /** Name of the calling node. */
  node: string;
  /** The item for which it is called. */
  itemIndex?: number;
}

/** Items are those of the last node's first output that has any. */
export type WorkflowCallResult =
  | { status: 'success'; executionId: string; items: Item[] }
  | { status: 'error'; executionId: string; error: ExecutionError }
  | { status: 'started'; executionId: string }
  /** The called run waits for long: return `context.wait({ till: null, executionId })`, and `context.resumption` will hold its end. */
  | { status: 'waiting'; executionId: string };
