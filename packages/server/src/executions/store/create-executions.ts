import { isRemembered } from './idempotency.ts';
import { end } from './moves.ts';
import { presentOf, useFiles } from './results.ts';
import { drawIds, insertInto, query, run, type Statement, type Steps, type Values } from './statements.ts';
import type { ExecutionEnd, NewExecution, WriteResults } from './writes.ts';

/** A row with the id that it gets. */
interface Numbered {
  id: number;
  row: NewExecution;
}

interface Ended extends Numbered {
  end: ExecutionEnd;
}

const columns: Values<Numbered> = {
  id: ['bigint', ({ id }) => id],
  workflow_id: ['bigint', ({ row }) => row.workflowId],
  workflow_version_id: ['bigint', ({ row }) => row.versionId],
  owner_id: ['text', ({ row }) => row.ownerId],
  mode: ['text', ({ row }) => row.mode],
  status: ['text', ({ row }) => row.status],
  started_at: ['bigint', ({ row }) => row.startedAt],
  start: ['text', ({ row }) => row.start],
  retry_of: ['bigint', ({ row }) => row.retryOf],
  process_id: ['text', ({ row }) => row.processId],
  temporary: ['integer', ({ row }) => (row.temporary ? 1 : 0)],
  origin: ['text', ({ row }) => row.origin],
  session_id: ['text', ({ row }) => row.sessionId],
  idempotency_key: ['text', ({ row }) => row.idempotencyKey],
  parent_id: ['bigint', ({ row }) => row.parent?.executionId ?? null],
  parent_node: ['text', ({ row }) => row.parent?.node ?? null],
};

/** Columns as `end` sets them, of a row that is inserted when it has ended. */
const ofEnd: Values<Ended> = Object.fromEntries(
  Object.entries(end.values)
    .filter(([column]) => column !== 'id' && column !== 'process_id')
    .map(([column, [type, of]]) => [column, [type, (ended: Ended) => of(ended.end)] as const]),
);

const insert = insertInto('executions', columns, 'do nothing');
const insertEnded = insertInto<Ended>(
  'executions',
  { ...columns, ...ofEnd, process_id: ['text', () => null] },
  'do nothing',
);

const readStaticData: Statement<{ workflowId: number }> = {
  text: 'select workflows.id, workflows.static_data from workflows {and} where workflows.id = :id',
  values: { id: ['bigint', ({ workflowId }) => workflowId] },
  gives: 'rows',
};

/** A statement of its own: the insertion has waited for whoever was ending the first execution, and this sees what that has left. */
const takeBackRepeated: Statement<Numbered> = {
  text: `delete from executions {using} where executions.id = :id
    and exists (select 1 from used_idempotency_keys as used where used.key = executions.idempotency_key)`,
  values: { id: columns.id as Values<Numbered>[string] },
  gives: { touched: 'executions.id' },
};

interface Copy {
  id: number;
  executionId: number;
  count: number;
}
const copy = (table: string, columnsOfTable: string): Statement<Copy> => ({
  text: `insert into ${table} (execution_id, ${columnsOfTable}) select :id, ${columnsOfTable} from ${table} {and}
    where execution_id = :source and position < :count`,
  values: {
    id: ['bigint', ({ id }) => id],
    source: ['bigint', ({ executionId }) => executionId],
    count: ['integer', ({ count }) => count],
  },
  gives: 'nothing',
});
const copyNodeRuns = copy('execution_nodes', 'position, node, task, outputs, data');
const copyItems = copy('execution_items', 'position, connection, output, chunk, first_item, item_count, items');
const copyFileUses: Statement<Copy> = {
  text: 'insert into file_uses (execution_id, owner_id) select :id, owner_id from file_uses {and} where execution_id = :source',
  values: { id: ['bigint', ({ id }) => id], source: ['bigint', ({ executionId }) => executionId] },
  gives: 'nothing',
};

const staticDataOf = function* (rows: readonly NewExecution[]): Steps<Map<number, string | null>> {
  const workflowIds = new Set(rows.flatMap(({ workflowId }) => (workflowId === null ? [] : [workflowId])));
  const found = yield* query<{ workflowId: number }, { id: number; static_data: string | null }>(
    readStaticData,
    [...workflowIds].map((workflowId) => ({ workflowId })),
  );
  return new Map(found.map(({ id, static_data }) => [id, static_data]));
};

/** Gives each its id. */
function* number(rows: readonly NewExecution[]): Steps<Numbered[]> {
  const ids = (yield* drawIds(rows.filter(({ id }) => id === null))).values();
  return rows.map((row) => ({ id: row.id ?? (ids.next().value as number), row }));
}

/**
 * What was there already under its own id was stored by this writer before: the answer was lost, and it tries again.
 *
 * @returns ids of those that are there
 */
function* inserted(rows: readonly Numbered[], statement: Statement<never>): Steps<Set<number>> {
  const ids = new Set(yield* run(statement as Statement<Numbered>, rows));
  const missed = rows.filter(({ id }) => !ids.has(id)).map(({ id }) => id);
  for (const id of yield* presentOf(missed)) ids.add(id);
  const remembered = rows.filter(({ id, row }) => ids.has(id) && isRemembered(row.idempotencyKey));
  for (const id of yield* run(takeBackRepeated, remembered)) ids.delete(id);
  return ids;
}

/** Rows of executions that begin. */
export function* createAll(rows: readonly NewExecution[]): Steps<WriteResults['create'][]> {
  if (rows.length === 0) return [];
  const numbered = yield* number(rows);
  const ids = yield* inserted(numbered, insert as Statement<never>);
  const created = numbered.filter(({ id }) => ids.has(id));
  const copied = created.flatMap(({ id, row }) => (row.recorded ? [{ id, ...row.recorded }] : []));
  for (const statement of [copyNodeRuns, copyItems, copyFileUses]) yield* run(statement, copied);
  yield* useFiles([
    ...copied.map(({ id, executionId }) => ({ executionId: id, ownerId: executionId })),
    ...created.flatMap(({ id, row }) => (row.uses ?? []).map((ownerId) => ({ executionId: id, ownerId }))),
  ]);
  const staticData = yield* staticDataOf(created.map(({ row }) => row));
  return numbered.map(({ id, row }) =>
    ids.has(id) ? { id, staticData: staticData.get(row.workflowId ?? Number.NaN) ?? null } : null,
  );
}

/** Rows of executions that have ended before they were written. @returns ids of those that are there */
export function* insertAllEnded(rows: readonly { row: NewExecution; end: ExecutionEnd }[]): Steps<Set<number>> {
  const numbered = rows.map(({ row, end: ofRow }) => ({ id: ofRow.executionId, row, end: ofRow }));
  return yield* inserted(numbered, insertEnded as Statement<never>);
}
