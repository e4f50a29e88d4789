import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { drawIds, inChunks } from './postgres-results.ts';
import type { Enqueue, NewExecution, WriteResults } from './run-store.ts';

type Trx = Transaction<Database>;

const toRow = (row: NewExecution, id: number) => ({
  id,
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
  origin: row.origin,
  session_id: row.sessionId,
  tick: row.tick,
  parent_id: row.parent?.executionId ?? null,
  parent_node: row.parent?.node ?? null,
});

const staticDataOf = async (trx: Trx, rows: readonly NewExecution[]): Promise<Map<number, string | null>> => {
  const ids = [...new Set(rows.flatMap(({ workflowId }) => workflowId ?? []))];
  if (ids.length === 0) return new Map();
  const found = await sql<{ id: number; static_data: string | null }>`
    select id, static_data from workflows where id = any(${ids}::bigint[])
  `.execute(trx);
  return new Map(found.rows.map((row) => [row.id, row.static_data]));
};

const copyRecorded = async (trx: Trx, id: number, { executionId, count }: NonNullable<NewExecution['recorded']>) => {
  await sql`
    insert into execution_nodes (execution_id, position, node, task, outputs, data)
    select ${id}::bigint, position, node, task, outputs, data from execution_nodes
    where execution_id = ${executionId} and position < ${count}
  `.execute(trx);
  await sql`
    insert into execution_items (execution_id, position, connection, output, chunk, first_item, item_count, items)
    select ${id}::bigint, position, connection, output, chunk, first_item, item_count, items from execution_items
    where execution_id = ${executionId} and position < ${count}
  `.execute(trx);
};

/** New executions, a job for each that is queued, and what their workflows keep between runs. */
export const createStarts = (enqueue: Enqueue) => ({
  drawIds,

  /** Ids are drawn first: which row of `returning` belongs to which inserted row is not promised. */
  async startAll(trx: Trx, rows: readonly NewExecution[]): Promise<WriteResults['start'][]> {
    const drawn = await drawIds(trx, rows.filter(({ id }) => id === null).length);
    const all = rows.map((row) => ({ row, id: row.id ?? (drawn.shift() as number) }));
    const inserted = new Set<number>();
    for (const chunk of inChunks(all)) {
      const result = await trx
        .insertInto('executions')
        .values(chunk.map(({ row, id }) => toRow(row, id)))
        .$if(
          chunk.some(({ row }) => row.tick !== null),
          (insert) =>
            insert.onConflict((conflict) => conflict.column('tick').where('tick', 'is not', null).doNothing()),
        )
        .returning('id')
        .execute();
      for (const { id } of result) inserted.add(id);
    }
    const started = all.filter(({ id }) => inserted.has(id));
    for (const { row, id } of started) if (row.recorded) await copyRecorded(trx, id, row.recorded);
    const queued = started.filter(({ row }) => row.status === 'queued');
    if (queued.length > 0)
      await enqueue(
        trx,
        queued.map(({ row, id }) => ({ executionId: id, lane: row.mode === 'manual' ? 'manual' : 'production' })),
      );
    const staticData = await staticDataOf(trx, rows);
    return all.map(({ row, id }) =>
      inserted.has(id) ? { id, staticData: staticData.get(row.workflowId ?? -1) ?? null } : null,
    );
  },
});
