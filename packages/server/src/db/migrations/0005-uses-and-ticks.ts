import { type Kysely, sql } from 'kysely';

/**
 * What outlives the row of an execution that is not kept: what it has given to its caller, files that other executions refer to, and that its
 * tick has started it.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema.alterTable('executions').addColumn('call_result', 'text').execute();
  await sql`create index executions_called on executions (parent_id) where call_result is not null`.execute(db);

  await db.schema
    .createTable('file_uses')
    .addColumn('execution_id', 'bigint', (c) => c.notNull().references('executions.id').onDelete('cascade'))
    .addColumn('owner_id', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('file_uses_pk', ['execution_id', 'owner_id'])
    .execute();
  await db.schema.createIndex('file_uses_by_owner').on('file_uses').column('owner_id').execute();

  await db.schema
    .createTable('fired_ticks')
    .addColumn('tick', 'text', (c) => c.primaryKey())
    .addColumn('ended_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('fired_ticks_by_end').on('fired_ticks').column('ended_at').execute();
};
