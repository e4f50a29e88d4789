import type { Kysely } from 'kysely';

/** A page of all workflows, the latest change first, is read from this index alone. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema.createIndex('workflows_by_update').on('workflows').columns(['updated_at', 'id']).execute();
};
