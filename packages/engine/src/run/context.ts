import type { Item, JsonObject } from '@millrace/contract/data';
import { linkedToThemselves, linkedToThemselvesIn, withLink } from '../items/pairing.ts';
import type { ExecuteContext, ItemResult, NodeOutput, TriggerPayload } from '../node-api/context.ts';
import type { ResponseStream, WebhookResponse } from '../node-api/http.ts';
import { type NodeRunRequest, type NodeRunResult, NodeRuns, type ToolDescription } from '../node-api/node-run.ts';
import { type Resumption, Wait, type WaitRequest } from '../node-api/wait.ts';
import { toExecutionError } from './errors.ts';
import type { NodeStates } from './node-states.ts';
import { PlacedContext } from './placed-context.ts';
import { type NodeTurn, type RunSession, visibleInputs } from './session.ts';
import { SubNodes } from './sub-nodes.ts';
import { fromAIOf } from './supply-context.ts';
import { toolsOf } from './tools.ts';

/** What one attempt to run a node sees. Made anew for each attempt; `close` makes it deaf once the run no longer waits for it. */
export class NodeRunContext extends PlacedContext implements ExecuteContext {
  readonly continueOnFail: boolean;
  readonly trigger: TriggerPayload | undefined;
  readonly resumption: Resumption | undefined;
  readonly memo: JsonObject | undefined;
  readonly results: readonly NodeRunResult[] | undefined;
  readonly resumeUrl: string | undefined;
  readonly resumeFormUrl: string | undefined;
  readonly #subNodes: SubNodes;
  #inputs: ExecuteContext['inputs'] | undefined;
  /** Of an answer that is given piece by piece. */
  #endResponse: ((isWhole: boolean) => void) | undefined;

  constructor(session: RunSession, turn: NodeTurn, continueOnFail: boolean) {
    const { asked, answered } = turn.run;
    const received = visibleInputs(turn.prepared, turn.run);
    const subNodes = new SubNodes(session, turn, received);
    super(session, turn.prepared, turn, { received, subNodes, fromAI: asked?.arguments && fromAIOf(asked.arguments) });
    this.#subNodes = subNodes;
    this.continueOnFail = continueOnFail;
    this.trigger = turn.run.trigger;
    this.resumption = turn.resumption;
    this.memo = turn.memo ?? answered?.memo;
    this.results = answered?.results;
    this.resumeUrl = session.request.resumeUrl;
    this.resumeFormUrl = session.request.resumeFormUrl;
  }

  get inputs(): ExecuteContext['inputs'] {
    this.#inputs ??= this.prepared.definition?.keepsState ? this.#keptInputs() : this.#linkedInputs();
    return this.#inputs;
  }

  get items(): readonly Item[] {
    return this.inputs[0] ?? [];
  }

  #linkedInputs(): ExecuteContext['inputs'] {
    return this.received.map((items, input) => items && linkedToThemselves(items, input));
  }

  /** Those of the first input are the same that later runs get. */
  #keptInputs(): ExecuteContext['inputs'] {
    return this.received.map((items, input) => {
      if (!items) return null;
      return input === 0 ? this.itemsOf(this.runIndex) : linkedToThemselvesIn(items, input, this.runIndex);
    });
  }

  get state(): Record<string, unknown> {
    return this.#states.valuesOf(this.node.name);
  }

  itemsOf(run: number): readonly Item[] {
    return this.#states.itemsOf(this.node.name, run);
  }

  keepItemsFrom(run: number | undefined): void {
    this.#states.keepItemsFrom(run);
  }

  get #states(): NodeStates {
    const { definition } = this.prepared;
    if (!definition?.keepsState) throw new TypeError(`The definition of ${definition?.name} does not say keepsState`);
    return this.session.nodeStates;
  }

  respond(response: WebhookResponse): void {
    if (!this.#subNodes.isClosed) this.session.respond(response);
  }

  startResponse(head: Pick<WebhookResponse, 'status' | 'headers'>): ResponseStream {
    let isOpen = !this.#subNodes.isClosed && this.session.respond({ ...head, body: { kind: 'stream' } });
    const end = (isWhole: boolean) => {
      if (isOpen) this.session.endResponse(isWhole);
      isOpen = false;
    };
    if (isOpen) this.#endResponse = end;
    return {
      write: (piece) => {
        if (isOpen && piece.length > 0) this.session.respondPiece(piece);
      },
      end: () => end(true),
    };
  }

  continueResponse(head: Pick<WebhookResponse, 'status' | 'headers'>): Pick<ResponseStream, 'write'> {
    const isOpen = !this.#subNodes.isClosed && this.session.shareResponse(head);
    return {
      write: (piece) => {
        if (isOpen && piece.length > 0) this.session.respondPiece(piece);
      },
    };
  }

  wait(request: WaitRequest): Wait {
    return new Wait(request);
  }

  run(requests: readonly NodeRunRequest[], memo?: JsonObject): NodeRuns {
    return new NodeRuns(requests, memo);
  }

  tools(): ToolDescription[] {
    return toolsOf(this.session.workflow, this.node.name);
  }

  failedItem(error: unknown, itemIndex: number): Item {
    const { name } = this.node;
    const record = toExecutionError(error, {
      node: name,
      runIndex: this.runIndex,
      itemIndex,
      timestamp: this.now(),
      mask: this.session.host.mask,
    });
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

  /**
   * The attempt is over: what the node still says goes nowhere, its sub-nodes are closed, and an answer that it gives piece by piece ends.
   * @returns a promise only where there is something to wait for
   */
  close(hasSucceeded: boolean): Promise<void> | undefined {
    this.#endResponse?.(hasSucceeded);
    return this.#subNodes.close();
  }
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
