import type { Ownership } from '@millrace/contract';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';

/** The people of these ids, as answers name them. */
export const readOwners = async (
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<Map<string, Ownership['ownedBy']>> => {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name'])
    .where('id', 'in', wanted)
    .execute();
  return new Map(
    rows.map(({ id, email, first_name: firstName, last_name: lastName }) => [id, { id, email, firstName, lastName }]),
  );
};
