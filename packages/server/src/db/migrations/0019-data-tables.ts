import type { Kysely } from 'kysely';
import type { Dialect } from '../migrate.ts';

/**
 * Data tables: what they are called and made of, with whom they are shared, and what nodes have written into them. The rows of each are in a table of
 * its own, which is made with it.
 */
export const up = async (db: Kysely<unknown>, { counter }: Dialect): Promise<void> => {
  await db.schema
    .createTable('data_tables')
    .addColumn('id', counter.type, counter.build)
    .addColumn('owner_id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('row_count', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('size', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('data_tables_names', ['owner_id', 'name'])
    .execute();

  await db.schema
    .createTable('data_table_columns')
    .addColumn('id', counter.type, counter.build)
    .addColumn('data_table_id', 'bigint', (c) => c.notNull().references('data_tables.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('position', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('data_table_columns_names', ['data_table_id', 'name'])
    .execute();

  await db.schema
    .createTable('data_table_shares')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('data_table_id', 'bigint', (c) => c.notNull().references('data_tables.id').onDelete('cascade'))
    .addColumn('role', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('data_table_shares_pk', ['user_id', 'data_table_id'])
    .execute();
  await db.schema
    .createIndex('data_table_shares_by_table')
    .on('data_table_shares')
    .columns(['data_table_id', 'user_id'])
    .execute();

  await db.schema
    .createTable('data_table_writes')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('execution_id', 'bigint', (c) => c.notNull())
    .addColumn('result', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('data_table_writes_by_time').on('data_table_writes').column('created_at').execute();
};
