import type { ShareRole } from '@millrace/contract';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { OwnRows, RowFilter } from './permissions.ts';

/** Row filters as SQL, the same for both databases. */

export const tables = {
  workflow: { rows: 'workflows', shares: 'workflow_shares', id: 'workflow_id' },
  credential: { rows: 'credentials', shares: 'credential_shares', id: 'credential_id' },
  dataTable: { rows: 'data_tables', shares: 'data_table_shares', id: 'data_table_id' },
} as const;

export type SharedResource = keyof typeof tables;

/** Ids of the rows, from indexes that begin with the user. */
export const idsOf = (resource: SharedResource, { userId, roles }: OwnRows): RawBuilder<unknown> => {
  const { rows, shares, id } = tables[resource];
  const own = sql`select id from ${sql.table(rows)} where owner_id = ${userId}`;
  if (roles.length === 0) return own;
  return sql`${own} union all select ${sql.ref(id)} from ${sql.table(shares)} where user_id = ${userId} and role in (${sql.join(roles)})`;
};

/** Whether the id in a column is that of such a row. Undefined: every row is. */
export const isAmong = (
  column: string,
  resource: SharedResource,
  filter: RowFilter,
): RawBuilder<SqlBool> | undefined =>
  filter === 'all' ? undefined : sql<SqlBool>`${sql.ref(column)} in (${idsOf(resource, filter)})`;

/** The roles of all shares that a user has, by the id of the row. */
export const shareRolesOf = async (
  db: Kysely<Database>,
  resource: SharedResource,
  userId: string,
): Promise<Map<number, ShareRole>> => {
  const { shares, id } = tables[resource];
  const { rows } = await sql<{
    id: number;
    role: ShareRole;
  }>`select ${sql.ref(id)} as id, role from ${sql.table(shares)} where user_id = ${userId}`.execute(db);
  return new Map(rows.map((row) => [Number(row.id), row.role]));
};

/** With how many users rows are shared, by their ids; those that are shared with nobody are missing. */
export const shareCountsOf = async (db: Kysely<Database>, resource: SharedResource): Promise<Map<number, number>> => {
  const { shares, id } = tables[resource];
  const { rows } = await sql<{
    id: number;
    count: number;
  }>`select ${sql.ref(id)} as id, count(*) as count from ${sql.table(shares)} group by ${sql.ref(id)}`.execute(db);
  return new Map(rows.map((row) => [Number(row.id), Number(row.count)]));
};

/** The role of a user's share of the row whose id is in a column; null: they have none. */
export const shareRoleOf = (column: string, resource: SharedResource, userId: string): RawBuilder<ShareRole | null> => {
  const { shares, id } = tables[resource];
  return sql<ShareRole | null>`(select role from ${sql.table(shares)} where user_id = ${userId} and ${sql.ref(id)} = ${sql.ref(column)})`;
};
