import { insertInto, query, run, type Statement, type Steps, type Values } from './statements.ts';
import type { Hold, ItemChunk, NewResults, NodeRunRecord } from './writes.ts';

type Of<T> = T & { executionId: number };

const nodeRunValues: Values<Of<NodeRunRecord>> = {
  execution_id: ['bigint', ({ executionId }) => executionId],
  position: ['integer', ({ position }) => position],
  node: ['text', ({ node }) => node],
  task: ['text', ({ task }) => task],
  outputs: ['text', ({ outputs }) => outputs],
  data: ['text', ({ data }) => data],
};
/** What is there already was stored by this writer before: the answer was lost, and it tries again. */
export const insertNodeRuns = insertInto('execution_nodes', nodeRunValues, 'do nothing');

const itemValues: Values<Of<ItemChunk>> = {
  execution_id: ['bigint', ({ executionId }) => executionId],
  position: ['integer', ({ position }) => position],
  connection: ['text', ({ connection }) => connection],
  output: ['integer', ({ output }) => output],
  chunk: ['integer', ({ chunk }) => chunk],
  first_item: ['integer', ({ firstItem }) => firstItem],
  item_count: ['integer', ({ itemCount }) => itemCount],
  items: ['text', ({ items }) => items],
};
/** A piece that was written before a crash is written once more. */
const insertItems = insertInto(
  'execution_items',
  itemValues,
  `(execution_id, position, connection, output, chunk) do update
     set first_item = excluded.first_item, item_count = excluded.item_count, items = excluded.items`,
);

/** Results of executions that are known to be there and to be held by the writer. */
export function* insertResults(results: readonly Of<NewResults>[]): Steps<void> {
  yield* run(
    insertItems,
    results.flatMap(({ executionId, items }) => items.map((item) => ({ executionId, ...item }))),
  );
  yield* run(
    insertNodeRuns,
    results.flatMap(({ executionId, nodes }) => nodes.map((node) => ({ executionId, ...node }))),
  );
}

interface FileUse {
  executionId: number;
  ownerId: number;
}
const insertFileUses: Statement<FileUse> = {
  text: `insert into file_uses (execution_id, owner_id) select executions.id, :owner_id from executions {and} where executions.id = :execution_id
    on conflict do nothing`,
  values: {
    execution_id: ['bigint', ({ executionId }) => executionId],
    owner_id: ['bigint', ({ ownerId }) => ownerId],
  },
  gives: 'nothing',
};
/** The executions, where they are still there, refer to files of the owners. */
export const useFiles = (uses: readonly FileUse[]): Steps<unknown> => run(insertFileUses, uses);

const byId: Values<number> = { id: ['bigint', (id) => id] };
const selectPresent: Statement<number> = {
  text: 'select executions.id from executions {and} where executions.id = :id',
  values: byId,
  gives: 'rows',
};
/** Those of the executions that are stored. */
export function* presentOf(ids: readonly number[]): Steps<number[]> {
  const rows = yield* query<number, { id: number }>(selectPresent, ids);
  return rows.map(({ id }) => id);
}

/** @param held executions that the writes have reached */
export function* holdsOf(writes: readonly { executionId: number }[], held: ReadonlySet<number>): Steps<Hold[]> {
  const missed = writes.filter(({ executionId }) => !held.has(executionId)).map(({ executionId }) => executionId);
  const present = new Set(yield* presentOf(missed));
  return writes.map(({ executionId }) => {
    if (held.has(executionId)) return 'held';
    return present.has(executionId) ? 'lost' : 'gone';
  });
}
