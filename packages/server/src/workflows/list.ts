import type { WorkflowFilter, WorkflowListing, WorkflowSummary, WorkflowsQuery } from '@millrace/contract';
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import { maySeeFolder } from '../folders/may-see.ts';
import { ownershipOf, ownershipOfList } from '../permissions/ownership.ts';
import { type Actor, can } from '../permissions/permissions.ts';
import { isAmong } from '../permissions/rows.ts';
import { tagsOfWorkflows } from '../tags/workflow-tags.ts';

type Db = Kysely<Database>;

interface Row {
  id: number;
  owner_id: string;
  name: string;
  active: 0 | 1;
  folder_id: number | null;
  created_at: number;
  updated_at: number;
}

const columns = ['id', 'owner_id', 'name', 'active', 'folder_id', 'created_at', 'updated_at'] as const;

/** Those that a user sees; undefined: none, ever. */
const seenBy = (db: Db, user: Actor): SelectQueryBuilder<Database, 'workflows', Row> | undefined => {
  const rows = can(user, 'list', 'workflow');
  if (rows === false) return undefined;
  const query = db.selectFrom('workflows').select(columns);
  const isSeen = isAmong('workflows.id', 'workflow', rows);
  return isSeen ? query.where(isSeen) : query;
};

/** @param ids whose tags are read; undefined: those of all workflows */
const summaries = async (
  db: Db,
  user: Actor,
  rows: readonly Row[],
  ids?: readonly number[],
): Promise<WorkflowSummary[]> => {
  const [ownership, tags] = await Promise.all([ownershipOfList(db, 'workflow', user.id), tagsOfWorkflows(db, ids)]);
  return rows.map((row) => ({
    id: String(row.id),
    name: row.name,
    active: row.active === 1,
    tags: tags.get(row.id) ?? [],
    folderId: row.folder_id === null || !maySeeFolder(user, row) ? null : String(row.folder_id),
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
    ...ownershipOf(user, 'workflow', ownership(row)),
  }));
};

/** Newest change first. */
export const listWorkflows = async (db: Db, user: Actor, filter: WorkflowFilter = {}): Promise<WorkflowSummary[]> => {
  let query = seenBy(db, user)?.orderBy('updated_at', 'desc').orderBy('id', 'desc');
  if (!query) return [];
  if (filter.active !== undefined) query = query.where('active', '=', filter.active ? 1 : 0);
  if (filter.name !== undefined) query = query.where('name', '=', filter.name);
  return summaries(db, user, await query.execute());
};

/** Ids of the active workflows that a user sees. */
export const listActive = async (db: Db, user: Actor): Promise<number[]> =>
  (await (seenBy(db, user)?.where('active', '=', 1).execute() ?? [])).map(({ id }) => id);

/** The latest of a workflow's executions that are kept: few steps of the index over both. */
const lastExecution = sql<number>`(select executions.id from executions where executions.workflow_id = workflows.id and executions.temporary = 0 order by executions.id desc limit 1)`;

const lastExecutionsOf = async (db: Db, ids: readonly number[]) => {
  if (ids.length === 0) return new Map<number, WorkflowListing['lastExecution']>();
  const rows = await db
    .selectFrom('workflows')
    .innerJoin('executions', (join) => join.on('executions.id', '=', lastExecution))
    .select([
      'workflows.id as workflow_id',
      'executions.id',
      'executions.status',
      'executions.started_at',
      'executions.stopped_at',
    ])
    .where('workflows.id', 'in', ids)
    .execute();
  return new Map(
    rows.map((row) => [
      row.workflow_id,
      {
        id: String(row.id),
        status: row.status,
        startedAt: new Date(row.started_at).toISOString(),
        stoppedAt: row.stopped_at === null ? null : new Date(row.stopped_at).toISOString(),
      } as NonNullable<WorkflowListing['lastExecution']>,
    ]),
  );
};

