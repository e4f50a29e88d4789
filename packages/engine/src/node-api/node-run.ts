import type { ConnectionType, ExecutionError, Item, Json, JsonObject } from '@millrace/contract/data';

/**
 * Nodes that run other nodes. `execute` returns `context.run([…])`: the engine runs the nodes, each a node run of its own that is recorded, retried
 * and able to wait, and then calls `execute` again with what they gave as `context.results`.
 */

/** A node that is wired to an input of another type than main, such as a tool of an agent. */
export interface NodeRunRequest {
  node: string;
  items: Item[];
  /** What a model chose: `$fromAI('key')` in the node's parameters gives `arguments.key`. */
  arguments?: Readonly<Record<string, Json>>;
}

/** In the order of the requests. Plain data. */
export type NodeRunResult =
  | { status: 'success'; node: string; items: Item[] }
  | { status: 'error'; node: string; error: ExecutionError };

/** What `context.run` gives and `execute` returns. */
export class NodeRuns {
  readonly requests: readonly NodeRunRequest[];
  readonly memo: JsonObject | undefined;

  constructor(requests: readonly NodeRunRequest[], memo: JsonObject | undefined) {
    this.requests = requests;
    this.memo = memo;
  }
}

/** A node that can be run by `context.run`, as a model is told of it. */
export interface ToolDescription {
  node: string;
  /** Of letters, digits, `_` and `-`, unique among the tools of the node. */
  name: string;
  description: string;
  /** JSON schema of `arguments`, made of the `$fromAI` calls in the node's parameters where the node does not give one. */
  schema: JsonObject;
  connection: ConnectionType;
}
