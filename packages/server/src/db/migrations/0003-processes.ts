import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Dialect } from '../migrate.ts';

/** What the processes of an instance share besides runs: large messages on their way, and editors that wait for a test call. */
export const up = async (db: Kysely<unknown>, { dialect }: Dialect): Promise<void> => {
  if (dialect === 'postgres')
    await sql`create unlogged table bus_messages (key text primary key, body text not null, created_at bigint not null)`.execute(
      db,
    );

  await db.schema
    .createTable('test_webhooks')
    .addColumn('workflow', 'text', (c) => c.notNull())
    .addColumn('method', 'text', (c) => c.notNull())
    .addColumn('path', 'text', (c) => c.notNull())
    .addColumn('spec', 'text', (c) => c.notNull())
    .addColumn('run', 'text', (c) => c.notNull())
    .addColumn('session_id', 'text')
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('test_webhooks_pk', ['method', 'path'])
    .execute();
  await db.schema.createIndex('test_webhooks_by_workflow').on('test_webhooks').column('workflow').execute();
};
