import type { ExecutionMode, ExecutionStatus, TaskData } from '@millrace/contract';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { OpenDatabase } from '../../db/database.ts';
import { fileOwnersUsedBy, withUnusedFiles } from '../../db/file-uses.ts';
import type { Database } from '../../db/schema.ts';
import { type StartHead, splitStart } from '../stored-start.ts';
import type { StoredWait } from '../types.ts';
import type { RecordedPage, RecordedPlace, StoredNodeRun } from '../workers/protocol.ts';
import { readLastResult, readRecordedPage } from './recorded-pages.ts';

/** An execution that may be gone on with. Times are epoch milliseconds. */
export interface StoredExecution {
  executionId: number;
  versionId: number;
  workflowId: number | null;
  /** Who runs it by hand, or has owned its workflow that is gone. */
  ranBy: string | null;
  mode: ExecutionMode;
  status: ExecutionStatus;
  startedAt: number;
  /** JSON of StoredStart. */
  start: string;
  startHead: StartHead;
  retryOf: number | null;
  processId: string | null;
  origin: string | null;
  sessionId: string | null;
  attempt: number;
  inFlight: { node: string; position: number; ownEffects?: boolean } | null;
  wait: StoredWait | null;
  /** JSON of a StoredResumption. */
  resumption: string | null;
  waitCount: number;
  elapsed: number;
  /** JSON of RunProgress. */
  progress: string | null;
  /** JSON of an ExecutionError. */
  error: string | null;
  lastNode: string | null;
  parent: { executionId: number; node: string } | null;
  /** JSON of the workflow's. */
  staticData: string | null;
}

export interface ExecutionReader {
  find(executionId: number): Promise<StoredExecution | undefined>;
  /** By the identity that it was started with. */
  findByIdempotencyKey(key: string): Promise<StoredExecution | undefined>;
  /** What was started with the key has ended, and is not kept. */
  endedWithKey(key: string): Promise<{ executionId: number; status: ExecutionStatus } | undefined>;
  /** How many results are recorded before the first that failed. */
  countBeforeFailure(executionId: number): Promise<number>;
  /** The last recorded result of a node. */
  lastResult(executionId: number, node: string): Promise<StoredNodeRun | undefined>;
  /** Recorded results from a place on, a few megabytes at most. */
  recordedPage(executionId: number, from: RecordedPlace): Promise<RecordedPage>;
  /** Deletes pieces of items whose node run was never recorded. */
  dropUnfinishedItems(executionId: number): Promise<void>;
  /** Those of the executions that have ended or wait, or are not stored any more. */
  atRest(ids: readonly number[]): Promise<{ executionId: number; status: ExecutionStatus | 'gone' }[]>;
  /** Someone waits for it in this process now. */
  setOrigin(executionId: number, processId: string): Promise<void>;
  /** Executions that are queued or running, oldest first. */
  unfinished(): Promise<{ executionId: number; mode: ExecutionMode; workflowId: number | null }[]>;
  /**
   * running → queued, with a further attempt, for what belongs to others than these processes (`except`) or to these (`of`).
   * @returns how many
   */
  requeue(owners: { except: string } | { of: readonly string[] }): Promise<number>;
  /** Executions that are running in this process, as their rows say. */
  heldBy(processId: string): Promise<number[]>;
  /** running → queued, with a further attempt, for executions of this process of which it knows nothing. */
  giveBack(processId: string, ids: readonly number[]): Promise<void>;
  /** JSON of a WorkflowCallResult, of an execution that has ended and is only stored for its caller. */
  callResult(executionId: number): Promise<string | null>;
  /**
   * Deletes what is only stored until this execution has recorded the results of its calls.
   * @param upTo position of its last recorded node run; undefined: it has ended
   * @returns executions whose files no one needs any more
   */
  deleteCalled(callerId: number, upTo?: number): Promise<number[]>;
  /**
   * Deletes ended runs by hand that were not to be kept and are older than one: those of its workflow, or, where that was never saved, of its
   * session.
   * @returns executions whose files no one needs any more
   */
  deleteTemporary(of: { workflowId: number | null; sessionId: string | null; olderThanId: number }): Promise<number[]>;
  /** The same for all that ended before a moment, and for what was stored for callers that have ended. */
  deleteTemporaryBefore(moment: number): Promise<number[]>;
  /** Those of the ids whose files no execution owns or refers to. */
  withUnusedFiles(ids: readonly number[]): Promise<number[]>;
}

/** Few enough for the bound values of one statement in either database. */
const idsAtOnce = 500;

/** Node runs without their items. */
const tasksAtOnce = 1000;

