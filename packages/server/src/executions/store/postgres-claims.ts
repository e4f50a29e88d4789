import pg from 'pg';
import type { Shares } from '../queue/slots.ts';
import { executionColumns, type StoredExecution, type StoredRow, toStoredExecution } from './execution-reader.ts';

interface Asking {
  query(statement: pg.QueryConfig): Promise<pg.QueryResult>;
}

/** As in the pool: ids and times stay far below 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format as 'text'),
};

const returned = executionColumns.filter((column) => column.startsWith('executions.')).join(', ');

const claim = `
  with queued as materialized (
    select id, workflow_id, row_number() over (partition by workflow_id order by id) as turn
    from executions where status = 'queued' and stopped_at is null and (mode = 'manual') = $2::boolean
  ), next as materialized (
    select executions.id from queued
      join executions on executions.id = queued.id
      left join unnest($4::bigint[], $5::integer[]) as share (workflow_id, room) on share.workflow_id = queued.workflow_id
    where executions.status = 'queued' and (queued.workflow_id is null or queued.turn <= coalesce(share.room, $6::integer))
    order by queued.turn, queued.id limit $3 for update of executions skip locked
  )
  update executions set status = 'running', process_id = $1 from next where executions.id = next.id
  returning ${returned}, (select static_data from workflows where workflows.id = executions.workflow_id) as static_data`;

/**
 * queued → running for executions of a kind, of which other processes have none at the same time: each workflow has its turn, and of one workflow the oldest come first.
 *
 * The connection need not wait for the disk. Should the database fall and forget the claim, the execution is queued again; what the run writes next does
 * not find it then. What must not be repeated has written its mark before, and that write is on the disk only together with the claim.
 *
 * Between the beginning of the statement and the moment at which it locks a row, another process may have claimed, recorded and released that one. The row
 * is then as that process has left it, but other tables are seen as they were: how far an execution has come may not be read from them here.
 */
export const claimQueued = async (
  connection: Asking,
  { processId, isManual, most, shares }: { processId: string; isManual: boolean; most: number; shares: Shares },
): Promise<StoredExecution[]> => {
  const { whole, left } = shares;
  const values = [processId, isManual, most, [...left.keys()], [...left.values()], whole];
  const { rows } = await connection.query({ name: 'claim', text: claim, values, types });
  return (rows as StoredRow[]).sort((a, b) => a.id - b.id).map(toStoredExecution);
};
