import { type Kysely, sql } from 'kysely';
import type { Database } from './schema.ts';

/** The key of the entry that is written to see whether anything can be written. */
const key = 'written';

/** Two ways to see whether the database can be used. */
export const createDatabaseProbes = (db: Kysely<Database>) => ({
  askDatabase: (): Promise<unknown> => sql`select 1`.execute(db),
  /** Takes as much room as a call with its data may, and gives it back. */
  writeToDatabase: (): Promise<unknown> =>
    db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('instance').where('key', '=', key).execute();
      await transaction
        .insertInto('instance')
        .values({ key, value: 'x'.repeat(64 * 1024) })
        .execute();
      await transaction.updateTable('instance').set({ value: '' }).where('key', '=', key).execute();
    }),
});
