import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../migrate.ts';

export const up = async (db: Kysely<unknown>, { counter, dialect }: Dialect): Promise<void> => {
  await db.schema
    .createTable('instance')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('users')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('email', 'text', (c) => c.unique())
    .addColumn('first_name', 'text')
    .addColumn('last_name', 'text')
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('workflows')
    .addColumn('id', counter.type, counter.build)
    .addColumn('owner_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('active', 'smallint', (c) => c.notNull())
    .addColumn('graph', 'text', (c) => c.notNull())
    .addColumn('static_data', 'text')
    .addColumn('activation_error', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('workflows_by_owner').on('workflows').columns(['owner_id', 'updated_at']).execute();

  await db.schema
    .createTable('workflow_versions')
    .addColumn('id', counter.type, counter.build)
    .addColumn('workflow_id', 'bigint', (c) => c.references('workflows.id').onDelete('set null'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('graph', 'text', (c) => c.notNull())
    .addColumn('digest', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('workflow_versions_once', ['workflow_id', 'digest'])
    .execute();

  await db.schema
    .createTable('executions')
    .addColumn('id', counter.type, counter.build)
    .addColumn('workflow_id', 'bigint', (c) => c.references('workflows.id').onDelete('set null'))
    .addColumn('workflow_version_id', 'bigint', (c) => c.notNull().references('workflow_versions.id'))
    .addColumn('owner_id', 'text', (c) => c.notNull())
    .addColumn('mode', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('started_at', 'bigint', (c) => c.notNull())
    .addColumn('stopped_at', 'bigint')
    .addColumn('wait_till', 'bigint')
    .addColumn('retry_of', 'bigint')
    .addColumn('retry_success_id', 'bigint')
    .addColumn('start', 'text', (c) => c.notNull())
    .addColumn('error', 'text')
    .addColumn('last_node', 'text')
    .addColumn('worker', 'text')
    .addColumn('temporary', 'smallint', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex('executions_by_workflow').on('executions').columns(['workflow_id', 'id']).execute();
  // Only what has not ended is looked up by status, so the index stays small however many executions are kept.
  await sql`create index executions_unfinished on executions (status, id) where stopped_at is null`.execute(db);
  await sql`create index executions_temporary on executions (workflow_id) where temporary = 1`.execute(db);

  await db.schema
    .createTable('execution_nodes')
    .addColumn('execution_id', 'bigint', (c) => c.notNull().references('executions.id').onDelete('cascade'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('node', 'text', (c) => c.notNull())
    .addColumn('task', 'text', (c) => c.notNull())
    .addColumn('data', 'text')
    .addPrimaryKeyConstraint('execution_nodes_pk', ['execution_id', 'position'])
    .$call((table) => (dialect === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table))
    .execute();

  await db.schema
    .createTable('webhooks')
    .addColumn('workflow_id', 'bigint', (c) => c.notNull().references('workflows.id').onDelete('cascade'))
    .addColumn('node', 'text', (c) => c.notNull())
    .addColumn('method', 'text', (c) => c.notNull())
    .addColumn('path', 'text', (c) => c.notNull())
    .addColumn('spec', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('webhooks_pk', ['method', 'path'])
    .execute();
  await db.schema.createIndex('webhooks_by_workflow').on('webhooks').column('workflow_id').execute();

  await db.schema
    .createTable('schedules')
    .addColumn('workflow_id', 'bigint', (c) => c.notNull().references('workflows.id').onDelete('cascade'))
    .addColumn('node', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('spec', 'text', (c) => c.notNull())
    .addColumn('timezone', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('schedules_pk', ['workflow_id', 'node', 'position'])
    .execute();
};
