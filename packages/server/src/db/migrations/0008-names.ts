import { type Kysely, sql } from 'kysely';

/** Columns and tables get the names that their contents have everywhere else. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema.alterTable('executions').renameColumn('worker', 'process_id').execute();
  await db.schema.alterTable('executions').renameColumn('tick', 'idempotency_key').execute();
  await sql`drop index executions_once_a_tick`.execute(db);
  await sql`
    create unique index executions_by_idempotency_key on executions (idempotency_key) where idempotency_key is not null
  `.execute(db);
  await db.schema.alterTable('fired_ticks').renameTo('used_idempotency_keys').execute();
  await db.schema.alterTable('used_idempotency_keys').renameColumn('tick', 'key').execute();
};
