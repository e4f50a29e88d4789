import type {
  ConnectionType,
  ExecutionError,
  ExecutionMode,
  Item,
  ItemLists,
  JsonObject,
  PinData,
  RunData,
  TaskData,
  WorkflowGraph,
} from '@millrace/contract/data';
import type { ExpressionLimits } from '../expressions/types.ts';
import type { TriggerPayload } from '../node-api/context.ts';
import type { NodeDefinition } from '../node-api/definition.ts';
import type { HostServices } from '../node-api/host.ts';
import type { WebhookResponse } from '../node-api/http.ts';
import type { NodeRunResult } from '../node-api/node-run.ts';
import type { Resumption, WaitRequest } from '../node-api/wait.ts';

export interface NodeTypeSource {
  /** The definition that runs this type (own name or alias) and version; undefined if unknown. */
  find(type: string, version: number): NodeDefinition | undefined;
  /** The versions that there are of a type; none where it is unknown. */
  versionsOf?(type: string): readonly number[];
}

/** Where a run begins. */
export type RunStart =
  /** From a trigger; without a name from the first enabled one by the order of the canvas. */
  | { kind: 'trigger'; node?: string; payload: TriggerPayload }
  /** From the middle: `startNodes` are run anew on the output that `runData` holds for the nodes before them. */
  | { kind: 'partial'; startNodes: string[]; runData: RunData; payload: TriggerPayload };

export interface RunRequest {
  workflow: WorkflowGraph & { id: string | null; name: string; active: boolean };
  executionId: string;
  mode: ExecutionMode;
  start: RunStart;
  /** The run ends with this node; only what leads to it is run, and what any of these read from in expressions. */
  destinationNode?: string;
  /** Output that stands in for nodes; used in manual runs only. */
  pinData?: PinData;
  nodeTypes: NodeTypeSource;
  host: HostServices;
  /** IANA name of the instance's zone, used where the workflow names none. */
  timezone: string;
  /** True where the instance allows no expressions: a node fails when it comes to one. */
  expressionsDisabled?: boolean;
  /** What each evaluation of an expression may use; little, as for a preview, if left out. */
  expressionLimits?: ExpressionLimits;
  env?: Readonly<Record<string, string>>;
  vars?: Readonly<Record<string, string>>;
  signal: AbortSignal;
  /** Results of an earlier part of this run, in the order in which they ended: they are taken instead of being computed again. */
  recorded?: readonly FinishedRun[];
  /** What that earlier part changed and saw besides. */
  progress?: RunProgress;
  /** What ended the wait of the first node run that is not recorded, and the `memo` of its wait. */
  resumption?: Resumption;
  memo?: JsonObject;
  /** Addresses that end the next wait. */
  resumeUrl?: string;
  resumeFormUrl?: string;
  /**
   * Asked before each node run that is not recorded; the run goes on when the promise, if there is one, is fulfilled. `position` is that of its
   * result among all results. Where `repeatable` is false, running the node a second time may do harm.
   */
  beforeNode?: (due: DueNode, progress: () => RunProgress | undefined) => void | Promise<void>;
  /**
   * Told what happens, not of what is only replayed. After `nodeFinished` the run goes on when the promise, if there is one, is fulfilled.
   * `progress` gives what the run has changed up to this event.
   */
  onEvent?: (event: RunEvent, progress: () => RunProgress | undefined) => void | Promise<void>;
  /** Most runs of one node before the run is ended as endless. Default 1,000,000. */
  maxRunsPerNode?: number;
  /** Keep each node's output for the outcome. Default true; false keeps what is still needed and no more. */
  keepRunData?: boolean;
  /** Asked after each node run with the number of runs that have ended, recorded ones included: true ends the run as `paused`. */
  pauseAfter?: (finished: number) => boolean;
}

/** One node run with its result. */
export interface FinishedRun {
  node: string;
  task: TaskData;
}

export interface DueNode {
  node: string;
  runIndex: number;
  position: number;
  repeatable: boolean;
  /** It acts on the world by other means than the host. */
  ownEffects: boolean;
}

/** What a run has changed and seen besides its results, so that it finds the same when it goes on later. Plain data, a copy. */
export interface RunProgress {
  /** Static data that it changed, by key: `global`, or `node:<name>`. */
  staticData?: Record<string, unknown>;
  /** The static data that it looked at, as it was then. */
  staticDataSeen?: Record<string, unknown>;
  customData?: Record<string, string>;
  /** `$vars` as they were when it began, where its nodes read them. */
  vars?: Record<string, string>;
}

export type RunEvent =
  | { type: 'nodeStarted'; node: string; runIndex: number }
  | { type: 'nodeFinished'; node: string; runIndex: number; task: TaskData }
  | { type: 'response'; response: WebhookResponse }
  /** Of an answer that is a stream. */
  | { type: 'responsePiece'; piece: string | Uint8Array }
  /** It breaks off where it is not whole. */
  | { type: 'responseEnded'; isWhole: boolean }
  | { type: 'log'; node: string; values: unknown[] };

/** A node run that is due: its inputs are all there. */
export interface QueuedRun {
  node: string;
  inputs: ItemLists;
  source: TaskData['source'];
  /** Only where the run begins. */
  trigger?: TriggerPayload;
  /** Of a node that another one has asked to be run. */
  asked?: AskedRun;
  /** Of a node that is run again with what it has asked for. */
  answered?: { results: NodeRunResult[]; memo?: JsonObject };
}

/** For whom a node is run that another one has asked for. */
export interface AskedRun {
  by: { node: string; runIndex: number };
  /** Of the wire between both. */
  connection: ConnectionType;
  /** The node on the main path from where its expressions look at the run. */
  place: string;
  /** The item of that node for which it is run. */
  itemIndex: number;
  arguments?: JsonObject;
  settle(result: NodeRunResult): void;
}

export interface RunOutcome {
  /** A run whose signal aborts ends as `canceled`, or as `error` where the signal's reason is an error named `TimeoutError`. */
  status: 'success' | 'error' | 'canceled' | 'waiting' | 'paused';
  /** In the order in which the runs ended, recorded ones included. Without those that a partial run found done. */
  finished: FinishedRun[];
  lastNode?: string;
  error?: ExecutionError;
  /** Items of the last node's first output that has any: what a webhook in mode lastNode answers with. */
  lastItems: Item[];
  progress?: RunProgress;
  /** For `waiting`: what for, and which node run did not end by that. */
  wait?: WaitRequest & { node: string; runIndex: number };
}
