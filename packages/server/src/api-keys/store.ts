import type { ApiKey, ApiScope } from '@millrace/contract';
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '../db/schema.ts';

type Db = Kysely<Database>;
export type ApiKeyRow = Selectable<Database['api_keys']>;

const iso = (moment: number | null): string | null => (moment === null ? null : new Date(moment).toISOString());

export const scopesOf = ({ scopes }: Pick<ApiKeyRow, 'scopes'>): ApiScope[] => JSON.parse(scopes) as ApiScope[];

export const toApiKey = (row: ApiKeyRow): ApiKey => ({
  id: row.id,
  name: row.name,
  scopes: scopesOf(row),
  hint: row.hint,
  createdAt: new Date(row.created_at).toISOString(),
  expiresAt: iso(row.expires_at),
  lastUsedAt: iso(row.last_used_at),
});

/** Newest first. */
export const listApiKeys = (db: Db, userId: string): Promise<ApiKeyRow[]> =>
  db
    .selectFrom('api_keys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();

export const findApiKey = (db: Db, userId: string, id: string): Promise<ApiKeyRow | undefined> =>
  db.selectFrom('api_keys').selectAll().where('id', '=', id).where('user_id', '=', userId).executeTakeFirst();

export const findApiKeyByDigest = (db: Db, digest: string): Promise<ApiKeyRow | undefined> =>
  db.selectFrom('api_keys').selectAll().where('digest', '=', digest).executeTakeFirst();

export const insertApiKey = async (db: Db, row: ApiKeyRow): Promise<void> => {
  await db.insertInto('api_keys').values(row).execute();
};

export const updateApiKey = async (
  db: Db,
  id: string,
  change: Partial<Pick<ApiKeyRow, 'name' | 'scopes' | 'expires_at' | 'last_used_at'>>,
): Promise<void> => {
  await db.updateTable('api_keys').set(change).where('id', '=', id).execute();
};

export const deleteApiKey = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('api_keys').where('id', '=', id).execute();
};

/** Of these keys, those that there are. */
export const findLivingApiKeys = async (db: Db, ids: readonly string[], now: number): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('api_keys')
    .select('id')
    .where('id', 'in', ids)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .execute();
  return new Set(rows.map(({ id }) => id));
};
