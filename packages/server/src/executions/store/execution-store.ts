import type { ExecutionMode, ExecutionStatus } from '@millrace/contract';
import type { RunProgress } from '@millrace/engine';
import type { OpenDatabase } from '../../db/database.ts';
import type { LastNodeAnswer, StoredResumption, StoredWait } from '../types.ts';
import { createExecutionReader, type ExecutionReader } from './execution-reader.ts';
import { createPostgresWriter } from './postgres-writer.ts';
import { createSqliteCommits } from './sqlite-commits.ts';
import { createSqliteWriter } from './sqlite-writer.ts';
import { createWriterThread } from './writer-thread.ts';

/** The row of a run that begins. Times are epoch milliseconds. */
export interface NewExecution {
  /** One that was reserved; null: the next. */
  id: number | null;
  workflowId: number | null;
  versionId: number;
  ownerId: string;
  mode: ExecutionMode;
  status: 'queued' | 'running';
  startedAt: number;
  /** JSON of RunInput. */
  start: string;
  retryOf: number | null;
  worker: string | null;
  temporary: boolean;
  origin: string | null;
  sessionId: string | null;
  tick: string | null;
  parent: { executionId: number; node: string } | null;
  /** Goes on from the first results of another execution. */
  recorded?: { executionId: number; count: number };
  /** Executions to whose files its start refers. */
  uses?: readonly number[];
}

/** One run of one node; the texts are JSON as the worker wrote them. */
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
export interface Results {
  nodes: NodeRunRecord[];
  items: ItemChunk[];
  progress?: RunProgress;
}

export interface ExecutionEnd extends Results {
  executionId: number;
  /** The process that owns the run; null: it is queued or waits. */
  worker: string | null;
  status: ExecutionStatus;
  stoppedAt: number;
  /** JSON of an ExecutionError. */
  error: string | null;
  lastNode: string | null;
  /** False deletes the execution. */
  keep: boolean;
  /** JSON of a WorkflowCallResult: one that is not kept stays as it is, hidden, as long as its caller has not ended. */
  callResult?: string;
  /** An execution that gets items which refer to the files of others. */
  passedOn?: { executionId: number; owners: readonly number[] };
  /** What the run changed of the workflow's static data, by key; put over what is stored. */
  staticData?: { workflowId: number; changes: Record<string, unknown> };
  /** The failed execution that this one has retried with success. */
  retried?: number;
  /** The run of the error workflow. */
  followUp?: NewExecution;
  /** An execution that waits for this one, and what it is told. */
  caller?: { executionId: number; resumption: StoredResumption };
}

export interface ExecutionWait extends Results {
  executionId: number;
  worker: string;
  stoppedAt: number;
  waitTill: number;
  wait: StoredWait;
  lastNode: string | null;
  elapsed: number;
}

/**
 * One thing to write. Whatever names a `worker` holds only while the execution belongs to that process; what belongs to an execution that
 * has been deleted meanwhile is left out.
 */
export type ExecutionWrite =
  | { kind: 'reserve' }
  | { kind: 'start'; row: NewExecution }
  /** queued → running */
  | { kind: 'claim'; executionId: number; worker: string }
  | ({ kind: 'record'; executionId: number; worker: string; inFlight: string | null } & Results)
  /** A further attempt of a run whose worker was lost. */
  | { kind: 'retake'; executionId: number; worker: string }
  /** running → waiting, or queued where what it waits for has happened already */
  | { kind: 'wait'; wait: ExecutionWait }
  /** waiting → queued, or running in a process that takes it at once */
  | {
      kind: 'resume';
      executionId: number;
      resumption: StoredResumption['resumption'];
      waitCount?: number;
      lastNodeAnswer?: LastNodeAnswer;
      origin?: string;
      worker: string | null;
    }
  /** running → queued */
  | ({ kind: 'release'; executionId: number; worker: string; elapsed: number } & Results)
  | { kind: 'end'; end: ExecutionEnd };

/** Whether the execution was there and belonged to the writer; `lost`: it belongs to another process, or is in another state. */
export type Hold = 'held' | 'lost' | 'gone';

/** What each kind of write gives back. */
export interface WriteResults {
  reserve: number;
  /** Null where its tick has started a run already. `staticData` is JSON. */
  start: { id: number; staticData: string | null } | null;
  claim: boolean;
  record: Hold;
  retake: Hold;
  wait: Hold | 'resumed';
  resume: boolean;
  release: Hold;
  /**
   * `followUp`: id of the run of the error workflow. `caller`: the caller has been resumed. `unused`: it was deleted; these are the
   * executions whose files no one needs any more.
   */
  end: { hold: Hold; followUp?: number; caller?: boolean; unused?: number[] };
}
export type WriteResult = WriteResults[keyof WriteResults];

/** Told of executions that wait for any process to claim them, when they are stored. */
export type OnQueued = (modes: readonly ExecutionMode[]) => void;

export interface ExecutionStore extends ExecutionReader {
  /** Everything in one transaction, or nothing. Results come in the order of `writes`. */
  write(writes: readonly ExecutionWrite[]): Promise<WriteResult[]>;
  /** True for failures that go away by themselves: database locked, disk full, connection lost. */
  isPassing(error: unknown): boolean;
  close(): Promise<void>;
}

const passingSqlite = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|NOMEM)/;
/** Classes of PostgreSQL: connection, transaction rollback, resources, operator intervention, system error. */
const passingPostgres = /^(08|40|53|57|58)/;
const passingSystem = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)/;

export const isPassingFailure = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = String((error as { code?: unknown }).code ?? '');
  if (passingSqlite.test(code) || passingPostgres.test(code) || passingSystem.test(code)) return true;
  return /connection (terminated|ended)|timeout exceeded when trying to connect|is not queryable/i.test(error.message);
};

const createWriter = (
  { db, exclusively, writerFile }: OpenDatabase,
  onQueued: OnQueued = () => {},
): Pick<ExecutionStore, 'write' | 'close'> => {
  if (writerFile !== undefined && exclusively)
    return createSqliteCommits({ exclusively, thread: createWriterThread(writerFile) });
  const write = exclusively ? createSqliteWriter(exclusively) : createPostgresWriter(db, onQueued);
  return { write, close: async () => {} };
};

/**
 * What runs write and no one else: one path for each database, since every event and every end passes here.
 *
 * @param onQueued of PostgreSQL, where processes share a queue
 */
export const createExecutionStore = (database: OpenDatabase, onQueued?: OnQueued): ExecutionStore => ({
  ...createExecutionReader(database, onQueued),
  ...createWriter(database, onQueued),
  isPassing: isPassingFailure,
});