export interface PageRequest {
  filter?: WorkflowsQuery;
  sort: 'name' | 'createdAt' | 'updatedAt';
  direction: 'asc' | 'desc';
  offset: number;
  limit: number;
}

const matching = (
  query: SelectQueryBuilder<Database, 'workflows', Row>,
  filter: WorkflowsQuery,
): SelectQueryBuilder<Database, 'workflows', Row> => {
  let result = query;
  if (filter.folder === 'none') result = result.where('folder_id', 'is', null);
  else if (filter.folder !== undefined) result = result.where('folder_id', '=', Number(filter.folder));
  if (filter.owner !== undefined) result = result.where('owner_id', '=', filter.owner);
  if (filter.active !== undefined) result = result.where('active', '=', filter.active ? 1 : 0);
  for (const tag of new Set(filter.tags))
    result = result.where('id', 'in', ({ selectFrom }) =>
      selectFrom('workflow_tags').select('workflow_id').where('tag_id', '=', Number(tag)),
    );
  if (filter.lastExecution !== undefined)
    result = result.where(
      sql<string>`(select executions.status from executions where executions.id = ${lastExecution})`,
      '=',
      filter.lastExecution,
    );
  return result;
};

const folded = (text: string): string => text.normalize('NFC').toLowerCase();
const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

const orders: Record<PageRequest['sort'], (a: Row, b: Row) => number> = {
  name: (a, b) => byName.compare(a.name, b.name),
  createdAt: (a, b) => a.created_at - b.created_at,
  updatedAt: (a, b) => a.updated_at - b.updated_at,
};

interface Page {
  count: number;
  page: readonly Row[];
}

type Seen = SelectQueryBuilder<Database, 'workflows', Row>;

const columnsOfTimes = { createdAt: 'created_at', updatedAt: 'updated_at' } as const;

/** By time, of those that are found without their names: nothing but the page is read. */
const pageByTime = async (
  seen: Seen,
  { sort, direction, offset, limit }: PageRequest & { sort: keyof typeof columnsOfTimes },
): Promise<Page> => {
  const [{ count }, page] = await Promise.all([
    seen
      .clearSelect()
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
    seen.orderBy(columnsOfTimes[sort], direction).orderBy('id', 'desc').limit(limit).offset(offset).execute(),
  ]);
  return { count: Number(count), page };
};

/** Names are searched and sorted here and not by the database, so that letters beyond ASCII are found and sorted the same in both. */
const pageByName = async (seen: Seen, { filter, sort, direction, offset, limit }: PageRequest): Promise<Page> => {
  const words = folded(filter?.search ?? '').split(/\s+/);
  const found = (await seen.execute()).filter(({ name }) => {
    const text = folded(name);
    return words.every((word) => text.includes(word));
  });
  const order = orders[sort];
  found.sort((a, b) => (direction === 'asc' ? order(a, b) : order(b, a)) || b.id - a.id);
  return { count: found.length, page: found.slice(offset, offset + limit) };
};

/** A page of the workflows that a user sees. */
export const searchWorkflows = async (
  db: Db,
  user: Actor,
  request: PageRequest,
): Promise<{ count: number; workflows: WorkflowListing[] }> => {
  const { filter = {}, sort } = request;
  const all = seenBy(db, user);
  if (!all) return { count: 0, workflows: [] };
  const seen = matching(all, filter);
  const isSearched = (filter.search ?? '').trim() !== '';
  const { count, page } = await (sort === 'name' || isSearched
    ? pageByName(seen, request)
    : pageByTime(seen, { ...request, sort }));
  const ids = page.map(({ id }) => id);
  const [shown, last] = await Promise.all([summaries(db, user, page, ids), lastExecutionsOf(db, ids)]);
  return {
    count,
    workflows: shown.map((workflow) => ({ ...workflow, lastExecution: last.get(Number(workflow.id)) ?? null })),
  };
};
