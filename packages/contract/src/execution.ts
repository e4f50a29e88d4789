import { z } from 'zod';
import type { JsonObject } from './json.ts';
import type { WorkflowGraph } from './workflow.ts';

/** Binary data by reference: the bytes lie in the server's store under `id`; `data` (base64) occurs only in imported and pinned items. */
export interface BinaryData {
  id?: string;
  data?: string;
  mimeType: string;
  fileName?: string;
  fileExtension?: string;
  directory?: string;
  /** Bytes. */
  fileSize?: number;
}

export interface PairedItemReference {
  item: number;
  /** Index of the input that the item came in by; 0 if missing. */
  input?: number;
  /** Index of the run of this very node that the item came in with; the present run if missing. For items that a node kept over several runs. */
  run?: number;
}
/** Which input item(s) an output item comes from. A bare number is an item of the first input. */
export type PairedItem = number | PairedItemReference | (number | PairedItemReference)[];

export interface Item {
  json: JsonObject;
  binary?: Record<string, BinaryData>;
  pairedItem?: PairedItem;
  /** Set on items that stand for a failure, when the node continues on failure. */
  error?: ExecutionError;
}

/** Items of each output (or input) by index; null where nothing was sent. */
export type ItemLists = (Item[] | null)[];

export interface ExecutionError {
  /** Class of the failure: `NodeError`, `ExpressionError`, `TimeoutError`, … */
  name: string;
  message: string;
  description?: string;
  /** Name of the node that failed. */
  node?: string;
  itemIndex?: number;
  runIndex?: number;
  httpCode?: string;
  cause?: unknown;
  /** Machine-readable details, such as an expression error's type, parameter and position. */
  context?: Record<string, unknown>;
  /** Epoch milliseconds. */
  timestamp: number;
  stack?: string;
}

/** Where the items of one input came from. */
export interface TaskSource {
  previousNode: string;
  /** 0 if missing. */
  previousNodeOutput?: number;
  /** 0 if missing. */
  previousNodeRun?: number;
}

/** What a node keeps between its runs within one execution. */
export interface NodeState {
  values: JsonObject;
  /** First of its runs of which it still needs the items that came in; none if missing. The items themselves are the inputs of those runs. */
  itemsFrom?: number;
}

/** A node that another one wants to be run for it. */
export interface AskedNode {
  node: string;
  itemIndex?: number;
  /** What `$fromAI` gives there. */
  arguments?: JsonObject;
}

/** One run of one node. */
export interface TaskData {
  /** Epoch milliseconds. */
  startTime: number;
  /** Milliseconds. */
  executionTime: number;
  /** By input index. */
  source: (TaskSource | null)[];
  /** By connection type (`main`), then output index. Missing when the node failed without output. */
  data?: Record<string, ItemLists>;
  error?: ExecutionError;
  /** How often the node was tried, where that is more than once. */
  tries?: number;
  /**
   * Set for one use of a sub-node: the node run that it served, and what it was given. Its output is in `data` under the connection's type. `isRun`: the
   * engine has run it because that node run asked for it.
   */
  serves?: { node: string; runIndex: number; input: Item[]; isRun?: boolean };
  /** What the node run has asked for instead of giving output: runs of these nodes, with the items in `data` under `requests`, one list each. */
  asks?: { requests: AskedNode[]; memo?: JsonObject };
  /** What the node keeps for its later runs in the same execution; only of node types that keep something. */
  state?: NodeState;
  /** Given where `data` is left out because it is large: its items are read in pages. */
  stored?: StoredItems;
}

/** Items of each output by connection type; null where nothing was sent. */
export type OutputCounts = Record<string, (number | null)[]>;

/** Where the items of a node run are read. */
export interface StoredItems {
  /** Place of the node run in its execution; missing in what is told of a run under way. */
  position?: number;
  outputs: OutputCounts;
  /** Bytes of the items' JSON, where that is known. */
  size?: number;
}

