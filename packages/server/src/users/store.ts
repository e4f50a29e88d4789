import type { Kysely, Updateable } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { UserRow } from './user-row.ts';

type Db = Kysely<Database>;

/**
 * What addresses are compared by. Letters that only look like others in some alphabet stay others; those that Unicode holds for the same are.
 * Mails go to the address that is stored, never to one that was typed.
 */
export const emailKey = (email: string): string => email.trim().normalize('NFKC').toLowerCase();

/** The owner, or the default user where there is none yet; undefined on a new instance. */
export const findFirstUser = (db: Db): Promise<UserRow | undefined> =>
  db
    .selectFrom('users')
    .selectAll()
    .where('role', 'in', ['owner', 'default'])
    .orderBy('role', 'desc')
    .limit(1)
    .executeTakeFirst();

export const findUser = (db: Db, id: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();

export const findUserByEmail = (db: Db, email: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('email_key', '=', emailKey(email)).executeTakeFirst();

/** The owner, then the others, oldest first. */
export const listUsers = (db: Db): Promise<UserRow[]> =>
  db.selectFrom('users').selectAll().orderBy('role', 'desc').orderBy('created_at').orderBy('email_key').execute();

/** The one user of a new instance. Several processes may start at once: the first of them names it. */
export const ensureFirstUser = async (db: Db, id: string, now: number): Promise<void> => {
  if (await findFirstUser(db)) return;
  await db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('instance')
      .values({ key: 'firstUser', value: id })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute();
    const first = await transaction
      .selectFrom('instance')
      .select('value')
      .where('key', '=', 'firstUser')
      .executeTakeFirstOrThrow();
    await insertUser(transaction, { id: first.value, role: 'default', email: null, now });
  });
};

/** Does nothing where there is a user with this id. @throws a unique violation for an address that someone has */
export const insertUser = async (
  db: Db,
  user: { id: string; role: UserRow['role']; email: string | null; now: number },
): Promise<void> => {
  const { id, role, email, now } = user;
  const email_key = email === null ? null : emailKey(email);
  await db
    .insertInto('users')
    .values({ id, role, email, email_key, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
};

/** @returns the user as it is now, or undefined where there is none that also has what `where` says */
export const updateUser = async (
  db: Db,
  id: string,
  change: Omit<Updateable<Database['users']>, 'id' | 'email_key' | 'created_at'> & { updated_at: number },
  where: Partial<Pick<UserRow, 'role' | 'password_hash'>> = {},
): Promise<UserRow | undefined> => {
  const email = change.email;
  const key = email === undefined ? {} : { email_key: email === null ? null : emailKey(email) };
  let query = db
    .updateTable('users')
    .set({ ...change, ...key })
    .where('id', '=', id);
  for (const [column, value] of Object.entries(where))
    query = query.where(sql.ref(column), value === null ? 'is' : '=', value);
  return query.returningAll().executeTakeFirst();
};

export const deleteUser = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('users').where('id', '=', id).execute();
};
