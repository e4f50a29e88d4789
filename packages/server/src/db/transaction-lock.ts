import { PostgresAdapter, sql, type Transaction } from 'kysely';
import type { Database } from './schema.ts';

/** Any number that no other program takes as the first half of an advisory lock on the same database. */
const lockClass = 5_680_005;
const locks = { webhooks: 1, testWebhooks: 2 } as const;

/** Until the transaction ends, no other one comes past this. On SQLite a transaction writes alone in any case. */
export const holdLock = async (transaction: Transaction<Database>, lock: keyof typeof locks): Promise<void> => {
  if (!(transaction.getExecutor().adapter instanceof PostgresAdapter)) return;
  await sql`select pg_advisory_xact_lock(${sql.lit(lockClass)}, ${sql.lit(locks[lock])})`.execute(transaction);
};
