import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { RowFilter } from '../permissions/permissions.ts';
import { nameKey } from '../platform/name-key.ts';

type Db = Kysely<Database>;

export type FolderRow = Selectable<Database['folders']>;

/** With whose it is, and how many workflows are in it. */
export interface ListedFolder extends FolderRow {
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  workflow_count: number;
}

/** By name. Undefined: those that a user may see; a number: the one with this id. */
export const listFolders = (db: Db, rows: RowFilter, id?: number): Promise<ListedFolder[]> => {
  let query = db
    .selectFrom('folders')
    .leftJoin('users', 'users.id', 'folders.owner_id')
    .selectAll('folders')
    .select(['users.first_name', 'users.last_name', 'users.email'])
    .select(sql<number>`(select count(*) from workflows where workflows.folder_id = folders.id)`.as('workflow_count'))
    .orderBy('folders.name_key')
    .orderBy('folders.id');
  if (rows !== 'all') query = query.where('folders.owner_id', '=', rows.userId);
  if (id !== undefined) query = query.where('folders.id', '=', id);
  return query.execute();
};

/** All folders of a user. */
export const foldersOf = (db: Db, ownerId: string): Promise<FolderRow[]> =>
  db.selectFrom('folders').selectAll().where('owner_id', '=', ownerId).orderBy('id').execute();

export const insertFolder = async (
  db: Db,
  { ownerId, parentId, name, now }: { ownerId: string; parentId: number | null; name: string; now: number },
): Promise<number> => {
  const { id } = await db
    .insertInto('folders')
    .values({
      owner_id: ownerId,
      parent_id: parentId,
      name,
      name_key: nameKey(name),
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

export const updateFolder = async (
  db: Db,
  id: number,
  { name, parentId, now }: { name: string; parentId: number | null; now: number },
): Promise<void> => {
  await db
    .updateTable('folders')
    .set({ name, name_key: nameKey(name), parent_id: parentId, updated_at: now })
    .where('id', '=', id)
    .execute();
};

/** Within a transaction: what is in it comes to where it was. */
export const deleteFolder = async (transaction: Db, { id, parent_id }: FolderRow): Promise<void> => {
  await transaction.updateTable('workflows').set({ folder_id: parent_id }).where('folder_id', '=', id).execute();
  await transaction.updateTable('folders').set({ parent_id }).where('parent_id', '=', id).execute();
  await transaction.deleteFrom('folders').where('id', '=', id).execute();
};

/** Within a transaction: until its end nobody else changes folders of this user. On SQLite a transaction writes alone in any case. */
export const lockFolders = async (transaction: Db, dialect: 'sqlite' | 'postgres', ownerId: string): Promise<void> => {
  if (dialect === 'postgres')
    await sql`select pg_advisory_xact_lock(hashtextextended(${`folders of ${ownerId}`}, 0))`.execute(transaction);
};
