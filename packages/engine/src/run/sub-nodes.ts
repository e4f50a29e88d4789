import type { ConnectionType } from '@millrace/contract/data';
import { type Graph, sourcesOf } from '../graph/index.ts';
import type { ExecuteContext } from '../node-api/context.ts';
import { NodeError } from '../node-api/errors.ts';
import type { Supplied } from '../node-api/sub-node.ts';
import { messageOf } from './errors.ts';
import type { SubNodeServices } from './placed-context.ts';
import type { PreparedNode } from './prepare.ts';
import type { NodeTurn, RunSession } from './session.ts';
import { SubNodeContext } from './supply-context.ts';

/** Nodes on inputs of this type may be nodes that run. */
export const toolConnection = 'ai_tool';

/** It is run, and serves no value. */
export const isRun = ({ definition }: PreparedNode): boolean =>
  definition?.execute !== undefined && definition.supply === undefined;

/** The sub-nodes that serve one attempt to run a node. Each is set up when it is asked for, once for each item, and closed at the end. */
export class SubNodes implements SubNodeServices {
  readonly #session: RunSession;
  readonly #turn: NodeTurn;
  readonly #received: ExecuteContext['inputs'];
  #served: Map<string, Promise<unknown[]>> | undefined;
  /** Newest last. */
  readonly #open: { name: string; supplied: Supplied }[] = [];
  isClosed = false;

  constructor(session: RunSession, turn: NodeTurn, received: ExecuteContext['inputs']) {
    this.#session = session;
    this.#turn = turn;
    this.#received = received;
  }

  serve(
    parent: PreparedNode,
    type: ConnectionType,
    itemIndex: number,
    path: readonly string[] = [],
  ): Promise<unknown[]> {
    this.#served ??= new Map();
    const key = JSON.stringify([parent.node.name, type, itemIndex]);
    let values = this.#served.get(key);
    if (!values) {
      values = this.#serveAll(parent, type, itemIndex, [...path, parent.node.name]);
      this.#served.set(key, values);
      // A node may ask and not wait for the answer.
      values.catch(() => {});
    }
    return values;
  }

  async #serveAll(parent: PreparedNode, type: ConnectionType, itemIndex: number, path: string[]): Promise<unknown[]> {
    const { workflow } = this.#session;
    const missing = missingSubNode(workflow.graph, parent, type);
    if (missing) throw missing;
    const values: unknown[] = [];
    for (const name of enabledSubNodes(workflow.graph, parent.node.name, type)) {
      const subNode = workflow.node(name);
      if (type === toolConnection && isRun(subNode)) continue;
      values.push(await this.#supply(subNode, type, itemIndex, path));
    }
    return values;
  }

  async #supply(subNode: PreparedNode, type: ConnectionType, itemIndex: number, path: string[]): Promise<unknown> {
    const { node, definition } = subNode;
    if (path.includes(node.name)) throw new SubNodeError(node.name, 'It serves itself, over other nodes');
    if (!definition) throw new SubNodeError(node.name, `The node type ${node.type} is not known`);
    if (!definition.supply) throw new SubNodeError(node.name, 'Nodes of its type serve no others');
    const context = new SubNodeContext(this.#session, subNode, this.#turn, {
      received: this.#received,
      subNodes: this,
      type,
      itemIndex,
      path,
    });
    try {
      const supplied = await definition.supply(context);
      if (this.isClosed) await supplied.close?.();
      else this.#open.push({ name: node.name, supplied });
      return supplied.value;
    } catch (error) {
      throw error instanceof SubNodeError ? error : new SubNodeError(node.name, error);
    }
  }

  /** @returns a promise only where there is something to wait for; it is never rejected */
  close(): Promise<void> | undefined {
    this.isClosed = true;
    return this.#open.length > 0 ? this.#closeAll() : undefined;
  }

  async #closeAll(): Promise<void> {
    for (let last = this.#open.pop(); last; last = this.#open.pop()) {
      try {
        await last.supplied.close?.();
      } catch (error) {
        const reason = messageOf(error);
        this.#session.log(last.name, [`"${last.name}" could not be closed: ${reason}`]);
      }
    }
  }
}

/** A sub-node that cannot serve. */
class SubNodeError extends NodeError {
  constructor(subNode: string, reason: unknown) {
    const { description, context } = (reason instanceof Error ? reason : {}) as Partial<NodeError>;
    super(`Sub-node "${subNode}": ${messageOf(reason)}`, {
      description,
      cause: reason,
      context: { ...context, subNode },
    });
  }
}

/** In the order of the canvas. */
export const enabledSubNodes = (graph: Graph, parent: string, type: string): string[] => {
  const sources = sourcesOf(graph, parent, type).filter(({ node }) => !graph.nodes.get(node)?.disabled);
  const order = (name: string) => graph.rank.get(name) ?? 0;
  const sorted = sources.toSorted((a, b) => a.input - b.input || order(a.node) - order(b.node));
  return [...new Set(sorted.map(({ node }) => node))];
};

/** What is wrong where a node needs a sub-node and has none that is enabled. */
export const missingSubNode = (graph: Graph, parent: PreparedNode, type?: ConnectionType): NodeError | undefined => {
  for (const port of parent.requiredSubNodes) {
    if (type !== undefined && port.type !== type) continue;
    if (enabledSubNodes(graph, parent.node.name, port.type).length > 0) continue;
    const what = port.displayName ?? port.type;
    return new NodeError(`No node is connected to the required input "${what}"`, {
      description: 'Connect a node that serves there, or enable the one that is connected.',
    });
  }
  return undefined;
};
