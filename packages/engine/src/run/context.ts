import type { Item } from '@millrace/contract/data';
import { compileTemplate, isExpression } from '../expressions/template.ts';
import type { ExpressionScope } from '../expressions/types.ts';
import { linkedToThemselves, withLink } from '../items/pairing.ts';
import type { ExecuteContext, HostServices, ItemResult, NodeOutput, TriggerPayload } from '../node-api/context.ts';
import type { WebhookResponse } from '../node-api/http.ts';
import { toExecutionError } from './errors.ts';
import type { PreparedNode } from './prepare.ts';
import { type RunSession, visibleInputs } from './session.ts';
import { nodeFacts } from './setup-context.ts';
import type { QueuedRun } from './types.ts';

/** What one attempt to run a node sees. Made anew for each attempt; `close` makes it deaf once the run no longer waits for it. */
export class NodeRunContext {
  readonly node: ExecuteContext['node'];
  readonly workflow: ExecuteContext['workflow'];
  readonly timezone: string;
  readonly runIndex: number;
  readonly execution: ExecuteContext['execution'];
  readonly signal: AbortSignal;
  readonly continueOnFail: boolean;
  readonly trigger: TriggerPayload | undefined;
  readonly binary: HostServices['binary'];
  readonly #session: RunSession;
  readonly #prepared: PreparedNode;
  readonly #run: QueuedRun;
  /** As they came, for expressions; the links of these speak of the node before. */
  readonly #received: readonly (readonly Item[] | null)[];
  #inputs: readonly (readonly Item[] | null)[] | undefined;
  #scope: ExpressionScope | undefined;
  #isClosed = false;

  constructor(session: RunSession, prepared: PreparedNode, run: QueuedRun, runIndex: number, continueOnFail: boolean) {
    const { request } = session;
    this.#session = session;
    this.#prepared = prepared;
    this.#run = run;
    this.#received = visibleInputs(prepared, run);
    this.node = nodeFacts(prepared.node, prepared.typeVersion);
    this.workflow = {
      id: request.workflow.id,
      name: request.workflow.name,
      active: request.workflow.active,
      settings: session.settings,
    };
    this.timezone = session.timezone;
    this.runIndex = runIndex;
    this.execution = session.execution;
    this.signal = request.signal;
    this.continueOnFail = continueOnFail;
    this.trigger = run.trigger;
    this.binary = request.host.binary;
  }

  get inputs(): readonly (readonly Item[] | null)[] {
    this.#inputs ??= this.#received.map((items, input) => items && linkedToThemselves(items, input));
    return this.#inputs;
  }

  get items(): readonly Item[] {
    return this.inputs[0] ?? [];
  }

  get state(): Record<string, unknown> {
    return this.#session.stateOf(this.node.name);
  }

  parameter(name: string, itemIndex = 0): unknown {
    return this.#prepared.parameters.get(name, itemIndex, this.#getScope);
  }

  rawParameter(name: string): unknown {
    const { raw } = this.#prepared.parameters;
    return Object.hasOwn(raw, name) ? raw[name] : undefined;
  }

  evaluate(template: string, itemIndex: number, variables?: Record<string, unknown>): unknown {
    if (!isExpression(template)) return template;
    const scope = this.#getScope();
    scope.itemIndex = itemIndex;
    scope.variables = variables;
    try {
      return compileTemplate(template).evaluate(scope);
    } finally {
      scope.variables = undefined;
    }
  }

  staticData(scope: 'node' | 'global'): Record<string, unknown> {
    return this.#session.staticData.of(scope === 'global' ? 'global' : `node:${this.node.name}`);
  }

  now(): number {
    return this.#session.request.host.now();
  }

  random(): number {
    return this.#session.request.host.random();
  }

  sleep(milliseconds: number): Promise<void> {
    return this.#session.request.host.sleep(milliseconds, this.signal);
  }

  http(request: Parameters<HostServices['http']>[0]): ReturnType<HostServices['http']> {
    return this.#session.request.host.http({ ...request, signal: request.signal ?? this.signal });
  }

  respond(response: WebhookResponse): void {
    if (!this.#isClosed) this.#session.respond(response);
  }

  log(...values: unknown[]): void {
    if (!this.#isClosed) this.#session.emit({ type: 'log', node: this.node.name, values });
  }

  failedItem(error: unknown, itemIndex: number): Item {
    const { name } = this.node;
    const record = toExecutionError(error, { node: name, runIndex: this.runIndex, itemIndex, timestamp: this.now() });
    return { json: { error: record.message }, pairedItem: itemIndex, error: record };
  }

  forEachItem(
    transform: (item: Item, index: number) => ItemResult | Promise<ItemResult>,
  ): NodeOutput | Promise<NodeOutput> {
    const { items } = this;
    const output: Item[] = [];
    for (let index = 0; index < items.length; index++) {
      try {
        const result = transform(items[index]!, index);
        if (result instanceof Promise) return this.#forEachItemFrom(items, index, result, transform, output);
        collect(output, result, index);
      } catch (error) {
        output.push(this.#failOrContinue(error, index));
      }
    }
    return [output];
  }

  async #forEachItemFrom(
    items: readonly Item[],
    start: number,
    first: Promise<ItemResult>,
    transform: (item: Item, index: number) => ItemResult | Promise<ItemResult>,
    output: Item[],
  ): Promise<NodeOutput> {
    let pending: ItemResult | Promise<ItemResult> = first;
    for (let index = start; index < items.length; index++) {
      try {
        if (index > start) {
          this.signal.throwIfAborted();
          pending = transform(items[index]!, index);
        }
        collect(output, await pending, index);
      } catch (error) {
        output.push(this.#failOrContinue(error, index));
      }
    }
    return [output];
  }

  #failOrContinue(error: unknown, index: number): Item {
    if (!this.continueOnFail || this.signal.aborted) throw withItem(error, index);
    return this.failedItem(error, index);
  }

  /** The run no longer waits for the node: what it still says goes nowhere. */
  close(): void {
    this.#isClosed = true;
  }

  readonly #getScope = (): ExpressionScope => {
    this.#scope ??= this.#session.expressionScope(this.#prepared, this.#run, this.#received, this.runIndex);
    return this.#scope;
  };
}

const collect = (output: Item[], result: ItemResult, index: number): void => {
  if (result === null || result === undefined) return;
  if (!Array.isArray(result)) output.push(result.pairedItem === undefined ? withLink(result, index) : result);
  else for (const item of result) output.push(item.pairedItem === undefined ? withLink(item, index) : item);
};

/** At which item a failure came up, for those that do not say it themselves. */
const places = new WeakMap<object, number>();

const withItem = (error: unknown, index: number): unknown => {
  if (typeof error === 'object' && error !== null) places.set(error, index);
  return error;
};

/** Index of the item at which `forEachItem` was when the error came out. */
export const itemIndexOf = (error: unknown): number | undefined =>
  typeof error === 'object' && error !== null ? places.get(error) : undefined;
