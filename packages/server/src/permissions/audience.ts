import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';

/** Ids of the users who may see a workflow, beside those who may see all. */
export const createAudience =
  (db: Kysely<Database>) =>
  async (workflowId: number): Promise<string[]> => {
    const owner = db.selectFrom('workflows').select('owner_id as id').where('id', '=', workflowId);
    const shares = db.selectFrom('workflow_shares').select('user_id as id').where('workflow_id', '=', workflowId);
    return (await owner.unionAll(shares).execute()).map(({ id }) => id);
  };
