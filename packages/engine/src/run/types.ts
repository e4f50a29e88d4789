import type {
  ExecutionError,
  ExecutionMode,
  Item,
  ItemLists,
  PinData,
  RunData,
  TaskData,
  WorkflowGraph,
} from '@millrace/contract/data';
import type { HostServices, TriggerPayload } from '../node-api/context.ts';
import type { NodeDefinition } from '../node-api/definition.ts';
import type { WebhookResponse } from '../node-api/http.ts';

export interface NodeTypeSource {
  /** The definition that runs this type (own name or alias) and version; undefined if unknown. */
  find(type: string, version: number): NodeDefinition | undefined;
}

/** Where a run begins. */
export type RunStart =
  /** From a trigger; without a name from the first enabled one by the order of the canvas. */
  | { kind: 'trigger'; node?: string; payload: TriggerPayload }
  /** From the middle: `startNodes` are run anew on the output that `runData` holds for the nodes before them. */
  | { kind: 'partial'; startNodes: string[]; runData: RunData; payload: TriggerPayload }
  /** From a stored state. */
  | { kind: 'resume'; state: RunState };

export interface RunRequest {
  workflow: WorkflowGraph & { id: string | null; name: string; active: boolean };
  executionId: string;
  mode: ExecutionMode;
  start: RunStart;
  /** The run ends with this node; only what leads to it is run. */
  destinationNode?: string;
  /** Output that stands in for nodes; used in manual runs only. */
  pinData?: PinData;
  nodeTypes: NodeTypeSource;
  host: HostServices;
  /** IANA name of the instance's zone, used where the workflow names none. */
  timezone: string;
  env?: Readonly<Record<string, string>>;
  vars?: Readonly<Record<string, string>>;
  signal: AbortSignal;
  onEvent?: (event: RunEvent) => void;
  /** Most runs of one node before the run is ended as endless. Default 1,000,000. */
  maxRunsPerNode?: number;
  /** Keep each node's output for the outcome. Default true; false keeps what is still needed and no more. */
  keepRunData?: boolean;
  /** Asked after each node run with the number of runs that have ended: true ends the run as `waiting`, with its state. */
  pauseAfter?: (finished: number) => boolean;
}

export type RunEvent =
  | { type: 'nodeStarted'; node: string; runIndex: number }
  | { type: 'nodeFinished'; node: string; runIndex: number; task: TaskData }
  | { type: 'response'; response: WebhookResponse }
  | { type: 'log'; node: string; values: unknown[] };

/** A node run that is due: its inputs are all there. */
export interface QueuedRun {
  node: string;
  inputs: ItemLists;
  source: TaskData['source'];
  /** Only where the run begins. */
  trigger?: TriggerPayload;
}

/** A node with several inputs of which some have come. */
export interface WaitingInputs {
  node: string;
  inputs: ItemLists;
  source: TaskData['source'];
  received: boolean[];
}

/** Everything that a run is, as plain data: it can be stored after any node and continued elsewhere. */
export interface RunState {
  /** Next last. */
  queue: QueuedRun[];
  waiting: WaitingInputs[];
  /** Node, run index and result, in the order in which they ended. */
  finished: { node: string; task: TaskData }[];
  /** Node name → state that the node keeps between its runs. Pairs, since names are data. */
  nodeStates: [string, Record<string, unknown>][];
  lastNode?: string;
  lastItems: Item[];
  /** Node name → how often it has run. More than `finished` holds where results are not kept. */
  runCounts: [string, number][];
  /** Runs of an earlier execution that a partial run builds on. */
  reused: [string, TaskData[]][];
  /** As in the outcome: what the run has changed so far. */
  staticData?: Record<string, unknown>;
  /** The webhook call that started the run has its answer. */
  responded?: boolean;
}

export interface RunOutcome {
  /** A run whose signal aborts ends as `canceled`, or as `error` where the signal's reason is an error named `TimeoutError`. */
  status: 'success' | 'error' | 'canceled' | 'waiting';
  /** In the order in which the runs ended. Without those that a partial run found done. */
  finished: { node: string; task: TaskData }[];
  lastNode?: string;
  error?: ExecutionError;
  /** Items of the last node's first output that has any: what a webhook in mode lastNode answers with. */
  lastItems: Item[];
  /** Static data where the run changed it: 'global', or `node:<name>`. */
  staticData?: Record<string, unknown>;
  state?: RunState;
}
