import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import { lease } from './registry.ts';

/* Which processes live, as PostgreSQL sees it by its own clock. */

/** Epoch milliseconds. */
export const databaseNow = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

/** Of a row of `processes`. */
export const isLiving = `seen_at > ${databaseNow} - ${lease.lifetime}::bigint`;

export const livingProcesses = async (db: Kysely<Database>): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`select id from processes where ${sql.raw(isLiving)}`.execute(db);
  return rows.map(({ id }) => id);
};
