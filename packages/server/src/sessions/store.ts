import type { Kysely, Selectable } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { UserRow } from '../users/user-row.ts';

type Db = Kysely<Database>;
export type SessionRow = Selectable<Database['sessions']>;

export const insertSession = async (db: Db, row: SessionRow): Promise<void> => {
  await db.insertInto('sessions').values(row).execute();
};

/** @returns the session with its user, unless it has expired */
export const findSession = async (
  db: Db,
  tokenHash: string,
  now: number,
): Promise<{ session: Pick<SessionRow, 'id' | 'used_at'>; user: UserRow } | undefined> => {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .selectAll('users')
    .select(['sessions.id as session_id', 'sessions.used_at'])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', now)
    .executeTakeFirst();
  if (!row) return undefined;
  const { session_id: id, used_at, ...user } = row;
  return { session: { id, used_at }, user };
};

/** @returns false where another request has done so at the same moment */
export const prolongSession = async (
  db: Db,
  { id, used_at }: Pick<SessionRow, 'id' | 'used_at'>,
  change: { used_at: number; expires_at: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set(change)
    .where('id', '=', id)
    .where('used_at', '=', used_at)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

export const listSessions = (db: Db, userId: string, now: number): Promise<SessionRow[]> =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('used_at', 'desc')
    .orderBy('id')
    .execute();

/** Which sessions end. */
export interface EndedSessions {
  userId?: string;
  id?: string;
  tokenHash?: string;
  /** Of the user, all but this one. */
  exceptId?: string;
}

/** @returns the ids of those that there were */
export const deleteSessions = async (db: Db, { userId, id, tokenHash, exceptId }: EndedSessions): Promise<string[]> => {
  let query = db.deleteFrom('sessions');
  if (userId !== undefined) query = query.where('user_id', '=', userId);
  if (id !== undefined) query = query.where('id', '=', id);
  if (tokenHash !== undefined) query = query.where('token_hash', '=', tokenHash);
  if (exceptId !== undefined) query = query.where('id', '!=', exceptId);
  const rows = await query.returning('id').execute();
  return rows.map((row) => row.id);
};

export const deleteExpiredSessions = async (db: Db, now: number): Promise<void> => {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
};

/** Of these sessions, those that there are. */
export const findLivingSessions = async (db: Db, ids: readonly string[], now: number): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', 'in', ids)
    .where('expires_at', '>', now)
    .execute();
  return new Set(rows.map(({ id }) => id));
};
