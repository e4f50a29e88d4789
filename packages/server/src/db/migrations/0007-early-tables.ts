import type { Kysely } from 'kysely';

/**
 * Migration 2 was changed in the days before migrations were frozen: a database from then lacks the column that was put into it later. All
 * others have it, and stay as they are.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const tables = await db.introspection.getTables();
  const columns = tables.find(({ name }) => name === 'executions')?.columns ?? [];
  if (columns.some(({ name }) => name === 'elapsed')) return;
  await db.schema
    .alterTable('executions')
    .addColumn('elapsed', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
};
