import type { WorkflowFilter, WorkflowSummary } from '@millrace/contract';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Visible } from '../users/access.ts';
import type { WorkflowRow } from './graph.ts';

type Db = Kysely<Database>;

const rowColumns = [
  'id',
  'owner_id',
  'name',
  'active',
  'graph',
  'static_data',
  'revision',
  'created_at',
  'updated_at',
] as const;

export const listWorkflows = async (
  db: Db,
  visible: Visible,
  filter: WorkflowFilter = {},
): Promise<WorkflowSummary[]> => {
  let query = db
    .selectFrom('workflows')
    .select(['id', 'name', 'active', 'created_at', 'updated_at'])
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc');
  if (visible.owner === 'one') query = query.where('owner_id', '=', visible.userId);
  if (filter.active !== undefined) query = query.where('active', '=', filter.active ? 1 : 0);
  if (filter.name !== undefined) query = query.where('name', '=', filter.name);
  const rows = await query.execute();
  return rows.map((row) => ({
    id: String(row.id),
    name: row.name,
    active: row.active === 1,
    tags: [],
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  }));
};

export const findWorkflow = async (db: Db, visible: Visible, id: number): Promise<WorkflowRow | undefined> => {
  const query = db.selectFrom('workflows').select(rowColumns).where('id', '=', id);
  return visible.owner === 'one'
    ? query.where('owner_id', '=', visible.userId).executeTakeFirst()
    : query.executeTakeFirst();
};

/** Names that start with `prefix`; on SQLite also those that differ in case. */
export const findNames = async (db: Db, visible: Visible, prefix: string): Promise<string[]> => {
  const pattern = `${prefix.replaceAll(/[\\%_]/g, '\\$&')}%`;
  let query = db.selectFrom('workflows').select('name').where(sql<boolean>`name like ${pattern} escape '\\'`);
  if (visible.owner === 'one') query = query.where('owner_id', '=', visible.userId);
  return (await query.execute()).map((row) => row.name);
};

export interface NewWorkflow {
  ownerId: string;
  name: string;
  active: boolean;
  graph: string;
  staticData: string | null;
  now: number;
}

export const insertWorkflow = async (db: Db, workflow: NewWorkflow): Promise<number> => {
  const { id } = await db
    .insertInto('workflows')
    .values({
      owner_id: workflow.ownerId,
      name: workflow.name,
      active: workflow.active ? 1 : 0,
      graph: workflow.graph,
      static_data: workflow.staticData,
      activation_error: null,
      created_at: workflow.now,
      updated_at: workflow.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** @returns false when the row has changed (or gone) since `before` was read; nothing is written then. */
export const replaceWorkflow = async (db: Db, before: WorkflowRow, after: WorkflowRow): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('workflows')
    .set({
      name: after.name,
      active: after.active,
      graph: after.graph,
      revision: after.revision,
      updated_at: after.updated_at,
      activation_error: null,
      // Runs write static data by themselves, so it is touched only where it is meant.
      ...(after.static_data === before.static_data ? {} : { static_data: after.static_data }),
    })
    .where('id', '=', before.id)
    .where('updated_at', '=', before.updated_at)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

export const deactivateWorkflow = async (db: Db, id: number): Promise<void> => {
  await db.updateTable('workflows').set({ active: 0 }).where('id', '=', id).execute();
};

export const deleteWorkflow = async (db: Db, id: number): Promise<void> => {
  await db.deleteFrom('workflows').where('id', '=', id).execute();
};

/** JSON of {time, error} where the triggers of an active workflow could not be started. */
export const findActivationError = async (db: Db, id: number): Promise<string | null> => {
  const row = await db.selectFrom('workflows').select('activation_error').where('id', '=', id).executeTakeFirst();
  return row?.activation_error ?? null;
};
