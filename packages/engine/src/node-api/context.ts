import type {
  ConnectionType,
  ExecutionMode,
  Item,
  JsonObject,
  ParameterDefinition,
  WorkflowNode,
  WorkflowSettings,
} from '@millrace/contract/data';
import type { CodeResult, CodeTask } from './code.ts';
import type { CommandResult } from './command.ts';
import type { CredentialData } from './credential-data.ts';
import type { AskDataTables } from './data-tables.ts';
import type { FileServices } from './files.ts';
import type { FormSubmission } from './form.ts';
import type { HostServices } from './host.ts';
import type { HttpRequest, HttpResponse, ResponseStream, WebhookRequest, WebhookResponse } from './http.ts';
import type { LifecycleEvent } from './lifecycle.ts';
import type { NodeRunRequest, NodeRunResult, NodeRuns, ToolDescription } from './node-run.ts';
import type { ParameterValues } from './parameter-values.ts';
import type { WorkflowCall, WorkflowCallResult } from './sub-workflow.ts';
import type { Resumption, Wait, WaitRequest } from './wait.ts';

/** Items of each output, by index. A shorter list leaves the rest empty. */
export type NodeOutput = (Item[] | null)[];

/** What started the run; the trigger node turns it into items. */
export type TriggerPayload =
  | { kind: 'manual' }
  | { kind: 'webhook'; request: WebhookRequest }
  | ({ kind: 'form' } & FormSubmission)
  /** Epoch milliseconds of the tick. */
  | { kind: 'schedule'; scheduledAt: number }
  /** Epoch milliseconds at which it has happened. */
  | { kind: 'lifecycle'; event: LifecycleEvent; at: number }
  | { kind: 'items'; items: Item[] }
  /** What the trigger gave before there was an execution: its output as it is. */
  | { kind: 'output'; output: NodeOutput };

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
  /**
   * The text that a parameter names a thing by: of a resource locator its id or name, taken out of an address where its mode says how
   * (`extractValue`). Empty where nothing is chosen.
   * @throws NodeError where the value does not have the form that it is taken from
   */
  extractedValue(name: keyof ParameterValues<P> & string, itemIndex?: number): string;
  /** The value with defaults filled in and expressions left as text. */
  rawParameter(name: string): unknown;
  /** The enabled nodes that lead to this one, in the order of the canvas. */
  nodesBefore(): readonly FlowNode[];
  /** The enabled nodes that this one leads to, in the order of the canvas. */
  nodesAfter(): readonly FlowNode[];
}

/** Another node of the workflow. */
export interface FlowNode {
  name: string;
  /** As the workflow has it: its own name or an alias. */
  type: string;
  typeVersion: number;
  /** With expressions left as text, and with defaults where the type is known here. */
  parameters: Readonly<Record<string, unknown>>;
}

