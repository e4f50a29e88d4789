import type { Kysely } from 'kysely';
import type { Dialect } from '../migrate.ts';

/**
 * Triggers that are more than an address or a time: they judge calls, look for news, keep connections, and tell services where to call. What has
 * started an execution that is not kept says which, so that whoever brings the same event again can be told.
 */
export const up = async (db: Kysely<unknown>, { counter }: Dialect): Promise<void> => {
  const flag = { webhooks: 'receives', schedules: 'polls' };
  for (const [table, column] of Object.entries(flag))
    await db.schema
      .alterTable(table)
      .addColumn(column, 'smallint', (c) => c.notNull().defaultTo(0))
      .execute();

  await db.schema
    .createTable('listeners')
    .addColumn('workflow_id', 'bigint', (c) => c.notNull().references('workflows.id').onDelete('cascade'))
    .addColumn('node', 'text', (c) => c.notNull())
    .addColumn('digest', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('listeners_pk', ['workflow_id', 'node'])
    .execute();

  await db.schema
    .createTable('registrations')
    .addColumn('id', counter.type, counter.build)
    .addColumn('workflow_id', 'bigint')
    .addColumn('node', 'text', (c) => c.notNull())
    .addColumn('test', 'text')
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('digest', 'text', (c) => c.notNull())
    .addColumn('urls', 'text')
    .addColumn('subject', 'text')
    .addColumn('static_data', 'text')
    .addColumn('try_at', 'bigint')
    .addColumn('failures', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('failure', 'text')
    .execute();
  await db.schema.createIndex('registrations_by_workflow').on('registrations').column('workflow_id').execute();

  await db.schema
    .createTable('trigger_states')
    .addColumn('workflow_id', 'bigint', (c) => c.notNull().references('workflows.id').onDelete('cascade'))
    .addColumn('node', 'text', (c) => c.notNull())
    .addColumn('part', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('since', 'bigint', (c) => c.notNull())
    .addColumn('message', 'text')
    .addColumn('next_try', 'bigint')
    .addPrimaryKeyConstraint('trigger_states_pk', ['workflow_id', 'node', 'part'])
    .execute();

  await db.schema.alterTable('used_idempotency_keys').addColumn('execution_id', 'bigint').execute();
  await db.schema.alterTable('used_idempotency_keys').addColumn('status', 'text').execute();
};
