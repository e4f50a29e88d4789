import type { ExecutionError, Item, Json, JsonObject } from '@millrace/contract/data';

/**
 * Nodes that run other nodes. `execute` returns `context.run([…])`: the engine runs the nodes, each a node run of its own that is recorded, retried
 * and able to wait, and then runs the node again with what they gave as `context.results`. Each call that asks for others is a node run of its own too,
 * so an execution that goes on elsewhere makes none of them a second time.
 */

/** A node that is wired to an input of another type than main, such as a tool of an agent. */
export interface NodeRunRequest {
  node: string;
  /** Its input. Expressions like `$('X').item` see from them what they see from the item `itemIndex` of the node that asks. */
  items: Item[];
  /** Default 0. */
  itemIndex?: number;
  /** What a model chose: `$fromAI('key')` in the node's parameters gives `arguments.key`. */
  arguments?: Readonly<Record<string, Json>>;
}

/** In the order of the requests; `items` are those of the node's first output that has any. Plain data. */
export type NodeRunResult =
  | { status: 'success'; node: string; items: Item[] }
  | { status: 'error'; node: string; error: ExecutionError };

/** What `context.run` gives and `execute` returns. */
export class NodeRuns {
  readonly requests: readonly NodeRunRequest[];
  readonly memo: JsonObject | undefined;

  constructor(requests: readonly NodeRunRequest[], memo?: JsonObject) {
    this.requests = requests;
    this.memo = memo;
  }
}

/** A node that can be run by `context.run`, as a model is told of it. */
export interface ToolDescription {
  node: string;
  /** At most 64 letters, digits, `_` and `-`; unique among the tools of the node. */
  name: string;
  description: string;
  /** JSON schema of `arguments`, made of the `$fromAI` calls in the node's parameters. */
  schema: JsonObject;
}
