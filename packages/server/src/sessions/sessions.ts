import { randomUUID } from 'node:crypto';
import type { UserSession } from '@millrace/contract';
import type { Kysely } from 'kysely';
import type { Config } from '../config.ts';
import type { Database } from '../db/schema.ts';
import type { Clock } from '../platform/clock.ts';
import { createSecretToken, hashOf } from '../users/secret-tokens.ts';
import type { UserRow } from '../users/user-row.ts';
import type { Client } from './client.ts';
import { createCookies } from './cookie.ts';
import {
  deleteExpiredSessions,
  deleteSessions,
  type EndedSessions,
  findLivingSessions,
  findSession,
  insertSession,
  listSessions,
  prolongSession,
} from './store.ts';

/**
 * Where people are signed in. A session is a row that every request looks up, so one that has ended is ended everywhere at once. Its token is random,
 * known to the browser alone, and another one after each sign-in.
 */
export interface Sessions {
  /** Signs in. What the same browser was signed in to before ends. `cookie`: value of Set-Cookie. */
  begin(userId: string, client: Client): Promise<{ id: string; cookie: string }>;
  /** `cookie`: value of Set-Cookie where the session is prolonged. */
  find(token: string): Promise<{ id: string; user: UserRow; cookie?: string } | undefined>;
  /** Whether somebody is signed in by it still. */
  lives(id: string): Promise<boolean>;
  list(userId: string, currentId: string | undefined): Promise<UserSession[]>;
  /** Also ends the event streams that belong to them. @returns how many there were */
  end(which: EndedSessions): Promise<number>;
  /** Within a transaction, whose caller calls what it returns after the commit. */
  endWithin(transaction: Kysely<Database>, which: EndedSessions): Promise<() => void>;
  /** Value of Set-Cookie by which the browser forgets. */
  readonly clearing: string;
}

const day = 24 * 3_600_000;
/** Milliseconds after which a use is written down again. */
const useInterval = 60_000;

export const createSessions = (options: {
  db: Kysely<Database>;
  clock: Clock;
  config: Pick<Config, 'baseUrl' | 'sessionDays'>;
  /** Told which sessions have ended. */
  onEnded(ids: readonly string[]): void;
}): Sessions => {
  const { db, clock, config, onEnded } = options;
  const cookies = createCookies(config);
  const lifetime = config.sessionDays * day;

  const end = async (which: EndedSessions): Promise<number> => {
    const ids = await deleteSessions(db, which);
    if (ids.length > 0) onEnded(ids);
    return ids.length;
  };

  return {
    clearing: cookies.clear,
    end,

    async endWithin(transaction, which) {
      const ids = await deleteSessions(transaction, which);
      return () => {
        if (ids.length > 0) onEnded(ids);
      };
    },

    async begin(userId, { sessionToken, address, userAgent }) {
      const now = clock.now();
      if (sessionToken !== undefined) await end({ tokenHash: hashOf(sessionToken) });
      await deleteExpiredSessions(db, now);
      const token = createSecretToken();
      const times = { created_at: now, used_at: now, expires_at: now + lifetime };
      const id = randomUUID();
      const row = { id, token_hash: hashOf(token), user_id: userId, address, user_agent: userAgent };
      await insertSession(db, { ...row, ...times });
      return { id, cookie: cookies.set(token, lifetime) };
    },

    async find(token) {
      const now = clock.now();
      const found = await findSession(db, hashOf(token), now);
      if (!found) return undefined;
      const { session, user } = found;
      if (now - session.used_at < useInterval) return { id: session.id, user };
      const isProlonged = await prolongSession(db, session, { used_at: now, expires_at: now + lifetime });
      return { id: session.id, user, cookie: isProlonged ? cookies.set(token, lifetime) : undefined };
    },

    lives: async (id) => (await findLivingSessions(db, [id], clock.now())).size > 0,

    async list(userId, currentId) {
      const now = clock.now();
      const rows = await listSessions(db, userId, now);
      return rows.map((row) => ({
        id: row.id,
        createdAt: new Date(row.created_at).toISOString(),
        usedAt: new Date(row.id === currentId ? now : row.used_at).toISOString(),
        expiresAt: new Date(row.expires_at).toISOString(),
        address: row.address,
        userAgent: row.user_agent,
        isCurrent: row.id === currentId,
      }));
    },
  };
};