/** Of a StoredRow. */
export const executionColumns = [
  'executions.id',
  'executions.workflow_version_id',
  'executions.workflow_id',
  'executions.owner_id',
  'executions.mode',
  'executions.status',
  'executions.started_at',
  'executions.start',
  'executions.retry_of',
  'executions.process_id',
  'executions.origin',
  'executions.session_id',
  'executions.attempt',
  'executions.in_flight',
  'executions.wait',
  'executions.resumption',
  'executions.wait_count',
  'executions.elapsed',
  'executions.progress',
  'executions.error',
  'executions.last_node',
  'executions.parent_id',
  'executions.parent_node',
  'workflows.static_data',
] as const;

const parsed = <T>(text: string | null): T | null => (text === null ? null : (JSON.parse(text) as T));

/** Of a recorded node run. @param run.task JSON of TaskData without its items */
export const hasFailed = ({ task }: Pick<StoredNodeRun, 'task'>): boolean => {
  const { error, serves } = JSON.parse(task) as TaskData;
  return error !== undefined && serves === undefined;
};

const queryExecutions = (db: Kysely<Database>) =>
  db.selectFrom('executions').leftJoin('workflows', 'workflows.id', 'executions.workflow_id').select(executionColumns);

/** An execution with its workflow's static data. */
export type StoredRow = Pick<
  Selectable<Database['executions']>,
  Exclude<(typeof executionColumns)[number], 'workflows.static_data'> extends `executions.${infer Name}` ? Name : never
> & { static_data: string | null };

export const toStoredExecution = (row: StoredRow): StoredExecution => ({
  executionId: row.id,
  versionId: row.workflow_version_id,
  workflowId: row.workflow_id,
  ranBy: row.owner_id || null,
  mode: row.mode as ExecutionMode,
  status: row.status as ExecutionStatus,
  startedAt: row.started_at,
  start: row.start,
  startHead: splitStart(row.start).head,
  retryOf: row.retry_of,
  processId: row.process_id,
  origin: row.origin,
  sessionId: row.session_id,
  attempt: row.attempt,
  inFlight: parsed(row.in_flight),
  wait: parsed(row.wait),
  resumption: row.resumption,
  waitCount: row.wait_count,
  elapsed: row.elapsed,
  progress: row.progress,
  error: row.error,
  lastNode: row.last_node,
  parent: row.parent_id === null ? null : { executionId: row.parent_id, node: row.parent_node ?? '' },
  staticData: row.static_data,
});

