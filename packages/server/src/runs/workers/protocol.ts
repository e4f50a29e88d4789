import type { ExecutionMode } from '@millrace/contract';
import type { RunOutcome } from '@millrace/engine';
import type { WebhookResponse } from '@millrace/engine/node-api';
import type { NodeRecord } from '../store/run-store.ts';
import type { LastNodeAnswer } from '../types.ts';

/**
 * What the serving process and a worker say to each other. Messages travel in lists, one list for each turn of the event
 * loop. Run data is JSON text, written once by the worker, and never parsed in the serving process.
 */

export interface WorkerSettings {
  /** IANA name of the instance's zone. */
  timezone: string;
  /** Where binary data lies. */
  binaryFolder: string;
  blockPrivateNetworks: boolean;
  env?: Record<string, string>;
}

export interface WorkerRun {
  executionId: number;
  versionId: number;
  mode: ExecutionMode;
  /** JSON of RunInput. */
  input: string;
  /** JSON of the workflow's static data, if it has any. */
  staticData?: string;
  /** Someone watches: node runs are told as they happen. */
  watched: boolean;
  /** Node runs are sent when they end, not with the end. */
  streamed: boolean;
  keepOnSuccess: boolean;
  keepOnError: boolean;
  lastNodeAnswer?: LastNodeAnswer;
}

export type ToWorker =
  | { type: 'settings'; settings: WorkerSettings }
  /** `workflow` is JSON; sent before the first run of the version. */
  | { type: 'version'; versionId: number; workflow: string }
  | { type: 'forgetVersion'; versionId: number }
  | { type: 'run'; run: WorkerRun }
  | { type: 'stop'; executionId: number }
  | { type: 'ping' };

export interface RunEnd {
  executionId: number;
  status: Exclude<RunOutcome['status'], 'waiting' | 'paused'>;
  /** JSON of an ExecutionError. */
  error: string | null;
  errorMessage?: string;
  lastNode: string | null;
  /** Node runs that were not streamed; none where the run is not kept. */
  nodes: NodeRecord[];
  answer?: WebhookResponse;
  /** Static data that the run changed. */
  staticData?: Record<string, unknown>;
}

/** What a worker says of its runs, and of itself. */
export type FromWorker =
  | { type: 'ready' }
  /** A list has come; nothing of it has begun. */
  | { type: 'received' }
  | { type: 'pong' }
  | { type: 'nodeStarted'; executionId: number; node: string }
  /** `itemCounts`: items of each main output. */
  | { type: 'nodeFinished'; executionId: number; record: NodeRecord; itemCounts: number[] }
  | { type: 'response'; executionId: number; response: WebhookResponse }
  /** `values` is JSON of a list. */
  | { type: 'log'; executionId: number; node: string; values: string }
  | { type: 'ended'; end: RunEnd };

export type RunNews = Exclude<FromWorker, { type: 'ready' | 'received' | 'pong' }>;
