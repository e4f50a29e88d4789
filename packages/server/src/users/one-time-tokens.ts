import { limits } from '@millrace/contract';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { createSecretToken, hashOf } from './secret-tokens.ts';

type Purpose = Database['user_tokens']['purpose'];

const lifetimes: Readonly<Record<Purpose, number>> = {
  invite: limits.inviteLifetime,
  resetPassword: limits.passwordResetLifetime,
};

/** Whom the token of a link is for. */
interface TokenOwner {
  userId: string;
  createdBy: string | null;
}

/** @returns the token, which is stored only as its hash */
export const createToken = async (
  db: Kysely<Database>,
  token: { purpose: Purpose; userId: string; createdBy: string | null; now: number },
): Promise<{ token: string; expiresAt: number }> => {
  const { purpose, userId, createdBy, now } = token;
  const secret = createSecretToken();
  const expiresAt = now + lifetimes[purpose];
  await db.deleteFrom('user_tokens').where('expires_at', '<=', now).execute();
  await db
    .insertInto('user_tokens')
    .values({ token_hash: hashOf(secret), purpose, user_id: userId, created_by: createdBy, expires_at: expiresAt })
    .execute();
  return { token: secret, expiresAt };
};

/** @returns undefined for one that was used, has expired, or never was */
export const findToken = async (
  db: Kysely<Database>,
  { purpose, token, now }: { purpose: Purpose; token: string; now: number },
): Promise<TokenOwner | undefined> =>
  db
    .selectFrom('user_tokens')
    .select(['user_id as userId', 'created_by as createdBy'])
    .where('token_hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** Of several who use it at once, one gets true. */
export const useToken = async (
  db: Kysely<Database>,
  { purpose, token, now }: { purpose: Purpose; token: string; now: number },
): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('user_tokens')
    .where('token_hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numDeletedRows === 1n;
};

/** Ends all links of this kind that the user has got. */
export const voidTokens = async (db: Kysely<Database>, purpose: Purpose, userId: string): Promise<void> => {
  await db.deleteFrom('user_tokens').where('purpose', '=', purpose).where('user_id', '=', userId).execute();
};
