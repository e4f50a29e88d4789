import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import { ownershipColumns } from '../permissions/ownership.ts';
import type { Actor, RowFilter } from '../permissions/permissions.ts';
import { isAmong } from '../permissions/rows.ts';
import { tagsOfWorkflows } from '../tags/workflow-tags.ts';
import { latestPublished, type WorkflowRow } from './graph.ts';

type Db = Kysely<Database>;

const rowColumns = [
  'id',
  'owner_id',
  'name',
  'active',
  'graph',
  'static_data',
  'folder_id',
  'revision',
  'published_revision',
  'published_name',
  'published_graph',
  'created_at',
  'updated_at',
] as const;

/** Whoever it belongs to. @param user who asks */
export const findWorkflow = async (db: Db, user: Actor, id: number): Promise<WorkflowRow | undefined> => {
  const [row, tags] = await Promise.all([
    db
      .selectFrom('workflows')
      .select(rowColumns)
      .select(ownershipColumns('workflow', user.id))
      .where('id', '=', id)
      .executeTakeFirst(),
    tagsOfWorkflows(db, [id]),
  ]);
  return row && { ...row, tags: tags.get(id) ?? [] };
};

/** Names that start with `prefix`; on SQLite also those that differ in case. */
export const findNames = async (db: Db, rows: RowFilter, prefix: string): Promise<string[]> => {
  const pattern = `${prefix.replaceAll(/[\\%_]/g, '\\$&')}%`;
  let query = db.selectFrom('workflows').select('name').where(sql<boolean>`name like ${pattern} escape '\\'`);
  const isSeen = isAmong('workflows.id', 'workflow', rows);
  if (isSeen) query = query.where(isSeen);
  return (await query.execute()).map((row) => row.name);
};

export interface NewWorkflow {
  ownerId: string;
  name: string;
  active: boolean;
  graph: string;
  staticData: string | null;
  folderId?: number;
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
      folder_id: workflow.folderId ?? null,
      activation_error: null,
      created_at: workflow.now,
      updated_at: workflow.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/**
 * @param options.keepsRunning its triggers go on as they are, and so does what is known of their failure
 * @returns false when the row has changed (or gone) since `before` was read; nothing is written then.
 */
export const replaceWorkflow = async (
  db: Db,
  before: WorkflowRow,
  after: WorkflowRow,
  { keepsRunning }: { keepsRunning: boolean },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('workflows')
    .set({
      name: after.name,
      active: after.active,
      graph: after.graph,
      revision: after.revision,
      published_revision: after.published_revision,
      published_name: after.published_name,
      published_graph: after.published_graph,
      updated_at: after.updated_at,
      ...(keepsRunning ? {} : { activation_error: null }),
      // Runs write static data by themselves, so it is touched only where it is meant.
      ...(after.static_data === before.static_data ? {} : { static_data: after.static_data }),
    })
    .where('id', '=', before.id)
    .where('updated_at', '=', before.updated_at)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

export const deactivateWorkflow = async (db: Db, id: number): Promise<void> => {
  await db
    .updateTable('workflows')
    .set({ active: 0, ...latestPublished })
    .where('id', '=', id)
    .execute();
};

/** Its executions stay, and are those of whoever owns it now. */
export const deleteWorkflow = async (db: Db, { id, owner_id }: Pick<WorkflowRow, 'id' | 'owner_id'>): Promise<void> => {
  await db.updateTable('executions').set({ workflow_id: null, owner_id }).where('workflow_id', '=', id).execute();
  await db.deleteFrom('workflows').where('id', '=', id).execute();
};

/** JSON of {time, error} where the triggers of an active workflow could not be started. */
export const findActivationError = async (db: Db, id: number): Promise<string | null> => {
  const row = await db.selectFrom('workflows').select('activation_error').where('id', '=', id).executeTakeFirst();
  return row?.activation_error ?? null;
};
