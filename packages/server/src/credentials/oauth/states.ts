import type { JsonObject } from '@millrace/contract/data';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { Clock } from '../../platform/clock.ts';
import { createSecretToken, hashOf } from '../../users/secret-tokens.ts';
import type { Vault } from '../vault/vault.ts';

/** A sign-in at a service that somebody has begun. */
export interface BegunSignIn {
  credentialId: number;
  /** Of the credential at that time. */
  revision: number;
  userId: string;
  /** Of the browser and the session. */
  session: string;
  /** What is needed to end it: secret. */
  data: JsonObject;
}

/** What a service brings back. A state serves once, and for ten minutes; nothing can be read from it. */
export interface OAuthStates {
  /** A new state, under which a sign-in can begin. */
  reserve(): string;
  begin(state: string, signIn: BegunSignIn): Promise<void>;
  /** Undefined: there is none, or not of this user and session. It can be taken once. */
  take(state: string, by: Pick<BegunSignIn, 'userId' | 'session'>): Promise<BegunSignIn | undefined>;
}

export const stateLifetime = 600_000;

const boundTo = (digest: string): string => `sign-in ${digest}`;

export const createOAuthStates = (options: { db: Kysely<Database>; vault: Vault; clock: Clock }): OAuthStates => {
  const { db, vault, clock } = options;
  return {
    reserve: createSecretToken,

    async begin(state, { credentialId, revision, userId, session, data }) {
      const digest = hashOf(state);
      await db.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('oauth_states').where('expires_at', '<', clock.now()).execute();
        const sealed = await vault.seal(transaction, JSON.stringify(data), boundTo(digest));
        await transaction
          .insertInto('oauth_states')
          .values({
            digest,
            credential_id: credentialId,
            revision,
            user_id: userId,
            session,
            ...sealed,
            expires_at: clock.now() + stateLifetime,
          })
          .execute();
      });
    },

    async take(state, { userId, session }) {
      const digest = hashOf(state);
      const row = await db
        .deleteFrom('oauth_states')
        .where('digest', '=', digest)
        .where('user_id', '=', userId)
        .where('session', '=', session)
        .where('expires_at', '>=', clock.now())
        .returningAll()
        .executeTakeFirst();
      if (!row) return undefined;
      const data = JSON.parse(await vault.open(row, boundTo(digest))) as JsonObject;
      return { credentialId: row.credential_id, revision: row.revision, userId, session, data };
    },
  };
};
