import pg from 'pg';
import { executionColumns, type StoredExecution, type StoredRow, toStoredExecution } from './execution-reader.ts';

export interface ClaimedRun {
  /** As the claim has left it. */
  stored: StoredExecution;
  /** Something is recorded that it goes on from. */
  hasResults: boolean;
}

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
  with oldest as materialized (
    select id from executions where status = 'queued' and stopped_at is null and (mode = 'manual') = $2::boolean
    order by id limit $3 for update skip locked
  )
  update executions set status = 'running', process_id = $1 from oldest where executions.id = oldest.id
  returning ${returned}, (select static_data from workflows where workflows.id = executions.workflow_id) as static_data,
    exists (select from execution_nodes where execution_id = executions.id) as has_results`;

/**
 * queued → running for the oldest executions of a lane, of which other processes have none at the same time.
 *
 * The connection need not wait for the disk. Should the database fall and forget the claim, the execution is queued again; what the run writes next does
 * not find it then. What must not be repeated has written its mark before, and that write is on the disk only together with the claim.
 */
export const claimQueued = async (
  connection: Asking,
  { processId, isManual, most }: { processId: string; isManual: boolean; most: number },
): Promise<ClaimedRun[]> => {
  const { rows } = await connection.query({ name: 'claim', text: claim, values: [processId, isManual, most], types });
  return (rows as (StoredRow & { has_results: boolean })[])
    .sort((a, b) => a.id - b.id)
    .map((row) => ({ stored: toStoredExecution(row), hasResults: row.has_results }));
};
