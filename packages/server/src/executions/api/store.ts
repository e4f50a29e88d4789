import type {
  ExecutionError,
  ExecutionFilter,
  ExecutionMode,
  ExecutionStatus,
  ExecutionSummary,
  FailureSummary,
} from '@millrace/contract';
import { type Kysely, type Selectable, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { OwnedRow, OwnRows, RowFilter } from '../../permissions/permissions.ts';
import { idsOf, shareRoleOf } from '../../permissions/rows.ts';
import { hasLivingCaller } from './callers.ts';

type Db = Kysely<Database>;

/** Runs that are under way are listed by `listCurrent`; one that waits is at rest and counts as past. */
const current: ExecutionStatus[] = ['queued', 'running'];

const summaryColumns = [
  'executions.id',
  'executions.workflow_id',
  'executions.mode',
  'executions.trigger_type',
  'executions.status',
  'executions.started_at',
  'executions.stopped_at',
  'executions.wait_till',
  'executions.retry_of',
  'executions.retry_success_id',
  'executions.custom_data',
] as const;

/** JSON of the error, unless it carries more than a list should read. */
const listedError = sql<string | null>`case when octet_length(executions.error) < 65536 then executions.error end`.as(
  'listed_error',
);

type Executions<O> = SelectQueryBuilder<Database, 'executions', O>;

/** Rows of which the workflows are known, where these are few. */
type KnownRows = 'all' | (OwnRows & { workflowIds?: readonly number[] });

/** Of more, both databases do better with the question than with the answer. */
const mostKnown = 1000;

/** Few ids that are written out let both databases look into the index of each workflow, and of executions without one, instead of reading all rows. */
const withWorkflows = async (db: Db, rows: RowFilter): Promise<KnownRows> => {
  if (rows === 'all') return rows;
  const { rows: found } = await sql<{ id: number }>`${idsOf('workflow', rows)} limit ${mostKnown + 1}`.execute(db);
  return found.length > mostKnown ? rows : { ...rows, workflowIds: found.map(({ id }) => Number(id)) };
};

// The sums keep SQLite from the index over all executions, or all of a workflow, where there is one over the few that are meant.
const idAmongFew = sql<number>`executions.id + 0`;
const workflowAmongFew = sql<number>`executions.workflow_id + 0`;

/** Whether few executions match whatever their workflow is, and an index holds these. */
const areFew = ({ waitTill, finished }: ExecutionFilter): boolean => waitTill === true || finished === false;

/** Executions go by their workflow; those of none, or of one that is gone, by who ran or owned it. */
const visibleOnly = <O>(query: Executions<O>, rows: KnownRows, filter: ExecutionFilter = {}): Executions<O> => {
  if (rows === 'all') return query;
  const workflowId = areFew(filter) ? workflowAmongFew : sql.ref('executions.workflow_id');
  const { workflowIds, userId } = rows;
  const withoutWorkflow = sql`executions.workflow_id is null and executions.owner_id = ${userId}`;
  if (workflowIds?.length === 0) return query.where(sql<SqlBool>`(${withoutWorkflow})`);
  const ids = workflowIds ? sql.join(workflowIds.map((id) => sql.lit(id))) : idsOf('workflow', rows);
  return query.where(sql<SqlBool>`(${workflowId} in (${ids}) or (${withoutWorkflow}))`);
};

// Written out, since an index over a part of the rows is taken only where it is seen which part is asked for.
const isFailed = sql<SqlBool>`executions.status in ('error', 'canceled', 'crashed')`;
const isWaiting = sql<SqlBool>`executions.status = 'waiting'`;

const matching = <O>(query: Executions<O>, filter: ExecutionFilter): Executions<O> => {
  let result = query;
  if (filter.workflowId !== undefined)
    result = result.where(areFew(filter) ? workflowAmongFew : 'executions.workflow_id', '=', Number(filter.workflowId));
  if (filter.waitTill) result = result.where(isWaiting);
  if (filter.finished === true) result = result.where('executions.status', '=', 'success');
  if (filter.finished === false) result = result.where(isFailed);
  if (filter.mode !== undefined) result = result.where('executions.mode', '=', filter.mode);
  if (filter.triggerType !== undefined) result = result.where('executions.trigger_type', '=', filter.triggerType);
  if (filter.startedAfter !== undefined)
    result = result.where('executions.started_at', '>=', Date.parse(filter.startedAfter));
  if (filter.startedBefore !== undefined)
    result = result.where('executions.started_at', '<', Date.parse(filter.startedBefore));
  if (filter.text !== undefined) result = result.where(hasText(filter.text));
  for (const [name, value] of Object.entries(filter.customData ?? {})) result = result.where(hasMember(name, value));
  return result;
};

const escapedForLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Looks for the member in the JSON text, in which nothing else can look like it. */
const hasMember = (name: string, value: string) => {
  const member = `${JSON.stringify(name)}:${JSON.stringify(value)}`;
  return sql<SqlBool>`replace(executions.custom_data, ${member}, '') <> executions.custom_data`;
};

const hasText = (text: string) => {
  const pattern = `%${escapedForLike(JSON.stringify(text).slice(1, -1))}%`;
  const inColumn = (column: string) => sql`lower(${sql.ref(column)}) like lower(${pattern}) escape '\\'`;
  const byId = /^#?\d{1,15}$/.test(text) ? sql`executions.id = ${Number(text.replace('#', ''))} or ` : sql``;
  return sql<SqlBool>`(${byId}${inColumn('executions.error')} or ${inColumn('executions.custom_data')})`;
};

const past = <O>(query: Executions<O>): Executions<O> =>
  query.where('executions.status', 'not in', current).where('executions.temporary', '=', 0);

type ColumnName = (typeof summaryColumns)[number] extends `executions.${infer Name}` ? Name : never;

interface SummaryRow extends Pick<Selectable<Database['executions']>, ColumnName> {
  listed_error: string | null;
  name: string;
}

const iso = (moment: number): string => new Date(moment).toISOString();

const failureOf = (text: string): FailureSummary => {
  const { name, message, node } = JSON.parse(text) as ExecutionError;
  return { name, message, ...(node === undefined ? {} : { node }) };
};

const toSummary = (row: SummaryRow): ExecutionSummary => ({
  id: String(row.id),
  workflowId: row.workflow_id === null ? null : String(row.workflow_id),
  workflowName: row.name,
  mode: row.mode as ExecutionMode,
  ...(row.trigger_type === null ? {} : { triggerType: row.trigger_type }),
  status: row.status as ExecutionStatus,
  finished: row.status === 'success',
  startedAt: iso(row.started_at),
  stoppedAt: row.stopped_at === null ? null : iso(row.stopped_at),
  waitTill: row.wait_till === null ? null : iso(row.wait_till),
  // Clients ask whether the keys are there, so null would say the opposite of what is meant.
  ...(row.retry_of === null ? {} : { retryOf: String(row.retry_of) }),
  ...(row.retry_success_id === null ? {} : { retrySuccessId: String(row.retry_success_id) }),
  ...(row.listed_error === null ? {} : { error: failureOf(row.listed_error) }),
  ...(row.custom_data === null ? {} : { customData: JSON.parse(row.custom_data) as Record<string, string> }),
});

/** A workflow is shown under its present name; one that was deleted or never saved under that of the run. */
const withNames = <O>(query: Executions<O>) =>
  query
    .innerJoin('workflow_versions', 'workflow_versions.id', 'executions.workflow_version_id')
    .leftJoin('workflows', 'workflows.id', 'executions.workflow_id')
    .select(({ fn }) => fn.coalesce('workflows.name', 'workflow_versions.name').as('name'));

const countRows = async <O>(query: Executions<O>): Promise<number> => {
  const { count } = await query.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return Number(count);
};

/** What there may be millions of is counted without reading the executions themselves. */
const isCountedByRest = (visible: RowFilter, { workflowId: _, finished, ...more }: ExecutionFilter): boolean =>
  visible === 'all' && finished !== false && Object.values(more).every((wanted) => wanted === undefined);

/**
 * Past are all but the few that are under way, and the few that are not to be kept; successful are of these all that neither wait nor have
 * failed. What is taken away has indexes of its own.
 */
const countByRest = async (db: Db, filter: ExecutionFilter): Promise<number> => {
  const everything = db.selectFrom('executions');
  const all = matching(everything, { workflowId: filter.workflowId });
  const few =
    filter.workflowId === undefined ? everything : everything.where(workflowAmongFew, '=', Number(filter.workflowId));
  const underWay = few
    .where('executions.stopped_at', 'is', null)
    .where('executions.status', 'in', current)
    .where('executions.temporary', '=', 0);
  const temporary = few.where('executions.temporary', '=', sql.lit(1));
  const others = [underWay, temporary];
  const kept = few.where('executions.temporary', '=', 0);
  if (filter.finished) others.push(kept.where(isWaiting), kept.where(isFailed));
  let count = await countRows(all);
  for (const some of others) count -= await countRows(some);
  return count;
};

/** Newest first. */
export const listPast = async (
  db: Db,
  visible: RowFilter,
  page: { filter: ExecutionFilter; limit: number; lastId?: string; firstId?: string },
): Promise<{ count: number; results: ExecutionSummary[] }> => {
  const { filter, limit, lastId, firstId } = page;
  const all = matching(
    past(visibleOnly(db.selectFrom('executions'), await withWorkflows(db, visible), filter)),
    filter,
  );
  const id = filter.waitTill ? idAmongFew : 'executions.id';
  let rows = withNames(all)
    .select([...summaryColumns, listedError])
    .orderBy(id, 'desc')
    .limit(limit);
  if (lastId !== undefined) rows = rows.where(id, '<', Number(lastId));
  if (firstId !== undefined) rows = rows.where(id, '>', Number(firstId));
  const count = await (isCountedByRest(visible, filter) ? countByRest(db, filter) : countRows(all));
  return { count, results: (await rows.execute()).map(toSummary) };
};

/** Newest first. */
export const listCurrent = async (
  db: Db,
  visible: RowFilter,
  filter: { workflowId?: string },
): Promise<ExecutionSummary[]> => {
  const running = matching(visibleOnly(db.selectFrom('executions'), await withWorkflows(db, visible)), filter)
    .where('executions.stopped_at', 'is', null)
    .where('executions.status', 'in', current);
  const rows = await withNames(running)
    .select([...summaryColumns, listedError])
    .orderBy('executions.id', 'desc')
    .execute();
  return rows.map(toSummary);
};

/** Whether an execution, or one that refers to files of it, is visible. */
export const seesFilesOf = async (db: Db, visible: RowFilter, ownerId: number): Promise<boolean> => {
  const seen = visibleOnly(db.selectFrom('executions'), visible).select('executions.id').limit(1);
  if (await seen.where('executions.id', '=', ownerId).executeTakeFirst()) return true;
  const users = db.selectFrom('file_uses').select('execution_id').where('owner_id', '=', ownerId);
  return (await seen.where('executions.id', 'in', users).executeTakeFirst()) !== undefined;
};

/** An execution without its node runs, with the texts that it is stored as. */
export interface StoredExecution {
  summary: ExecutionSummary;
  /** JSON of how the run started. */
  start: string;
  error: string | null;
  lastNode: string | null;
  /** JSON. */
  graph: string;
  /** JSON of StoredWait, while it waits. */
  wait: string | null;
  /** Waits before this one. */
  waitCount: number;
  parent: { executionId: string; node: string | undefined } | undefined;
}

/** Whose an execution is, with the role of the one who asks. */
const ownedColumns = (userId: string) =>
  [
    sql<string>`coalesce(workflows.owner_id, executions.owner_id)`.as('belongs_to'),
    shareRoleOf('executions.workflow_id', 'workflow', userId).as('share_role'),
  ] as const;

const ownedRow = ({
  belongs_to: ownerId,
  share_role: shareRole,
}: {
  belongs_to: string;
  share_role: OwnedRow['shareRole'];
}): OwnedRow => ({ ownerId, shareRole });

/** Whoever it belongs to. @param userId who asks */
export const findSummary = async (
  db: Db,
  userId: string,
  id: number,
): Promise<{ summary: ExecutionSummary; owned: OwnedRow } | undefined> => {
  const row = await withNames(db.selectFrom('executions'))
    .select([...summaryColumns, listedError])
    .select(ownedColumns(userId))
    .where('executions.id', '=', id)
    .executeTakeFirst();
  return row && { summary: toSummary(row), owned: ownedRow(row) };
};

/** As `findSummary`. */
export const findExecution = async (
  db: Db,
  userId: string,
  id: number,
): Promise<{ stored: StoredExecution; owned: OwnedRow } | undefined> => {
  const row = await withNames(db.selectFrom('executions'))
    .select([
      ...summaryColumns,
      listedError,
      'executions.start',
      'executions.error',
      'executions.last_node',
      'executions.wait',
      'executions.wait_count',
      'executions.parent_id',
      'executions.parent_node',
      'workflow_versions.graph',
    ])
    .select(ownedColumns(userId))
    .where('executions.id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { start, error, last_node: lastNode, graph, wait, parent_id: parentId, parent_node: parentNode } = row;
  const parent = parentId === null ? undefined : { executionId: String(parentId), node: parentNode ?? undefined };
  const stored = { summary: toSummary(row), start, error, lastNode, graph, wait, waitCount: row.wait_count, parent };
  return { stored, owned: ownedRow(row) };
};

export interface Deletion {
  ids?: readonly number[];
  /** Epoch milliseconds. */
  startedBefore?: number;
  filter: ExecutionFilter;
}

/** Past executions to delete; those under way, and those that such ones have called, are left out. */
const deletable = (db: Db, visible: RowFilter, { filter, startedBefore, ids }: Deletion) => {
  let query = matching(visibleOnly(db.selectFrom('executions'), visible, filter), filter)
    .where('executions.status', 'not in', current)
    .where((eb) => eb.not(hasLivingCaller(eb)))
    .select('executions.id');
  if (startedBefore !== undefined) query = query.where('executions.started_at', '<', startedBefore);
  if (ids) query = query.where('executions.id', 'in', ids);
  return query;
};

/** Ids of the next `limit` of them, after an id. */
export const findDeletable = async (
  db: Db,
  visible: RowFilter,
  deletion: Deletion,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> => {
  const query = deletable(db, visible, deletion)
    .where('executions.id', '>', after)
    .orderBy('executions.id')
    .limit(limit);
  return (await query.execute()).map(({ id }) => id);
};

/** Those of the ids that wait. */
export const findWaiting = async (db: Db, ids: readonly number[]): Promise<number[]> => {
  if (ids.length === 0) return [];
  const waiting = db.selectFrom('executions').select('id').where('id', 'in', ids).where('status', '=', 'waiting');
  return (await waiting.execute()).map(({ id }) => id);
};

/** Those of the ids that still may be deleted. @returns those that were */
export const deleteExecutions = async (db: Db, visible: RowFilter, ids: readonly number[]): Promise<number[]> => {
  if (ids.length === 0) return [];
  const still = deletable(db, visible, { ids, filter: {} });
  return (await db.deleteFrom('executions').where('id', 'in', still).returning('id').execute()).map(({ id }) => id);
};
