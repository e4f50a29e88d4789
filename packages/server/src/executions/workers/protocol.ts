import type { ExecutionMode } from '@millrace/contract';
import type { RunOutcome, RunProgress } from '@millrace/engine';
import type { WebhookResponse } from '@millrace/engine/node-api';
import type { OutboundAddress } from '../outbound/protocol.ts';
import type { ItemChunk, NodeRunRecord } from '../store/writes.ts';
import type { LastNodeAnswer, StoredWait } from '../types.ts';
import type { WorkerSettings } from './settings.ts';

/**
 * What the serving process and a worker say to each other, all of a turn of the event loop at once. Run data is JSON text, written once
 * by the worker, and never parsed in the serving process.
 */

export interface WorkerExecution {
  executionId: number;
  versionId: number;
  mode: ExecutionMode;
  /** JSON of StoredStart. */
  input: string;
  /** JSON of the workflow's static data, if it has any. */
  staticData?: string;
  /** Someone watches: node runs are told as they happen. */
  watched: boolean;
  /** Node runs are sent when they end, not with the end. */
  streamed: boolean;
  keepOnSuccess: boolean;
  keepOnError: boolean;
  /** The items of the last node are wanted by its parent. */
  wantsItems: boolean;
  lastNodeAnswer?: LastNodeAnswer;
  resumeUrl?: string;
  resumeFormUrl?: string;
  waitCount: number;
  /** What an earlier part of it has left; with it it goes on instead of beginning. */
  earlier?: EarlierPart;
}

export interface EarlierPart {
  /** Results by position, with their items: inline, or in chunks in their order. */
  recorded: StoredNodeRun[];
  /** There are more of them: the worker asks for what follows from here on. */
  next?: RecordedPlace;
  /** JSON of a StoredResumption. */
  resumption?: string;
  /** JSON of RunProgress. */
  progress?: string;
}

/** Where a page of recorded results begins: in a node run, after so many pieces of its items. */
export interface RecordedPlace {
  position: number;
  piece: number;
}

/** The first node run may be that with which the page before has ended, with further pieces of its items. */
export interface RecordedPage {
  nodes: StoredNodeRun[];
  next: RecordedPlace | null;
}

/** A recorded node run as it is stored. */
export type StoredNodeRun = NodeRunRecord & { chunks?: Pick<ItemChunk, 'connection' | 'output' | 'items'>[] };

export type ToWorker =
  | { type: 'settings'; settings: WorkerSettings }
  /** `workflow` is JSON; sent before the first execution of the version. */
  | { type: 'version'; versionId: number; workflow: string }
  | { type: 'forgetVersion'; versionId: number }
  | { type: 'execute'; execution: WorkerExecution }
  | { type: 'stop'; executionId: number }
  /** End as `paused` after the node run that is under way. */
  | { type: 'pause'; executionId: number }
  /** Answer to `wantRecorded`. */
  | { type: 'recordedPage'; executionId: number; page: RecordedPage }
  /** A `record` with this id is durable. */
  | { type: 'committed'; executionId: number; id: number }
  /** Answer to `call`; JSON of WorkflowCallResult. */
  | { type: 'called'; executionId: number; id: number; result: string }
  /** Answer to `dataTable`: JSON of a DataTableAnswer. */
  | { type: 'dataTableAnswer'; executionId: number; id: number; answer: string }
  /** Answer to `question`. */
  | { type: 'answer'; executionId: number; id: number; answer: string | boolean }
  /** Answer to `wantOutbound`: where the outbound process listens; null: it could not be started. */
  | { type: 'outbound'; address: OutboundAddress | null }
  /** Answer to `wantSandbox`: the socket on which the sandbox process listens; null: it could not be started. */
  | { type: 'sandbox'; path: string | null }
  | { type: 'ping' };

export interface ExecutionResult {
  executionId: number;
  status: RunOutcome['status'];
  /** JSON of an ExecutionError. */
  error: string | null;
  errorMessage?: string;
  lastNode: string | null;
  /** Node runs that were not sent yet, and pieces of their items; none where the execution is not kept. */
  nodes: NodeRunRecord[];
  items: ItemChunk[];
  answer?: WebhookResponse;
  /** JSON of the last node's items, if they are wanted. */
  lastItems?: string;
  progress?: RunProgress;
  /** For `waiting`. */
  wait?: StoredWait;
}

/** Results to make durable: all that ended since the last message of the execution. */
export interface RecordMessage {
  type: 'record';
  executionId: number;
  /** The worker waits for `committed` with this id. */
  id?: number;
  nodes: NodeRunRecord[];
  /** Pieces of items, of these nodes or of one that follows. */
  items: ItemChunk[];
  /** JSON of {node, position} of a node run that begins when this is durable and must not be repeated. */
  inFlight: string | null;
  progress?: RunProgress;
}

/** Text, or bytes as Base64; or its end, which it has reached or where it breaks off. */
export type ResponsePiece = { text: string } | { bytes: string } | { end: 'whole' | 'broken' };

export interface MemoryReport {
  /** Share of its memory that the worker uses, from 0 to 1, if it was measured just now. */
  memory?: number;
}

/** About an execution of the worker: for whom it runs (a name for a share, as text); whether it may read files of another (true or false). */
export type Question = { about: 'share' } | { about: 'filesOf'; executionId: number };

/** What a worker says of its executions, and of itself. */
export type FromWorker =
  | { type: 'ready' }
  | { type: 'wantOutbound' }
  | { type: 'wantSandbox' }
  /** A list has come, and what was in it has begun. */
  | ({ type: 'received' } & MemoryReport)
  | ({ type: 'pong' } & MemoryReport)
  | { type: 'nodeStarted'; executionId: number; node: string }
  /** Only for watched executions. `data` is JSON of TaskData.data; where it is too large, null, and `outputs` as in NodeRunRecord. */
  | {
      type: 'nodeFinished';
      executionId: number;
      node: string;
      task: string;
      data: string | null;
      outputs: string | null;
    }
  | RecordMessage
  | { type: 'wantRecorded'; executionId: number; from: RecordedPlace }
  /** `call` is JSON of a WorkflowCall without items, `items` that of these. `key` is the same when the same call is made again after a crash. */
  | { type: 'call'; executionId: number; id: number; key: string; call: string; items: string }
  /** Something is asked of data tables. `key` as in `call`, of writes only. */
  | { type: 'dataTable'; executionId: number; id: number; key?: string; request: string }
  | { type: 'question'; executionId: number; id: number; question: Question }
  | { type: 'response'; executionId: number; response: WebhookResponse }
  /** Of an answer that is a stream. */
  | { type: 'responsePiece'; executionId: number; piece: ResponsePiece }
  /** `values` is JSON of a list. */
  | { type: 'log'; executionId: number; node: string; values: string }
  | { type: 'ended'; result: ExecutionResult };

export type ExecutionMessage = Exclude<
  FromWorker,
  { type: 'ready' | 'wantOutbound' | 'wantSandbox' | 'received' | 'pong' | 'dataTable' | 'question' }
>;
