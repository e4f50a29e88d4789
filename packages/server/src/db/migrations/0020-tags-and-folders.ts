import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../migrate.ts';

/** What workflows are found by: tags, which belong to everyone, and folders, which belong to the owner of the workflows in them. */
export const up = async (db: Kysely<unknown>, { counter }: Dialect): Promise<void> => {
  await db.schema
    .createTable('tags')
    .addColumn('id', counter.type, counter.build)
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('name_key', 'text', (c) => c.notNull().unique())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('workflow_tags')
    .addColumn('workflow_id', 'bigint', (c) => c.notNull().references('workflows.id').onDelete('cascade'))
    .addColumn('tag_id', 'bigint', (c) => c.notNull().references('tags.id').onDelete('cascade'))
    .addColumn('position', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('workflow_tags_pk', ['workflow_id', 'tag_id'])
    .execute();
  await db.schema.createIndex('workflow_tags_by_tag').on('workflow_tags').columns(['tag_id', 'workflow_id']).execute();

  await db.schema
    .createTable('folders')
    .addColumn('id', counter.type, counter.build)
    .addColumn('owner_id', 'text', (c) => c.notNull())
    .addColumn('parent_id', 'bigint', (c) => c.references('folders.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('name_key', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('folders_by_owner').on('folders').columns(['owner_id', 'parent_id']).execute();
  await db.schema.createIndex('folders_by_parent').on('folders').column('parent_id').execute();

  await sql`alter table workflows add column folder_id bigint references folders (id)`.execute(db);
  await db.schema.createIndex('workflows_by_folder').on('workflows').column('folder_id').execute();
};
