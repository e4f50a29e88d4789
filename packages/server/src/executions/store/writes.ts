import type { ExecutionMode, ExecutionStatus } from '@millrace/contract';
import type { RunProgress } from '@millrace/engine';
import type { GivenResumption, LastNodeAnswer, StaticDataStep, StoredResumption, StoredWait } from '../types.ts';

/** What is written of executions while they live, and what each kind of write gives back. Times are epoch milliseconds. */

/** The row of an execution that begins. */
export interface NewExecution {
  /** Drawn for it before (`execution-ids.ts`). */
  id: number;
  workflowId: number | null;
  versionId: number;
  /** Who runs it by hand. */
  ranBy: string | null;
  mode: ExecutionMode;
  /** Type of the trigger whose event has started it, by our own name of it. */
  triggerType: string | null;
  status: 'queued' | 'running';
  startedAt: number;
  /** JSON of StoredStart. */
  start: string;
  retryOf: number | null;
  /** The process that holds it; null: it is queued. */
  processId: string | null;
  temporary: boolean;
  origin: string | null;
  sessionId: string | null;
  /** Another execution with the same key is refused. */
  idempotencyKey: string | null;
  /** Taken with it; where it cannot be taken the execution is refused. */
  staticDataStep?: StaticDataStep;
  parent: { executionId: number; node: string } | null;
  /** Goes on from the first results of another execution. */
  recorded?: { executionId: number; count: number };
  /** Executions to whose files its start refers. */
  uses?: readonly number[];
}

/** The record of one node run; the texts are JSON as the worker wrote them. */
export interface NodeRunRecord {
  position: number;
  node: string;
  task: string;
  /** JSON of connection type → number of items of each output; null when the node failed. */
  outputs: string | null;
  /** JSON of TaskData.data; null where the node failed, or the items are in chunks. */
  data: string | null;
}

/** A piece of the items of one output. */
export interface ItemChunk {
  position: number;
  /** Connection type. */
  connection: string;
  output: number;
  chunk: number;
  firstItem: number;
  itemCount: number;
  /** JSON list. */
  items: string;
}

/** Results that an execution has not recorded yet. */
export interface NewResults {
  nodes: readonly NodeRunRecord[];
  items: readonly ItemChunk[];
  progress?: RunProgress;
}

export interface ExecutionEnd extends NewResults {
  executionId: number;
  /** The process that holds it; null: it is queued or waits. */
  processId: string | null;
  status: ExecutionStatus;
  stoppedAt: number;
  /** JSON of an ExecutionError. */
  error: string | null;
  lastNode: string | null;
  /** False deletes the execution. */
  keep: boolean;
  /** JSON of a WorkflowCallResult: one that is not kept stays as it is, hidden, as long as its parent has not ended. */
  callResult?: string;
  /** An execution that gets items which refer to the files of others. */
  passedOn?: { executionId: number; owners: readonly number[] };
  /** What the execution changed of the workflow's static data, by key; put over what is stored. */
  staticData?: { workflowId: number; changes: Record<string, unknown> };
  /** The failed execution that this one has retried with success. */
  retried?: number;
  /** The execution of the error workflow. */
  followUp?: NewExecution;
  /** An execution that waits for this one, and what it is told. */
  caller?: { executionId: number; resumption: StoredResumption };
}

export interface Suspension extends NewResults {
  executionId: number;
  processId: string;
  stoppedAt: number;
  waitTill: number;
  wait: StoredWait;
  lastNode: string | null;
  elapsed: number;
}

/**
 * One thing to write. What names a `processId` is written only while that process holds the execution; what belongs to an execution that
 * has been deleted meanwhile is left out.
 */
export type ExecutionWrite =
  | { kind: 'create'; row: NewExecution }
  | ({ kind: 'keepStaticData' } & StaticDataStep)
  | { kind: 'claim'; executionId: number; processId: string }
  | ({ kind: 'record'; executionId: number; processId: string; inFlight: string | null } & NewResults)
  /** A further attempt of one whose worker was lost. */
  | { kind: 'reclaim'; executionId: number; processId: string }
  | ({ kind: 'suspend' } & Suspension)
  /** `processId`: a process that goes on with it at once; null: it is queued. */
  | {
      kind: 'resume';
      executionId: number;
      resumption: GivenResumption;
      waitCount?: number;
      lastNodeAnswer?: LastNodeAnswer;
      origin?: string;
      processId: string | null;
    }
  | ({ kind: 'release'; executionId: number; processId: string; elapsed: number } & NewResults)
  | ({ kind: 'end' } & ExecutionEnd);

export type WriteOf<K extends ExecutionWrite['kind']> = Extract<ExecutionWrite, { kind: K }>;

/** Whether the execution was there and the writer held it; `lost`: another process holds it, or it is in another state. */
export type Hold = 'held' | 'lost' | 'gone';

/** What each kind of write gives back. */
export interface WriteResults {
  /** Null where its idempotency key has created an execution already, or its step could not be taken. `staticData` is JSON. */
  create: { id: number; staticData: string | null } | null;
  keepStaticData: boolean;
  claim: boolean;
  record: Hold;
  reclaim: Hold;
  /** `resumed`: what it waits for has happened already; it is queued. */
  suspend: Hold | 'resumed';
  resume: boolean;
  release: Hold;
  /**
   * `followUp`: id of the execution of the error workflow. `caller`: the caller has been resumed. `unused`: it was deleted; these are the
   * executions whose files no one needs any more.
   */
  end: { hold: Hold; followUp?: number; caller?: boolean; unused?: number[] };
}
export type WriteResult = WriteResults[keyof WriteResults];

export interface ExecutionWriter {
  /**
   * Everything in one transaction, or nothing. Results come in the order of `writes`. What is written once more after the answer was lost counts
   * once.
   */
  write(writes: readonly ExecutionWrite[]): Promise<WriteResult[]>;
  close(): Promise<void>;
}
