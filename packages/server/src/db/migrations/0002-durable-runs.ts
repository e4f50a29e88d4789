import { type Kysely, sql } from 'kysely';

/** What it takes to go on with a run elsewhere: who owns it, what was under way, what it waits for, and its items in pieces. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const texts = ['origin', 'session_id', 'in_flight', 'wait', 'resumption', 'progress', 'custom_data', 'tick'] as const;
  for (const name of texts) await db.schema.alterTable('executions').addColumn(name, 'text').execute();
  for (const name of ['attempt', 'wait_count', 'elapsed'] as const)
    await db.schema
      .alterTable('executions')
      .addColumn(name, 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
  await db.schema.alterTable('executions').addColumn('parent_id', 'bigint').execute();
  await db.schema.alterTable('executions').addColumn('parent_node', 'text').execute();
  await sql`create unique index executions_once_a_tick on executions (tick) where tick is not null`.execute(db);
  await sql`create index executions_waiting on executions (wait_till) where status = 'waiting'`.execute(db);

  await db.schema.alterTable('execution_nodes').addColumn('outputs', 'text').execute();
  await db.schema
    .createTable('execution_items')
    .addColumn('execution_id', 'bigint', (c) => c.notNull().references('executions.id').onDelete('cascade'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('connection', 'text', (c) => c.notNull())
    .addColumn('output', 'integer', (c) => c.notNull())
    .addColumn('chunk', 'integer', (c) => c.notNull())
    .addColumn('first_item', 'integer', (c) => c.notNull())
    .addColumn('item_count', 'integer', (c) => c.notNull())
    .addColumn('items', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('execution_items_pk', ['execution_id', 'position', 'connection', 'output', 'chunk'])
    .execute();

  await db.schema
    .createTable('processes')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('started_at', 'bigint', (c) => c.notNull())
    .addColumn('seen_at', 'bigint', (c) => c.notNull())
    .execute();
};
