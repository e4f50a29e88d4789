import type { Kysely } from 'kysely';

/** Users have passwords, sessions, settings and one-time links; attempts to guess what opens an account are counted. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const column of ['email_key', 'password_hash', 'settings', 'personalization_answers'])
    await db.schema.alterTable('users').addColumn(column, 'text').execute();
  await db.schema.createIndex('users_by_email_key').unique().on('users').column('email_key').execute();

  await db.schema
    .createTable('sessions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('used_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('user_agent', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('sessions_by_user').on('sessions').column('user_id').execute();
  await db.schema.createIndex('sessions_by_end').on('sessions').column('expires_at').execute();

  await db.schema
    .createTable('user_tokens')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_by', 'text')
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('user_tokens_by_user').on('user_tokens').column('user_id').execute();

  await db.schema
    .createTable('attempts')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('count', 'integer', (c) => c.notNull())
    .addColumn('forgotten_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('attempts_by_end').on('attempts').column('forgotten_at').execute();
};
