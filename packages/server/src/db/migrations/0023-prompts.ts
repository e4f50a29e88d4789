import type { Kysely } from 'kysely';
import type { Dialect } from '../migrate.ts';

/** What people were asked, and what they have answered. */
export const up = async (db: Kysely<unknown>, { counter }: Dialect): Promise<void> => {
  await db.schema
    .createTable('prompts')
    .addColumn('id', counter.type, counter.build)
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('question', 'text', (c) => c.notNull())
    .addColumn('asked_at', 'bigint', (c) => c.notNull())
    .addColumn('answered_at', 'bigint')
    .addColumn('value', 'integer')
    .addColumn('email', 'text')
    .execute();
  await db.schema.createIndex('prompts_by_user').on('prompts').columns(['user_id', 'question', 'id']).execute();
};
