import type { Kysely } from 'kysely';

/** Who tells a service something of a node says so first, so that processes do it one after another. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema.alterTable('registrations').addColumn('claimed_until', 'bigint').execute();
};
