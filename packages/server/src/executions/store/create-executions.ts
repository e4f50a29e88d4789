import type { StaticDataStep } from '../types.ts';
import { isRemembered } from './idempotency.ts';
import { end } from './moves.ts';
import { presentOf, useFiles } from './results.ts';
import { insertInto, query, run, type Statement, type Steps, type Values } from './statements.ts';
import { possibleSteps, takeSteps } from './static-data-steps.ts';
import type { ExecutionEnd, NewExecution, WriteResults } from './writes.ts';

interface Ended {
  row: NewExecution;
  end: ExecutionEnd;
}

const columns: Values<NewExecution> = {
  id: ['bigint', ({ id }) => id],
  workflow_id: ['bigint', ({ workflowId }) => workflowId],
  workflow_version_id: ['bigint', ({ versionId }) => versionId],
  owner_id: ['text', ({ ranBy }) => ranBy ?? ''],
  mode: ['text', ({ mode }) => mode],
  trigger_type: ['text', ({ triggerType }) => triggerType],
  status: ['text', ({ status }) => status],
  started_at: ['bigint', ({ startedAt }) => startedAt],
  start: ['text', ({ start }) => start],
  retry_of: ['bigint', ({ retryOf }) => retryOf],
  process_id: ['text', ({ processId }) => processId],
  temporary: ['integer', ({ temporary }) => (temporary ? 1 : 0)],
  origin: ['text', ({ origin }) => origin],
  session_id: ['text', ({ sessionId }) => sessionId],
  idempotency_key: ['text', ({ idempotencyKey }) => idempotencyKey],
  parent_id: ['bigint', ({ parent }) => parent?.executionId ?? null],
  parent_node: ['text', ({ parent }) => parent?.node ?? null],
};

const mapValues = <From, To>(values: Values<From>, to: (row: To) => From): Values<To> =>
  Object.fromEntries(
    Object.entries(values).map(([name, [type, of]]) => [name, [type, (row: To) => of(to(row))] as const]),
  );

const insert = insertInto('executions', columns, 'do nothing');
const { id: _, process_id: __, ...ofEnd } = end.values;
/** Columns as `end` sets them, of a row that is inserted when it has ended. */
const insertEnded = insertInto<Ended>(
  'executions',
  {
    ...mapValues(columns, ({ row }: Ended) => row),
    ...mapValues(ofEnd, (ended: Ended) => ended.end),
    process_id: ['text', () => null],
  },
  'do nothing',
);

const readStaticData: Statement<{ workflowId: number }> = {
  text: 'select workflows.id, workflows.static_data from workflows {and} where workflows.id = :id',
  values: { id: ['bigint', ({ workflowId }) => workflowId] },
  gives: 'rows',
};

/** A statement of its own: the insertion has waited for whoever was ending the first execution, and this sees what that has left. */
const takeBackRepeated: Statement<NewExecution> = {
  text: `delete from executions {using} where executions.id = :id
    and exists (select 1 from used_idempotency_keys as used where used.key = executions.idempotency_key)`,
  values: { id: ['bigint', ({ id }) => id] },
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

/**
 * What was there already under its own id was stored by this writer before: the answer was lost, and it tries again.
 *
 * @param insertedIds of those that were inserted just now
 * @returns ids of those that are there
 */
function* presentAfter(insertedIds: readonly number[], rows: readonly NewExecution[]): Steps<Set<number>> {
  const ids = new Set(insertedIds);
  const missed = rows.filter(({ id }) => !ids.has(id)).map(({ id }) => id);
  for (const id of yield* presentOf(missed)) ids.add(id);
  const remembered = rows.filter(({ id, idempotencyKey }) => ids.has(id) && isRemembered(idempotencyKey));
  for (const id of yield* run(takeBackRepeated, remembered)) ids.delete(id);
  return ids;
}

/** The rows that may be created. What this writer has stored before has taken its step then. */
function* withPossibleSteps(
  rows: readonly NewExecution[],
): Steps<{ rows: readonly NewExecution[]; possible: Set<StaticDataStep> }> {
  const steps = rows.flatMap(({ staticDataStep }) => (staticDataStep ? [staticDataStep] : []));
  if (steps.length === 0) return { rows, possible: new Set() };
  const possible = yield* possibleSteps(steps);
  const isRefused = ({ staticDataStep }: NewExecution) => staticDataStep && !possible.has(staticDataStep);
  const stored = new Set(yield* presentOf(rows.filter(isRefused).map(({ id }) => id)));
  return { rows: rows.filter((row) => !isRefused(row) || stored.has(row.id)), possible };
}

/** Rows of executions that begin. */
export function* createAll(rows: readonly NewExecution[]): Steps<WriteResults['create'][]> {
  if (rows.length === 0) return [];
  const { rows: timely, possible } = yield* withPossibleSteps(rows);
  const ids = yield* presentAfter(yield* run(insert, timely), timely);
  const created = rows.filter(({ id }) => ids.has(id));
  const copied = created.flatMap(({ id, recorded }) => (recorded ? [{ id, ...recorded }] : []));
  for (const statement of [copyNodeRuns, copyItems, copyFileUses]) yield* run(statement, copied);
  yield* useFiles([
    ...copied.map(({ id, executionId }) => ({ executionId: id, ownerId: executionId })),
    ...created.flatMap(({ id, uses = [] }) => uses.map((ownerId) => ({ executionId: id, ownerId }))),
  ]);
  const taken = new Set(created.map(({ staticDataStep }) => staticDataStep));
  yield* takeSteps([...possible].filter((step) => taken.has(step)));
  const staticData = yield* staticDataOf(created);
  return rows.map(({ id, workflowId }) =>
    ids.has(id) ? { id, staticData: staticData.get(workflowId ?? Number.NaN) ?? null } : null,
  );
}

/** Rows of executions that have ended before they were written. @returns ids of those that are there */
export function* insertAllEnded(rows: readonly Ended[]): Steps<Set<number>> {
  return yield* presentAfter(
    yield* run(insertEnded, rows),
    rows.map(({ row }) => row),
  );
}
