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
  /** Set for one use of a sub-node: the node run that it served, and what it was given. Its output is in `data` under the connection's type. */
  serves?: { node: string; runIndex: number; input: Item[] };
  /** Items of each output; given where `data` is left out because it is large. */
  itemCounts?: number[];
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

/**
 * queued → running → success | error | canceled | crashed, or running ⇄ waiting.
 * `crashed` is an end with a stated reason that no node caused (worker lost, server stopped).
 */
export const executionStatuses = ['queued', 'running', 'waiting', 'success', 'error', 'canceled', 'crashed'] as const;
export type ExecutionStatus = (typeof executionStatuses)[number];

export interface ExecutionData {
  startData: { startNodes?: string[]; destinationNode?: string };
  resultData: { runData: RunData; lastNodeExecuted?: string; error?: ExecutionError };
}

export const executionSummarySchema = z.object({
  id: z.string(),
  workflowId: z.string().nullable(),
  workflowName: z.string(),
  mode: z.enum(executionModes),
  status: z.enum(executionStatuses),
  /** True only for success. */
  finished: z.boolean(),
  startedAt: z.string(),
  stoppedAt: z.string().nullable(),
  waitTill: z.string().nullable(),
  retryOf: z.string().optional(),
  retrySuccessId: z.string().optional(),
});
export type ExecutionSummary = z.infer<typeof executionSummarySchema>;

export interface Execution extends ExecutionSummary {
  workflowData: WorkflowGraph & { id?: string; name: string };
  data: ExecutionData;
}
