import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';

/** A random name of the instance, made at its first start: 64 hex digits. */
export const ensureInstanceId = async (db: Kysely<Database>): Promise<string> => {
  const made = randomBytes(32).toString('hex');
  await db
    .insertInto('instance')
    .values({ key: 'id', value: made })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const row = await db.selectFrom('instance').select('value').where('key', '=', 'id').executeTakeFirstOrThrow();
  return row.value;
};
