import type { Kysely } from 'kysely';

/** Packages of nodes that the owner has installed. Each process has them on its own disk, or gets them there by the lock. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('packages')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('version', 'text', (c) => c.notNull())
    .addColumn('lock', 'text', (c) => c.notNull())
    .addColumn('installed_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute();
};
