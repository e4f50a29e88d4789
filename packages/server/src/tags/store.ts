import type { Kysely, Selectable } from 'kysely';
import type { Database } from '../db/schema.ts';
import { type Actor, can } from '../permissions/permissions.ts';
import { isAmong } from '../permissions/rows.ts';
import { nameKey } from '../platform/name-key.ts';

type Db = Kysely<Database>;

export type TagRow = Selectable<Database['tags']>;

/** By name. */
export const listTags = (db: Db): Promise<TagRow[]> =>
  db.selectFrom('tags').selectAll().orderBy('name_key').orderBy('id').execute();

export const findTag = (db: Db, id: number): Promise<TagRow | undefined> =>
  db.selectFrom('tags').selectAll().where('id', '=', id).executeTakeFirst();

export const findTagsByName = async (db: Db, names: readonly string[]): Promise<TagRow[]> =>
  names.length === 0 ? [] : db.selectFrom('tags').selectAll().where('name_key', 'in', names.map(nameKey)).execute();

export const countTags = async (db: Db): Promise<number> => {
  const { count } = await db
    .selectFrom('tags')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** @throws a unique violation where the name is taken */
export const insertTag = (db: Db, name: string, now: number): Promise<TagRow> =>
  db
    .insertInto('tags')
    .values({ name, name_key: nameKey(name), created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();

/** @throws a unique violation where the name is taken */
export const renameTag = (db: Db, id: number, name: string, now: number): Promise<TagRow> =>
  db
    .updateTable('tags')
    .set({ name, name_key: nameKey(name), updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export const deleteTag = async (db: Db, id: number): Promise<void> => {
  await db.deleteFrom('tags').where('id', '=', id).execute();
};

/** By the id of the tag: how many workflows have it that a user sees. Those that none has are missing. */
export const countUses = async (db: Db, user: Actor): Promise<Map<number, number>> => {
  const rows = can(user, 'list', 'workflow');
  if (rows === false) return new Map();
  const isSeen = isAmong('workflow_tags.workflow_id', 'workflow', rows);
  let query = db
    .selectFrom('workflow_tags')
    .select(({ fn }) => ['tag_id', fn.countAll<number>().as('count')])
    .groupBy('tag_id');
  if (isSeen) query = query.where(isSeen);
  return new Map((await query.execute()).map((row) => [row.tag_id, Number(row.count)]));
};
