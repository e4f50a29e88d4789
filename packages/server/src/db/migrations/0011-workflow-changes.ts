import type { Kysely } from 'kysely';

/**
 * The content of a workflow has a revision that counts up, and what each of the latest revisions has changed is kept, so that whoever knew an
 * earlier one can be told what has changed since.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .alterTable('workflows')
    .addColumn('revision', 'integer', (c) => c.notNull().defaultTo(1))
    .execute();
  await db.schema
    .createTable('workflow_changes')
    .addColumn('workflow_id', 'bigint', (c) => c.notNull().references('workflows.id').onDelete('cascade'))
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('patches', 'text')
    .addColumn('changed_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('workflow_changes_key', ['workflow_id', 'revision'])
    .execute();
};
