import type { Share, ShareRole } from '@millrace/contract';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { OwnedRow } from '../permissions/permissions.ts';
import { type SharedResource, shareRoleOf, tables } from '../permissions/rows.ts';

type Db = Kysely<Database>;

export interface SharedRow extends OwnedRow {
  name: string;
}

/** @param userId who asks */
export const findSharedRow = async (
  db: Db,
  resource: SharedResource,
  id: number,
  userId: string,
): Promise<SharedRow | undefined> => {
  const { rows } = tables[resource];
  const { rows: found } = await sql<{ owner_id: string; name: string; share_role: ShareRole | null }>`
    select owner_id, name, ${shareRoleOf(`${rows}.id`, resource, userId)} as share_role
    from ${sql.table(rows)} where id = ${id}`.execute(db);
  const row = found[0];
  return row && { ownerId: row.owner_id, name: row.name, shareRole: row.share_role };
};

export const listShares = async (db: Db, resource: SharedResource, id: number): Promise<Share[]> => {
  const { shares, id: column } = tables[resource];
  const { rows } = await sql<Share>`
    select users.id as "userId", role_of.role as role, users.first_name as "firstName", users.last_name as "lastName", users.email as email
    from ${sql.table(shares)} as role_of join users on users.id = role_of.user_id
    where ${sql.ref(`role_of.${column}`)} = ${id}
    order by users.email, users.id`.execute(db);
  return rows;
};

export const replaceShares = async (
  db: Db,
  resource: SharedResource,
  id: number,
  shares: readonly { userId: string; role: ShareRole }[],
): Promise<void> => {
  const { shares: table, id: column } = tables[resource];
  await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(db);
  for (const { userId, role } of shares)
    await sql`insert into ${sql.table(table)} (user_id, ${sql.ref(column)}, role) values (${userId}, ${id}, ${role})`.execute(
      db,
    );
};

/** Those of the users that there are and that have signed up. */
export const findShareable = async (db: Db, ids: readonly string[]): Promise<Set<string>> => {
  if (ids.length === 0) return new Set();
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ids)
    .where('first_name', 'is not', null)
    .execute();
  return new Set(found.map(({ id }) => id));
};
