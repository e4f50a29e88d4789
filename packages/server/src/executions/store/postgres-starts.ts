import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { NewExecution, OnQueued, WriteResults } from './execution-store.ts';
import { drawIds, useFiles } from './postgres-results.ts';
import { isScheduled } from './ticks.ts';

interface Started {
  id: number;
  /** False: its tick has started a run already. */
  is_new: boolean;
  static_data: string | null;
}

/** Columns of the rows, each a list, with their types. A single statement, so that a group of starts needs no other transaction than its own. */
const columns: readonly (readonly [name: string, type: string, of: (row: NewExecution) => string | number | null])[] = [
  ['id', 'bigint', (row) => row.id],
  ['workflow_id', 'bigint', (row) => row.workflowId],
  ['workflow_version_id', 'bigint', (row) => row.versionId],
  ['owner_id', 'text', (row) => row.ownerId],
  ['mode', 'text', (row) => row.mode],
  ['status', 'text', (row) => row.status],
  ['started_at', 'bigint', (row) => row.startedAt],
  ['start', 'text', (row) => row.start],
  ['retry_of', 'bigint', (row) => row.retryOf],
  ['worker', 'text', (row) => row.worker],
  ['temporary', 'integer', (row) => (row.temporary ? 1 : 0)],
  ['origin', 'text', (row) => row.origin],
  ['session_id', 'text', (row) => row.sessionId],
  ['tick', 'text', (row) => row.tick],
  ['parent_id', 'bigint', (row) => row.parent?.executionId ?? null],
  ['parent_node', 'text', (row) => row.parent?.node ?? null],
];

const names = sql.join(columns.map(([name]) => sql.ref(name)));
const named = sql.join(columns.map(([name]) => sql.ref(`new.${name}`)));
const drawn = sql.join(
  columns.map(([name]) =>
    name === 'id'
      ? sql`coalesce(new.id, nextval(pg_get_serial_sequence('executions', 'id'))) as id`
      : sql.ref(`new.${name}`),
  ),
);

/** In the order of the rows. Ids are drawn first: which row of `returning` belongs to which inserted row is not promised. */
const insertAll = async (db: Kysely<Database>, rows: readonly NewExecution[]): Promise<Started[]> => {
  const lists = columns.map(([_name, type, of]) => sql`${rows.map(of)}::${sql.raw(type)}[]`);
  const { rows: started } = await sql<Started>`
    with new as materialized (
      select nth, ${drawn} from unnest(${sql.join(lists)}) with ordinality as new (${names}, nth)
    ), inserted as (
      insert into executions (${names}) select ${named} from new
      on conflict (tick) where tick is not null do nothing returning id
    )
    select new.id, inserted.id is not null as is_new, workflows.static_data
    from new left join inserted on inserted.id = new.id left join workflows on workflows.id = new.workflow_id
    order by nth
  `.execute(db);
  return started;
};

const copyRecorded = async (
  trx: Kysely<Database>,
  id: number,
  { executionId, count }: NonNullable<NewExecution['recorded']>,
) => {
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
  await sql`
    insert into file_uses (execution_id, owner_id)
    select ${id}::bigint, owner_id from file_uses where execution_id = ${executionId}
    union select ${id}::bigint, ${executionId}::bigint
  `.execute(trx);
};

/** Ids of the rows whose ticks had started a run that has ended and is gone; they are taken back. */
const takeBackRepeated = async (trx: Kysely<Database>, rows: readonly NewExecution[]): Promise<Set<number>> => {
  const ticks = rows.filter(isScheduled).map(({ tick }) => tick);
  if (ticks.length === 0) return new Set();
  // A statement of its own, after the insertion has waited for whoever was ending the first run: it sees what that has left.
  const repeated = await sql<{ id: number }>`
    delete from executions using fired_ticks
    where executions.tick = any(${ticks}::text[]) and fired_ticks.tick = executions.tick returning executions.id
  `.execute(trx);
  return new Set(repeated.rows.map(({ id }) => id));
};

/** One whose start is one statement. */
export const isPlain = (row: NewExecution): boolean => !row.recorded && !row.uses?.length && !isScheduled(row);

/** New executions, and what their workflows keep between runs. */
export const createStarts = (onQueued: OnQueued) => ({
  drawIds,

  /** @param db a transaction, where some are not plain */
  async startAll(db: Kysely<Database>, rows: readonly NewExecution[]): Promise<WriteResults['start'][]> {
    const started = await insertAll(db, rows);
    const repeated = await takeBackRepeated(db, rows);
    const results: WriteResults['start'][] = [];
    for (const [index, row] of rows.entries()) {
      const { id, is_new: wasNew, static_data: staticData } = started[index] as Started;
      const isNew = wasNew && !repeated.has(id);
      if (isNew && row.recorded) await copyRecorded(db, id, row.recorded);
      if (isNew && row.uses?.length) await useFiles(db, id, row.uses);
      if (isNew && row.status === 'queued') onQueued([row.mode]);
      results.push(isNew ? { id, staticData } : null);
    }
    return results;
  },
});
