import type { Kysely } from 'kysely';
import type { Dialect } from '../migrate.ts';

/** Credentials, encrypted, and the sign-ins at services that have begun. */
export const up = async (db: Kysely<unknown>, { counter }: Dialect): Promise<void> => {
  await db.schema
    .createTable('credentials')
    .addColumn('id', counter.type, counter.build)
    .addColumn('owner_id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('data', 'text', (c) => c.notNull())
    .addColumn('key_id', 'text', (c) => c.notNull())
    .addColumn('nodes_access', 'text')
    .addColumn('revision', 'bigint', (c) => c.notNull().defaultTo(1))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('credentials_by_owner').on('credentials').columns(['owner_id', 'name']).execute();
  await db.schema.createIndex('credentials_by_key').on('credentials').column('key_id').execute();

  await db.schema
    .createTable('oauth_states')
    .addColumn('digest', 'text', (c) => c.primaryKey())
    .addColumn('credential_id', 'bigint', (c) => c.notNull().references('credentials.id').onDelete('cascade'))
    .addColumn('revision', 'bigint', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('session', 'text', (c) => c.notNull())
    .addColumn('data', 'text', (c) => c.notNull())
    .addColumn('key_id', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('oauth_states_by_credential').on('oauth_states').column('credential_id').execute();
};
