import type { Kysely } from 'kysely';

/** Deleting a version asks whether any execution still has it: without an index that reads every execution. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema.createIndex('executions_by_version').on('executions').column('workflow_version_id').execute();
};
