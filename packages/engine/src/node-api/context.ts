import type {
  BinaryData,
  ExecutionMode,
  Item,
  ParameterDefinition,
  WorkflowNode,
  WorkflowSettings,
} from '@millrace/contract/data';
import type { HttpRequest, HttpResponse, WebhookRequest, WebhookResponse } from './http.ts';
import type { ParameterValues } from './parameter-values.ts';

/** Items of each output, by index. A shorter list leaves the rest empty. */
export type NodeOutput = (Item[] | null)[];

/** The world outside, as the host of the engine provides it. The engine itself has no I/O, clock or randomness. */
export interface HostServices {
  /** Epoch milliseconds. */
  now(): number;
  /** 0 ≤ x < 1. */
  random(): number;
  /** Resolves after so many milliseconds; rejects when the signal aborts. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Lets the rest of the process have its turn; awaited between nodes every few milliseconds. Default: a sleep of 0. */
  yield?(): Promise<void>;
  http(request: HttpRequest): Promise<HttpResponse>;
  binary: {
    /** Stores bytes and gives the reference to put into an item. */
    write(bytes: Uint8Array, about: { mimeType?: string; fileName?: string }): Promise<BinaryData>;
    read(data: BinaryData): Promise<Uint8Array>;
  };
}

/** What started the run; the trigger node turns it into items. */
export type TriggerPayload =
  | { kind: 'manual' }
  | { kind: 'webhook'; request: WebhookRequest }
  /** Epoch milliseconds of the tick. */
  | { kind: 'schedule'; scheduledAt: number }
  | { kind: 'items'; items: Item[] };

/** Parameters, names and settings, as a node sees them while it is being set up (webhooks, schedules) or run. */
export interface NodeContext<P extends readonly ParameterDefinition[] = readonly ParameterDefinition[]> {
  readonly node: Readonly<Pick<WorkflowNode, 'name' | 'type' | 'webhookId' | 'notes'>> & { typeVersion: number };
  readonly workflow: { id: string | null; name: string; active: boolean; settings: WorkflowSettings };
  /** IANA name: the workflow's, else the instance's. */
  readonly timezone: string;
  /**
   * The value for one item: defaults filled in, expressions evaluated throughout, converted to the declared type.
   * @throws NodeError (or ExpressionError) that names the parameter and the item.
   */
  parameter<N extends keyof ParameterValues<P> & string>(name: N, itemIndex?: number): ParameterValues<P>[N];
  /** The value with defaults filled in and expressions left as text. */
  rawParameter(name: string): unknown;
}

/** Everything that a node may use while it runs. */
export interface ExecuteContext<P extends readonly ParameterDefinition[] = readonly ParameterDefinition[]>
  extends NodeContext<P>,
    Omit<HostServices, 'sleep' | 'yield'> {
  /** Items of the first input. Each is linked to itself (`pairedItem`), so it, or a copy with its link, may be an output item. */
  readonly items: readonly Item[];
  /** Items of each input, by index; null where an input has no connection or got nothing. */
  readonly inputs: readonly (readonly Item[] | null)[];
  readonly runIndex: number;
  readonly execution: { id: string; mode: ExecutionMode };
  /** Aborts on stop and time-out; hand it to whatever takes time. */
  readonly signal: AbortSignal;
  /** True when a failure of one item becomes an item with `error` instead of an end of the run. */
  readonly continueOnFail: boolean;
  /** What started the run; only for the trigger node that starts it. */
  readonly trigger: TriggerPayload | undefined;
  /** Plain data that the node keeps between its runs within this execution. */
  readonly state: Record<string, unknown>;
  /** Plain data kept between production executions, for this node or for the workflow. */
  staticData(scope: 'node' | 'global'): Record<string, unknown>;
  sleep(milliseconds: number): Promise<void>;
  /** Evaluates a template (`=…{{ }}`) with further variables, such as `$response`. Text without `=` is given back. */
  evaluate(template: string, itemIndex: number, variables?: Record<string, unknown>): unknown;
  /**
   * Calls `transform` for each item in order and collects one output. Sets `pairedItem` where the transform leaves it out, and turns a
   * failure into an error item (on the error output, if the node has one) where the node continues on failure. Stays
   * synchronous as long as `transform` does.
   */
  forEachItem(
    transform: (item: Item, index: number) => ItemResult | Promise<ItemResult>,
  ): NodeOutput | Promise<NodeOutput>;
  /**
   * An item that stands for the failure of an input item, for nodes that loop themselves where `continueOnFail`. The engine moves it
   * to the error output, if the node has one, whichever output it is put on.
   */
  failedItem(error: unknown, itemIndex: number): Item;
  /** Answers the webhook call that started the run. Later calls within the run do nothing. */
  respond(response: WebhookResponse): void;
  /** Lines for the console of whoever runs the workflow by hand. */
  log(...values: unknown[]): void;
}

/** One item, several, or none. */
export type ItemResult = Item | Item[] | null;
