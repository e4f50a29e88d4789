import type { Item, ParameterDefinition } from '@millrace/contract/data';
import type { ExecuteContext } from './context.ts';

/**
 * Sub-nodes: nodes whose outputs are of a type `ai_…`. They get no items and are never run by themselves. A node that they are wired to asks for what
 * they serve, with `context.connected(type)`: a model, a memory, a tool. The engine knows nothing of these values.
 */

export interface Supplied {
  /** What the parent gets. */
  value: unknown;
  /** Called when the parent's run has ended, however it ended. */
  close?(): void | Promise<void>;
}

/** What a sub-node sees. Expressions read the parent's items, at `itemIndex`. */
export interface SupplyContext<P extends readonly ParameterDefinition[] = readonly ParameterDefinition[]>
  extends Pick<
    ExecuteContext<P>,
    | 'node'
    | 'workflow'
    | 'timezone'
    | 'parameter'
    | 'extractedValue'
    | 'rawParameter'
    | 'evaluate'
    | 'runIndex'
    | 'execution'
    | 'signal'
    | 'now'
    | 'random'
    | 'sleep'
    | 'http'
    | 'credential'
    | 'binary'
    | 'callWorkflow'
    | 'staticData'
    | 'customData'
    | 'connected'
    | 'log'
  > {
  /** The parent's item for which it serves; the default of `parameter`. */
  readonly itemIndex: number;
  /**
   * Says that it was used once: a node run of its own in the run data, with the output under the type of the connection.
   * @param startedAt epoch milliseconds; default: now
   */
  recordCall(input: Item[], output: Item[] | { error: unknown }, startedAt?: number): void;
  /** The same context with what a model chose for the parameters: `$fromAI('key')` in expressions gives `given.key`. */
  withArguments(given: Readonly<Record<string, unknown>>): SupplyContext<P>;
}
