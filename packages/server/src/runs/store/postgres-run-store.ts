import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { ExecutionEnd, NewExecution, NodeRecord, RunStore, RunWrite, WriteResult } from './run-store.ts';

type ExecutionNodes = { executionId: number; nodes: readonly NodeRecord[] };

/** PostgreSQL takes at most 65,535 parameters in a statement. */
const rowsInStatement = 3000;

function* inChunks<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < rows.length; from += rowsInStatement) yield rows.slice(from, from + rowsInStatement);
}

const drawIds = async (trx: Transaction<Database>, count: number): Promise<number[]> => {
  if (count === 0) return [];
  const drawn = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('executions', 'id')) as id from generate_series(1, ${count}::integer)
  `.execute(trx);
  return drawn.rows.map(({ id }) => id);
};

/** Ids are drawn first: which row of `returning` belongs to which inserted row is not promised. */
const insertExecutions = async (trx: Transaction<Database>, rows: readonly NewExecution[]): Promise<number[]> => {
  const drawn = await drawIds(trx, rows.filter(({ id }) => id === null).length);
  const ids = rows.map(({ id }) => id ?? (drawn.shift() as number));
  const values = rows.map((row, index) => ({
    id: ids[index] as number,
    workflow_id: row.workflowId,
    workflow_version_id: row.versionId,
    owner_id: row.ownerId,
    mode: row.mode,
    status: row.status,
    started_at: row.startedAt,
    start: row.start,
    retry_of: row.retryOf,
    worker: row.worker,
    temporary: row.temporary ? (1 as const) : (0 as const),
  }));
  for (const chunk of inChunks(values)) await trx.insertInto('executions').values(chunk).execute();
  return ids;
};

const takeExecutions = async (
  trx: Transaction<Database>,
  takes: readonly { executionId: number; worker: string }[],
) => {
  for (const [worker, group] of Map.groupBy(takes, ({ worker }) => worker)) {
    const ids = group.map(({ executionId }) => executionId);
    await sql`update executions set status = 'running', worker = ${worker} where id = any(${ids}::bigint[])`.execute(
      trx,
    );
  }
};

const insertNodes = async (trx: Transaction<Database>, executions: readonly ExecutionNodes[]) => {
  const rows = executions.flatMap(({ executionId, nodes }) =>
    nodes.map(({ position, node, task, data }) => ({ execution_id: executionId, position, node, task, data })),
  );
  for (const chunk of inChunks(rows)) await trx.insertInto('execution_nodes').values(chunk).execute();
};

const insertProgress = async (trx: Transaction<Database>, executions: readonly ExecutionNodes[]) => {
  if (executions.length === 0) return;
  const ids = executions.map(({ executionId }) => executionId);
  const found = await sql<{ id: number }>`
    select id from executions where id = any(${ids}::bigint[]) for share
  `.execute(trx);
  const present = new Set(found.rows.map(({ id }) => id));
  await insertNodes(
    trx,
    executions.filter(({ executionId }) => present.has(executionId)),
  );
};

const endExecutions = async (trx: Transaction<Database>, ends: readonly ExecutionEnd[]) => {
  const dropped = ends.filter(({ keep }) => !keep).map(({ executionId }) => executionId);
  if (dropped.length > 0) await sql`delete from executions where id = any(${dropped}::bigint[])`.execute(trx);
  for (const chunk of inChunks(ends.filter(({ keep }) => keep))) {
    const values = chunk.map(
      (end) =>
        sql`(${end.executionId}::bigint, ${end.status}, ${end.stoppedAt}::bigint, ${end.error}::text, ${end.lastNode}::text)`,
    );
    const updated = await sql<{ id: number }>`
      update executions as e
      set status = v.status, stopped_at = v.stopped_at, error = v.error, last_node = v.last_node, worker = null
      from (values ${sql.join(values)}) as v (id, status, stopped_at, error, last_node)
      where e.id = v.id returning e.id
    `.execute(trx);
    const present = new Set(updated.rows.map(({ id }) => id));
    await insertNodes(
      trx,
      chunk.filter(({ executionId }) => present.has(executionId)),
    );
  }
  for (const { staticData } of ends) {
    if (!staticData) continue;
    const { workflowId, text } = staticData;
    await trx.updateTable('workflows').set({ static_data: text }).where('id', '=', workflowId).execute();
  }
};

/** A group of writes is one transaction of a few statements, each for many rows. */
export const createPostgresRunStore =
  (db: Kysely<Database>): RunStore['write'] =>
  (writes) =>
    db.transaction().execute(async (trx) => {
      let reservations = 0;
      const starts: NewExecution[] = [];
      const takes: Extract<RunWrite, { kind: 'take' }>[] = [];
      const progress: Extract<RunWrite, { kind: 'nodes' }>[] = [];
      const ends: ExecutionEnd[] = [];
      for (const write of writes) {
        if (write.kind === 'reserve') reservations += 1;
        else if (write.kind === 'start') starts.push(write.row);
        else if (write.kind === 'take') takes.push(write);
        else if (write.kind === 'nodes') progress.push(write);
        else ends.push(write.end);
      }
      const reserved = await drawIds(trx, reservations);
      const started = await insertExecutions(trx, starts);
      await takeExecutions(trx, takes);
      await insertProgress(trx, progress);
      await endExecutions(trx, ends);
      return writes.map(({ kind }): WriteResult => {
        if (kind === 'reserve') return reserved.shift();
        return kind === 'start' ? started.shift() : undefined;
      });
    });