/** Node name → its runs in order. Comes from JSON: look names up with `Object.hasOwn`. */
export type RunData = Record<string, TaskData[]>;

export const executionModes = [
  'manual',
  'trigger',
  'webhook',
  'retry',
  'error',
  'integrated',
  'internal',
  'cli',
] as const;
export type ExecutionMode = (typeof executionModes)[number];
export const executionModeSchema = z.enum(executionModes);

/**
 * queued → running → success | error | canceled | crashed, or running ⇄ waiting.
 * `crashed` is an end with a stated reason that no node caused (worker lost, server stopped).
 */
export const executionStatuses = ['queued', 'running', 'waiting', 'success', 'error', 'canceled', 'crashed'] as const;
export type ExecutionStatus = (typeof executionStatuses)[number];
export const executionStatusSchema = z.enum(executionStatuses);

export interface ExecutionData {
  startData: { startNodes?: string[]; destinationNode?: string };
  resultData: { runData: RunData; lastNodeExecuted?: string; error?: ExecutionError };
}

/** Free facts that a run has noted of itself, to be found by. */
export const customDataSchema = z.record(z.string(), z.string());

/** Enough of an ExecutionError for a line in a list. */
export const failureSummarySchema = z.object({ name: z.string(), message: z.string(), node: z.string().optional() });
export type FailureSummary = z.infer<typeof failureSummarySchema>;

export const executionSummarySchema = z.object({
  id: z.string(),
  workflowId: z.string().nullable(),
  workflowName: z.string(),
  mode: executionModeSchema,
  /** Type of the trigger whose event has started it, such as `core.formTrigger`. */
  triggerType: z.string().optional(),
  status: executionStatusSchema,
  /** True only for success. */
  finished: z.boolean(),
  startedAt: z.string(),
  stoppedAt: z.string().nullable(),
  waitTill: z.string().nullable(),
  retryOf: z.string().optional(),
  retrySuccessId: z.string().optional(),
  /** Why it ended otherwise than with success. */
  error: failureSummarySchema.optional(),
  customData: customDataSchema.optional(),
});
export type ExecutionSummary = z.infer<typeof executionSummarySchema>;

/** The graph as it ran, under the name that the workflow has now. */
export type ExecutedWorkflow = WorkflowGraph & { id?: string; name: string };

export interface Execution extends Omit<ExecutionSummary, 'error'> {
  workflowData: ExecutedWorkflow;
  data: ExecutionData;
}

/** One node run without its items, or with them while they are few. */
export interface NodeRunOutline {
  /** Order in which the node runs ended, from 0. */
  position: number;
  node: string;
  /** Which run of this node it is, from 0. */
  runIndex: number;
  task: Omit<TaskData, 'data' | 'stored'>;
  outputs: OutputCounts;
  /** Bytes of the items' JSON. */
  size: number;
  /** The items, where they are small enough to come along. */
  data?: TaskData['data'];
}

/** All that is to know of an execution but its items, whatever its size. */
export interface ExecutionOutline extends Omit<ExecutionSummary, 'error'> {
  workflowData: ExecutedWorkflow;
  startData: ExecutionData['startData'];
  lastNodeExecuted?: string;
  error?: ExecutionError;
  /** The execution that has called this one, and by which node. */
  parent?: { executionId: string; node?: string };
  /** What it waits for, besides its date. `call` is what ends it: of a form, the address where it is shown. */
  wait?: { node: string; kinds: WaitKind[]; call?: { method: string; url: string } };
  nodes: NodeRunOutline[];
  /** There are more node runs, from this position on. */
  next?: number;
}

export const waitKinds = ['webhook', 'form', 'execution'] as const;
export type WaitKind = (typeof waitKinds)[number];

/** A page of the items of one output of one node run. */
export interface ItemPage {
  /** Items of the output altogether. */
  total: number;
  items: Item[];
}
