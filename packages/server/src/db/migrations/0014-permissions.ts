import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../migrate.ts';

/**
 * Who may do what: shares of workflows and credentials, API keys, and the audit list. What is asked first is whose something is, so the indexes
 * of shares begin with the user.
 */
export const up = async (db: Kysely<unknown>, { counter }: Dialect): Promise<void> => {
  await db.schema
    .createTable('workflow_shares')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('workflow_id', 'bigint', (c) => c.notNull().references('workflows.id').onDelete('cascade'))
    .addColumn('role', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('workflow_shares_pk', ['user_id', 'workflow_id'])
    .execute();
  await db.schema
    .createIndex('workflow_shares_by_workflow')
    .on('workflow_shares')
    .columns(['workflow_id', 'user_id'])
    .execute();

  // Credentials have their table later; what deletes one deletes its shares.
  await db.schema
    .createTable('credential_shares')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('credential_id', 'bigint', (c) => c.notNull())
    .addColumn('role', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('credential_shares_pk', ['user_id', 'credential_id'])
    .execute();
  await db.schema
    .createIndex('credential_shares_by_credential')
    .on('credential_shares')
    .columns(['credential_id', 'user_id'])
    .execute();

  // Executions go by their workflow; only these by their own owner.
  await sql`create index executions_without_workflow on executions (owner_id, id) where workflow_id is null`.execute(
    db,
  );

  await db.schema
    .createTable('api_keys')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('scopes', 'text', (c) => c.notNull())
    .addColumn('hint', 'text', (c) => c.notNull())
    .addColumn('digest', 'text', (c) => c.notNull().unique())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('last_used_at', 'bigint')
    .execute();
  await db.schema.createIndex('api_keys_by_user').on('api_keys').columns(['user_id', 'created_at']).execute();

  // Without references: what was done is known when whoever did it, or what it was done to, is gone.
  await db.schema
    .createTable('audit_events')
    .addColumn('id', counter.type, counter.build)
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('user_id', 'text')
    .addColumn('user_name', 'text')
    .addColumn('api_key_id', 'text')
    .addColumn('resource', 'text', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('resource_id', 'text')
    .addColumn('name', 'text')
    .addColumn('details', 'text')
    .execute();
  for (const [name, columns] of Object.entries({
    audit_events_by_time: ['at'],
    audit_events_by_user: ['user_id', 'id'],
    audit_events_by_resource: ['resource', 'resource_id', 'id'],
    audit_events_by_action: ['resource', 'action', 'id'],
  }))
    await db.schema.createIndex(name).on('audit_events').columns(columns).execute();
};
