import type { Kysely, Selectable } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { User } from './access.ts';

export const toUser = (row: Selectable<Database['users']>): User => ({
  id: row.id,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  role: row.role,
  createdAt: new Date(row.created_at).toISOString(),
  updatedAt: new Date(row.updated_at).toISOString(),
});

export const findUser = (db: Kysely<Database>, id: string): Promise<Selectable<Database['users']> | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();

/** The first user of the instance, or undefined on a new one. */
export const findFirstUser = async (db: Kysely<Database>): Promise<User | undefined> => {
  const row = await db.selectFrom('users').selectAll().orderBy('created_at').orderBy('id').limit(1).executeTakeFirst();
  return row && toUser(row);
};

export const insertDefaultUser = async (db: Kysely<Database>, id: string, now: number): Promise<void> => {
  await db
    .insertInto('users')
    .values({ id, email: null, first_name: null, last_name: null, role: 'default', created_at: now, updated_at: now })
    .execute();
};
