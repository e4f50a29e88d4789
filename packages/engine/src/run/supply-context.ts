import type { ConnectionType, Item, TaskData } from '@millrace/contract/data';
import type { FromAI } from '../expressions/types.ts';
import { toPlainOutputs } from '../items/plain.ts';
import type { ExecuteContext } from '../node-api/context.ts';
import type { SupplyContext } from '../node-api/sub-node.ts';
import { toExecutionError } from './errors.ts';
import { type AnyParameters, PlacedContext, type SubNodeServices } from './placed-context.ts';
import type { PreparedNode } from './prepare.ts';
import type { NodeTurn, RunSession } from './session.ts';

interface Service {
  received: ExecuteContext['inputs'];
  subNodes: SubNodeServices;
  /** Of the connection over which the sub-node serves. */
  type: ConnectionType;
  itemIndex: number;
  /** The node that runs, then the sub-nodes between it and this one. */
  path: readonly string[];
  /** What a model chose for the parameters. */
  given?: Readonly<Record<string, unknown>>;
}

/** What a model has chosen, as `$fromAI` gives it. */
export const fromAIOf =
  (given: Readonly<Record<string, unknown>>): FromAI =>
  (key, _description, _type, standard) =>
    Object.hasOwn(given, key) ? given[key] : standard;

/** What a sub-node sees while it sets up what it serves, and later, when that is used. */
export class SubNodeContext extends PlacedContext implements SupplyContext {
  readonly itemIndex: number;
  readonly #service: Service;

  constructor(session: RunSession, prepared: PreparedNode, turn: NodeTurn, service: Service) {
    const { given } = service;
    super(session, prepared, turn, {
      ...service,
      fromAI: given && fromAIOf(given),
    });
    this.#service = service;
    this.itemIndex = service.itemIndex;
  }

  override parameter<N extends keyof AnyParameters & string>(name: N, itemIndex = this.itemIndex): AnyParameters[N] {
    return super.parameter(name, itemIndex);
  }

  override extractedValue(name: keyof AnyParameters & string, itemIndex = this.itemIndex): string {
    return super.extractedValue(name, itemIndex);
  }

  override connected(type: ConnectionType, itemIndex = this.itemIndex): Promise<unknown[]> {
    const { subNodes, path } = this.#service;
    return subNodes.serve(this.prepared, type, itemIndex, path);
  }

  recordCall(input: Item[], output: Item[] | { error: unknown }, startedAt = this.now()): void {
    const { subNodes, type, path } = this.#service;
    if (subNodes.isClosed) return;
    const { name } = this.node;
    const runIndex = this.session.history.countOf(name);
    const timestamp = this.now();
    const [given = null] = toPlainOutputs([input], []);
    const task: TaskData = {
      startTime: startedAt,
      executionTime: timestamp - startedAt,
      source: [],
      serves: { node: path[0]!, runIndex: this.runIndex, input: given ?? [] },
    };
    if (Array.isArray(output)) task.data = { [type]: toPlainOutputs([output], []) };
    else task.error = toExecutionError(output.error, { node: name, runIndex, timestamp, mask: this.session.host.mask });
    this.session.addCall(name, task);
  }

  withArguments(given: Readonly<Record<string, unknown>>): SubNodeContext {
    return new SubNodeContext(this.session, this.prepared, this.turn, { ...this.#service, given });
  }
}