/** Everything that a node may use while it runs. */
export interface ExecuteContext<P extends readonly ParameterDefinition[] = readonly ParameterDefinition[]>
  extends NodeContext<P>,
    Pick<HostServices, 'now' | 'random' | 'binary'> {
  readonly files: FileServices;
  /** @throws NodeError where the named credential is missing, or the request could not be made */
  http(request: HttpRequest): Promise<HttpResponse>;
  /**
   * The IP address at which a client that the node brings along (of a database, of mail) connects to a host. The name is resolved once, and every address
   * of it is allowed by the instance: connect to what is given, and use the name only to verify certificates (`servername`).
   * @param options.credential type of the credential that is sent there: its own limits hold too
   * @throws NodeError that says what is refused
   */
  reach(host: string, port: number, options?: { credential?: string }): Promise<string>;
  /** The data tables of this instance. */
  readonly dataTables: AskDataTables;
  /**
   * Items of the first input. Each is linked to itself (`pairedItem`), so it, or a copy with its link, may be an output item. For a node that
   * `keepsState` that holds in later runs too.
   */
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
  /**
   * What the node keeps between its runs within this execution: a few plain values, stored with the result of each run. Items do not belong here,
   * see `keepItemsFrom`. What a call leaves here that then waits is forgotten: that is what `memo` is for.
   * @throws TypeError unless the definition says `keepsState`
   */
  readonly state: Record<string, unknown>;
  /**
   * What came in by the first input in this or an earlier run of the node, each item linked to itself.
   * @throws RangeError where it was not kept
   * @throws TypeError unless the definition says `keepsState`
   */
  itemsOf(run: number): readonly Item[];
  /**
   * What came in from this run of the node on is kept for later ones, until another run, or none, is named. Nothing is, to begin with. It costs no
   * room in the record.
   * @throws TypeError unless the definition says `keepsState`
   */
  keepItemsFrom(run: number | undefined): void;
  /**
   * The fields of the node's credential of a type, without the secret ones unless the definition says `readsSecrets`.
   * @throws NodeError where the node has none of that type, or it may not be used here
   */
  credential(type: string): Promise<CredentialData>;
  /** What ended the wait that the node asked for. Only on the call that follows a wait. */
  readonly resumption: Resumption | undefined;
  /** What the node left itself with `wait` or `run`. Only on the call that follows. */
  readonly memo: JsonObject | undefined;
  /** Addresses that end a wait of this run; undefined where the host serves none. */
  readonly resumeUrl: string | undefined;
  readonly resumeFormUrl: string | undefined;
  /** Plain data kept between production executions, for this node or for the workflow. */
  staticData(scope: 'node' | 'global'): Record<string, unknown>;
  /** Values by which people find the execution again. */
  readonly customData: CustomExecutionData;
  /**
   * Runs a command in the machine's shell.
   * @throws NodeError where this instance runs none, it takes too long, or it says too much; a command that fails is a result
   */
  runCommand(command: string): Promise<CommandResult>;
  sleep(milliseconds: number): Promise<void>;
  /**
   * Runs code that a person has written, apart from everything else.
   * @throws NodeError for code that fails, or is over its limits
   */
  runCode(task: Omit<CodeTask, 'timezone' | 'runIndex' | 'log'>): Promise<CodeResult>;
  /** Return it: the run ends as `waiting`, costs nothing meanwhile, and `execute` is called again when the wait is over. */
  wait(request: WaitRequest): Wait;
  /** Return it: the nodes are run, and then this node again, with `results` and `memo`. */
  run(requests: readonly NodeRunRequest[], memo?: JsonObject): NodeRuns;
  /** What the nodes gave that the node run before has asked for. */
  readonly results: readonly NodeRunResult[] | undefined;
  /**
   * The enabled nodes on the inputs of type `ai_tool` that `run` can run, in the order of the canvas.
   * @throws ExpressionError where a `$fromAI` call in their parameters cannot be read
   */
  tools(): ToolDescription[];
  /**
   * Runs another workflow.
   * @throws NodeError where the host cannot; a run that fails is a result
   */
  callWorkflow(call: Omit<WorkflowCall, 'node'>): Promise<WorkflowCallResult>;
  /**
   * What the enabled sub-nodes on the inputs of a type serve, in the order of the canvas. Closed when this node run has ended. Tools that are run and
   * serve nothing are not among them: see `tools`.
   * @param itemIndex the item for which they serve. Default 0.
   * @throws NodeError where a required one is missing, or one fails: the message names it
   */
  connected(type: ConnectionType, itemIndex?: number): Promise<unknown[]>;
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
  /**
   * Begins such an answer, of which the pieces follow: events of a server, the words of a model. It ends with this node run at the latest.
   * An execution that goes on elsewhere does not go on with it: whoever listens sees it break off.
   */
  startResponse(head: Pick<WebhookResponse, 'status' | 'headers'>): ResponseStream;
  /**
   * The same for an answer that several nodes give: the first one begins it, and others go on with it. It ends with the execution, or when that waits
   * for something.
   */
  continueResponse(head: Pick<WebhookResponse, 'status' | 'headers'>): Pick<ResponseStream, 'write'>;
  /** Lines for the console of whoever runs the workflow by hand. */
  log(...values: unknown[]): void;
}

/** One item, several, or none. */
export type ItemResult = Item | Item[] | null;

/**
 * At most 10 values, of names of at most 50 letters, digits and underscores, and of at most 512 characters as text.
 * Setters throw a NodeError that names the value that does not fit.
 */
export interface CustomExecutionData {
  get(key: string): string | undefined;
  set(key: string, value: unknown): void;
  getAll(): Record<string, string>;
  setAll(values: Readonly<Record<string, unknown>>): void;
}
