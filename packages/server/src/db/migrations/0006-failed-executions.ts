import { type Kysely, sql } from 'kysely';

/** Failed executions are counted and listed apart, and from this index alone: few of very many have failed, as a rule. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create index executions_failed on executions (id, workflow_id, temporary, status)
    where status in ('error', 'canceled', 'crashed')
  `.execute(db);
};
