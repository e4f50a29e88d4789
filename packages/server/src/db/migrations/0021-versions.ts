import type { Kysely } from 'kysely';

/**
 * What each revision has changed becomes a list of versions: who made it, what people call it, and now and then the whole of it, so that each can be
 * made again from the whole before it. An active workflow may run as it was at another revision than its latest. What people have not saved yet is a
 * draft.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema.alterTable('workflow_changes').addColumn('author_id', 'text').execute();
  await db.schema.alterTable('workflow_changes').addColumn('name', 'text').execute();
  await db.schema
    .alterTable('workflow_changes')
    .addColumn('changes', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('workflow_changes').addColumn('snapshot', 'text').execute();

  await db.schema.alterTable('workflows').addColumn('published_revision', 'integer').execute();
  await db.schema.alterTable('workflows').addColumn('published_name', 'text').execute();
  await db.schema.alterTable('workflows').addColumn('published_graph', 'text').execute();

  await db.schema
    .createTable('workflow_drafts')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('workflow_id', 'bigint', (c) => c.references('workflows.id').onDelete('cascade'))
    .addColumn('content', 'text')
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('workflow_drafts_key', ['user_id', 'id'])
    .execute();
  await db.schema.createIndex('workflow_drafts_by_workflow').on('workflow_drafts').column('workflow_id').execute();
};