/** Everything that runs read, and the rare writes that touch many of them. */
export const createExecutionReader = ({ db }: OpenDatabase): ExecutionReader => ({
  async find(executionId) {
    const row = await queryExecutions(db).where('executions.id', '=', executionId).executeTakeFirst();
    return row && toStoredExecution(row);
  },

  async findByIdempotencyKey(key) {
    const row = await queryExecutions(db).where('executions.idempotency_key', '=', key).executeTakeFirst();
    return row && toStoredExecution(row);
  },

  async endedWithKey(key) {
    const row = await db
      .selectFrom('used_idempotency_keys')
      .select(['execution_id', 'status'])
      .where('key', '=', key)
      .executeTakeFirst();
    if (!row || row.execution_id === null) return undefined;
    return { executionId: row.execution_id, status: row.status as ExecutionStatus };
  },

  async countBeforeFailure(executionId) {
    for (let from = 0; ; from += tasksAtOnce) {
      const tasks = await db
        .selectFrom('execution_nodes')
        .select('task')
        .where('execution_id', '=', executionId)
        .where('position', '>=', from)
        .orderBy('position')
        .limit(tasksAtOnce)
        .execute();
      const failed = tasks.findIndex(hasFailed);
      if (failed >= 0) return from + failed;
      if (tasks.length < tasksAtOnce) return from + tasks.length;
    }
  },

  lastResult: (executionId, node) => readLastResult(db, executionId, node),

  recordedPage: (executionId, from) => readRecordedPage(db, executionId, from),

  async dropUnfinishedItems(executionId) {
    await sql`
      delete from execution_items where execution_id = ${executionId} and position not in
        (select position from execution_nodes where execution_id = ${executionId})
    `.execute(db);
  },

  async atRest(ids) {
    const found: Awaited<ReturnType<ExecutionReader['atRest']>> = [];
    for (let from = 0; from < ids.length; from += idsAtOnce) {
      const some = ids.slice(from, from + idsAtOnce);
      const rows = await db
        .selectFrom('executions')
        .select(['id', 'status', 'stopped_at'])
        .where('id', 'in', some)
        .execute();
      const byId = new Map(rows.map((row) => [row.id, row]));
      for (const executionId of some) {
        const row = byId.get(executionId);
        if (!row) found.push({ executionId, status: 'gone' });
        else if (row.stopped_at !== null) found.push({ executionId, status: row.status as ExecutionStatus });
      }
    }
    return found;
  },

  async setOrigin(executionId, processId) {
    await db.updateTable('executions').set({ origin: processId }).where('id', '=', executionId).execute();
  },

  async unfinished() {
    const rows = await db
      .selectFrom('executions')
      .select(['id', 'mode', 'workflow_id'])
      .where('stopped_at', 'is', null)
      .where('status', 'in', ['queued', 'running'])
      .orderBy('id')
      .execute();
    return rows.map(({ id, mode, workflow_id: workflowId }) => ({
      executionId: id,
      mode: mode as ExecutionMode,
      workflowId,
    }));
  },

  async requeue(owners) {
    let update = db
      .updateTable('executions')
      .set(({ eb }) => ({ status: 'queued', process_id: null, attempt: eb('attempt', '+', 1) }))
      .where('stopped_at', 'is', null)
      .where('status', '=', 'running');
    if ('except' in owners)
      update = update.where(({ eb, or }) => or([eb('process_id', 'is', null), eb('process_id', '<>', owners.except)]));
    else if (owners.of.length === 0) return 0;
    else update = update.where('process_id', 'in', owners.of);
    const { numUpdatedRows } = await update.executeTakeFirst();
    return Number(numUpdatedRows);
  },

  async heldBy(processId) {
    const rows = await db
      .selectFrom('executions')
      .select('id')
      .where('stopped_at', 'is', null)
      .where('status', '=', sql.lit('running'))
      .where('process_id', '=', processId)
      .execute();
    return rows.map(({ id }) => id);
  },

  async giveBack(processId, ids) {
    await db
      .updateTable('executions')
      .set(({ eb }) => ({ status: 'queued', process_id: null, attempt: eb('attempt', '+', 1) }))
      .where('id', 'in', ids.slice(0, idsAtOnce))
      .where('status', '=', 'running')
      .where('process_id', '=', processId)
      .execute();
  },

  async callResult(executionId) {
    const row = await db
      .selectFrom('executions')
      .select('call_result')
      .where('id', '=', executionId)
      .executeTakeFirst();
    return row?.call_result ?? null;
  },

  async deleteCalled(callerId, upTo = Number.POSITIVE_INFINITY) {
    const found = await db
      .selectFrom('executions')
      .select(['id', 'idempotency_key'])
      .where('parent_id', '=', callerId)
      .where('call_result', 'is not', null)
      .execute();
    const done = found.filter(({ idempotency_key: key }) => positionOfCall(key) <= upTo);
    return deleteWithFiles(
      db,
      done.map(({ id }) => id),
    );
  },

  async deleteTemporary({ workflowId, sessionId, olderThanId }) {
    const found = await db
      .selectFrom('executions')
      .select('id')
      .where('temporary', '=', sql.lit(1))
      .where('call_result', 'is', null)
      .where('workflow_id', workflowId === null ? 'is' : '=', workflowId)
      .$if(workflowId === null, (query) => query.where('session_id', sessionId === null ? 'is' : '=', sessionId))
      .where('stopped_at', 'is not', null)
      .where('status', '<>', 'waiting')
      .where('id', '<', olderThanId)
      .execute();
    return deleteWithFiles(
      db,
      found.map(({ id }) => id),
    );
  },

  async deleteTemporaryBefore(moment) {
    const found = await db
      .selectFrom('executions as execution')
      .select('execution.id')
      .where('execution.temporary', '=', sql.lit(1))
      .where('execution.stopped_at', '<', moment)
      .where('execution.status', '<>', 'waiting')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('executions as caller')
              .select('caller.id')
              .whereRef('caller.id', '=', 'execution.parent_id')
              .where('caller.status', 'in', ['queued', 'running', 'waiting']),
          ),
        ),
      )
      .execute();
    return deleteWithFiles(
      db,
      found.map(({ id }) => id),
    );
  },

  withUnusedFiles: (ids) => withUnusedFiles(db, ids),
});

/** Of a key as `worker/calls.ts` makes it: `call:<execution>:<position>:…`. */
const positionOfCall = (key: string | null): number => Number(key?.split(':')[2] ?? Number.NaN);

/** Executions that have ended for good. @returns those whose files no one needs any more */
const deleteWithFiles = async (db: Kysely<Database>, ids: readonly number[]): Promise<number[]> => {
  if (ids.length === 0) return [];
  const owners = await fileOwnersUsedBy(db, ids);
  for (let from = 0; from < ids.length; from += idsAtOnce)
    await db
      .deleteFrom('executions')
      .where('id', 'in', ids.slice(from, from + idsAtOnce))
      .execute();
  return withUnusedFiles(db, [...ids, ...owners]);
};
