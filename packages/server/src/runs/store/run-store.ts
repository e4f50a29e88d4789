import type { ExecutionMode, ExecutionStatus } from '@millrace/contract';
import type { OpenDatabase } from '../../db/database.ts';
import { createPostgresRunStore } from './postgres-run-store.ts';
import { createSqliteRunStore } from './sqlite-run-store.ts';

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
  /** JSON of how the run starts. */
  start: string;
  retryOf: number | null;
  worker: string | null;
  temporary: boolean;
}

/** One run of one node; the texts are JSON as the worker wrote them. */
export interface NodeRecord {
  position: number;
  node: string;
  task: string;
  data: string | null;
}

export interface ExecutionEnd {
  executionId: number;
  status: ExecutionStatus;
  stoppedAt: number;
  /** JSON of an ExecutionError. */
  error: string | null;
  lastNode: string | null;
  /** Node runs that are not recorded yet. */
  nodes: NodeRecord[];
  /** False deletes the execution. */
  keep: boolean;
  /** JSON that replaces the workflow's static data. */
  staticData?: { workflowId: number; text: string };
}

/** One thing to write. What belongs to an execution that has been deleted meanwhile is left out. */
export type RunWrite =
  | { kind: 'reserve' }
  | { kind: 'start'; row: NewExecution }
  | { kind: 'take'; executionId: number; worker: string }
  | { kind: 'nodes'; executionId: number; nodes: NodeRecord[] }
  | { kind: 'end'; end: ExecutionEnd };

/** Ids of new and of reserved executions; undefined for other writes. */
export type WriteResult = number | undefined;

export interface RunStore {
  /** Everything in one transaction, or nothing. Results come in the order of `writes`. */
  write(writes: readonly RunWrite[]): Promise<WriteResult[]>;
  /** True for failures that go away by themselves: database locked, disk full, connection lost. */
  isPassing(error: unknown): boolean;
  /**
   * At start: ends what an earlier process left unfinished, and deletes runs by hand that were not to be kept.
   * @returns how many were ended
   */
  endUnfinished(end: { stoppedAt: number; error: string }): Promise<number>;
  /**
   * Deletes ended runs by hand of a workflow (null: of workflows that were never saved) that were not to be kept and are older than one.
   * @returns their ids
   */
  deleteTemporary(workflowId: number | null, olderThanId: number): Promise<number[]>;
  /** Those of the ids that no execution has. */
  withoutExecution(ids: readonly number[]): Promise<number[]>;
}

const passingSqlite = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|NOMEM)/;
/** Classes of PostgreSQL: connection, transaction rollback, resources, operator intervention, system error. */
const passingPostgres = /^(08|40|53|57|58)/;
const passingSystem = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)/;

export const isPassingFailure = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = String((error as { code?: unknown }).code ?? '');
  if (passingSqlite.test(code) || passingPostgres.test(code) || passingSystem.test(code)) return true;
  return /connection (terminated|ended)|timeout exceeded when trying to connect/i.test(error.message);
};

/** Few enough for the bound values of one statement in either database. */
const idsAtOnce = 500;

const shared = ({ db }: OpenDatabase): Omit<RunStore, 'write'> => ({
  isPassing: isPassingFailure,

  async endUnfinished({ stoppedAt, error }) {
    await db.deleteFrom('executions').where('temporary', '=', 1).execute();
    const result = await db
      .updateTable('executions')
      .set({ status: 'crashed', stopped_at: stoppedAt, error, worker: null })
      .where('stopped_at', 'is', null)
      .where('status', 'in', ['queued', 'running'])
      .executeTakeFirst();
    return Number(result.numUpdatedRows);
  },

  async deleteTemporary(workflowId, olderThanId) {
    const deleted = await db
      .deleteFrom('executions')
      .where('temporary', '=', 1)
      .where('workflow_id', workflowId === null ? 'is' : '=', workflowId)
      .where('stopped_at', 'is not', null)
      .where('id', '<', olderThanId)
      .returning('id')
      .execute();
    return deleted.map(({ id }) => id);
  },

  async withoutExecution(ids) {
    const left = new Set(ids);
    for (let from = 0; from < ids.length; from += idsAtOnce) {
      const batch = ids.slice(from, from + idsAtOnce);
      for (const { id } of await db.selectFrom('executions').select('id').where('id', 'in', batch).execute())
        left.delete(id);
    }
    return [...left];
  },
});

/** What runs write and no one else: one path for each database, since every event and every end passes here. */
export const createRunStore = (database: OpenDatabase): RunStore => ({
  ...shared(database),
  write: database.exclusively ? createSqliteRunStore(database.exclusively) : createPostgresRunStore(database.db),
});
