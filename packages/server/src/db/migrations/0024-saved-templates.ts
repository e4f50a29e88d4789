import type { Kysely } from 'kysely';
import type { Dialect } from '../migrate.ts';

/** Templates that were made of workflows of the instance. */
export const up = async (db: Kysely<unknown>, { counter }: Dialect): Promise<void> => {
  await db.schema
    .createTable('saved_templates')
    .addColumn('id', counter.type, counter.build)
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('categories', 'text', (c) => c.notNull())
    .addColumn('node_types', 'text', (c) => c.notNull())
    .addColumn('graph', 'text', (c) => c.notNull())
    .addColumn('author_id', 'text', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute();
};
