import type { Kysely } from 'kysely';

/** How often the templates that come with the product were looked at, which are files. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('template_views')
    .addColumn('template_id', 'bigint', (c) => c.primaryKey().notNull())
    .addColumn('views', 'bigint', (c) => c.notNull())
    .execute();
};
