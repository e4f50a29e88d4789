import type { Kysely } from 'kysely';
import type { Dialect } from '../migrate.ts';

/** Triggers that are told what happens to their workflow and to the instance, and what has happened and was not told yet. */
export const up = async (db: Kysely<unknown>, { counter }: Dialect): Promise<void> => {
  await db.schema
    .createTable('lifecycle_triggers')
    .addColumn('workflow_id', 'bigint', (c) => c.notNull().references('workflows.id').onDelete('cascade'))
    .addColumn('node', 'text', (c) => c.notNull())
    .addColumn('events', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('lifecycle_triggers_pk', ['workflow_id', 'node'])
    .execute();

  await db.schema
    .createTable('lifecycle_events')
    .addColumn('id', counter.type, counter.build)
    .addColumn('workflow_id', 'bigint', (c) => c.notNull().references('workflows.id').onDelete('cascade'))
    .addColumn('node', 'text', (c) => c.notNull())
    .addColumn('event', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('lifecycle_events_by_workflow').on('lifecycle_events').column('workflow_id').execute();
};
