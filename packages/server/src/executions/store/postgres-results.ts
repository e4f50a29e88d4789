import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { ItemChunk, NodeRunRecord } from './execution-store.ts';

export interface NewResults {
  executionId: number;
  nodes: readonly NodeRunRecord[];
  items: readonly ItemChunk[];
}

/** PostgreSQL takes at most 65,535 parameters in a statement. */
const rowsInStatement = 3000;

export function* inChunks<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < rows.length; from += rowsInStatement) yield rows.slice(from, from + rowsInStatement);
}

/**
 * Results of executions that are known to be there and to belong to the writer. What is there already was stored by it before: the answer was
 * lost with its connection, and it tries again.
 */
export const insertResults = async (trx: Transaction<Database>, results: readonly NewResults[]): Promise<void> => {
  const pieces = results.flatMap(({ executionId, items }) =>
    items.map(({ position, connection, output, chunk, firstItem, itemCount, items: text }) => ({
      execution_id: executionId,
      position,
      connection,
      output,
      chunk,
      first_item: firstItem,
      item_count: itemCount,
      items: text,
    })),
  );
  for (const chunk of inChunks(pieces))
    await trx
      .insertInto('execution_items')
      .values(chunk)
      .onConflict((conflict) =>
        conflict.columns(['execution_id', 'position', 'connection', 'output', 'chunk']).doUpdateSet((excluded) => ({
          first_item: excluded.ref('excluded.first_item'),
          item_count: excluded.ref('excluded.item_count'),
          items: excluded.ref('excluded.items'),
        })),
      )
      .execute();
  const rows = results.flatMap(({ executionId, nodes }) =>
    nodes.map(({ position, node, task, outputs, data }) => ({
      execution_id: executionId,
      position,
      node,
      task,
      outputs,
      data,
    })),
  );
  for (const chunk of inChunks(rows))
    await trx
      .insertInto('execution_nodes')
      .values(chunk)
      .onConflict((conflict) => conflict.columns(['execution_id', 'position']).doNothing())
      .execute();
};

/** The execution, if it is still there, refers to files of the owners. */
export const useFiles = async (
  trx: Kysely<Database>,
  executionId: number,
  owners: readonly number[],
): Promise<void> => {
  await sql`
    insert into file_uses (execution_id, owner_id)
    select id, owner from executions, unnest(${owners}::bigint[]) as owner where id = ${executionId}
    on conflict do nothing
  `.execute(trx);
};

export const drawIds = async (trx: Transaction<Database>, count: number): Promise<number[]> => {
  if (count === 0) return [];
  const drawn = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('executions', 'id')) as id from generate_series(1, ${count}::integer)
  `.execute(trx);
  return drawn.rows.map(({ id }) => id);
};
