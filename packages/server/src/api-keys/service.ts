import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { ApiKey, ApiScope } from '@millrace/contract';
import type { Kysely } from 'kysely';
import type { Audit } from '../audit/audit.ts';
import type { Database } from '../db/schema.ts';
import type { Clock } from '../platform/clock.ts';
import { AppError, badRequest, notFound } from '../platform/errors.ts';
import { invalidField } from '../platform/validation.ts';
import type { EventStreams } from '../push/event-streams.ts';
import { networkOf } from '../sessions/client.ts';
import { type Caller, streamOwner, type User } from '../users/access.ts';
import type { Attempts } from '../users/attempts.ts';
import {
  type ApiKeyRow,
  deleteApiKey,
  findApiKey,
  findApiKeyByDigest,
  findLivingApiKeys,
  insertApiKey,
  listApiKeys,
  scopesOf,
  toApiKey,
  updateApiKey,
} from './store.ts';

export interface ApiKeyChange {
  name?: string;
  scopes?: ApiScope[];
  expiresAt?: string | null;
}

/** Keys that users make for programs. A key acts as its user, within its scopes; what it opens ends with it, and with the user. */
export interface ApiKeys {
  list(user: User): Promise<ApiKey[]>;
  /** @returns the only answer with the secret. @throws AppError badRequest for too many keys, or an expiry in the past */
  create(
    caller: Caller,
    key: ApiKeyChange & { name: string; scopes: ApiScope[] },
  ): Promise<ApiKey & { secret: string }>;
  /** @throws AppError apiKeyNotFound, badRequest */
  update(caller: Caller, id: string, change: ApiKeyChange): Promise<ApiKey>;
  /** @throws AppError apiKeyNotFound */
  remove(caller: Caller, id: string): Promise<void>;
  /**
   * Who calls with the value of an Authorization header.
   *
   * @param address of the client: wrong keys are counted by it
   * @returns undefined for a header of another kind
   * @throws AppError notSignedIn for a key that is wrong, over or whose user is gone; tooManyAttempts
   */
  authenticate(authorization: string | undefined, address: string): Promise<Pick<Caller, 'user' | 'by'> | undefined>;
  /** Of these ids, those whose keys are neither deleted nor over. */
  findLiving(ids: readonly string[]): Promise<Set<string>>;
}

const prefix = 'mr_';
const mostKeys = 100;
/** Wrong keys of one sender in a quarter of an hour; no number of tries finds one, but each costs a look into the database. */
const mostWrong = 50;
/** Milliseconds between two writes of when a key was last used. */
const lastUsedEvery = 60_000;

const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** 240 random bits: more than anyone tries, so that a fast digest is enough. */
const makeSecret = (): string => `${prefix}${randomBytes(30).toString('base64url')}`;

const bearerOf = (authorization: string | undefined): string | undefined =>
  authorization === undefined ? undefined : /^Bearer +(\S+)$/i.exec(authorization)?.[1];

export const createApiKeys = (options: {
  db: Kysely<Database>;
  clock: Clock;
  audit: Pick<Audit, 'record'>;
  findUser: (id: string) => Promise<User | undefined>;
  attempts: Pick<Attempts, 'count'>;
  /** What was opened with a key ends with it. */
  streams: Pick<EventStreams, 'endOf'>;
}): ApiKeys => {
  const { db, clock, audit, findUser, attempts, streams } = options;

  const find = async ({ user }: Pick<Caller, 'user'>, id: string): Promise<ApiKeyRow> => {
    const row = await findApiKey(db, user.id, id);
    if (!row) throw notFound('API key', id);
    return row;
  };

  const expiryOf = (expiresAt: string | null | undefined): number | null => {
    if (!expiresAt) return null;
    const moment = Date.parse(expiresAt);
    if (moment <= clock.now()) throw invalidField(['expiresAt'], 'must be in the future');
    return moment;
  };

  /** Written without waiting: a call is not to fail, nor to be slower, for it. */
  const noteUse = (row: ApiKeyRow): void => {
    const now = clock.now();
    if (row.last_used_at !== null && now - row.last_used_at < lastUsedEvery) return;
    updateApiKey(db, row.id, { last_used_at: now }).catch(() => {});
  };

  const endStreamsOf = ({ id }: ApiKeyRow): void => streams.endOf([streamOwner({ kind: 'key', id, scopes: [] })]);

  return {
    findLiving: (ids) => findLivingApiKeys(db, ids, clock.now()),

    list: async (user) => (await listApiKeys(db, user.id)).map(toApiKey),

    async create(caller, { name, scopes, expiresAt }) {
      const secret = makeSecret();
      const row: ApiKeyRow = {
        id: randomUUID(),
        user_id: caller.user.id,
        name,
        scopes: JSON.stringify([...new Set(scopes)]),
        hint: secret.slice(0, prefix.length + 6),
        digest: digestOf(secret),
        created_at: clock.now(),
        expires_at: expiryOf(expiresAt),
        last_used_at: null,
      };
      if ((await listApiKeys(db, caller.user.id)).length >= mostKeys)
        throw badRequest(`You have ${mostKeys} API keys. Delete one before you make another.`);
      await db.transaction().execute(async (transaction) => {
        await insertApiKey(transaction, row);
        await audit.record(
          {
            action: 'apiKey.created',
            caller,
            resourceId: row.id,
            name,
            details: { scopes, expiresAt: expiresAt ?? null },
          },
          transaction,
        );
      });
      return { ...toApiKey(row), secret };
    },

    async update(caller, id, { name, scopes, expiresAt }) {
      const row = await find(caller, id);
      const change = {
        ...(name !== undefined && { name }),
        ...(scopes !== undefined && { scopes: JSON.stringify([...new Set(scopes)]) }),
        ...(expiresAt !== undefined && { expires_at: expiryOf(expiresAt) }),
      };
      if (Object.keys(change).length === 0) throw badRequest('The body names nothing to change.');
      await db.transaction().execute(async (transaction) => {
        await updateApiKey(transaction, id, change);
        const details = { ...(scopes && { scopes }), ...(expiresAt !== undefined && { expiresAt }) };
        await audit.record(
          { action: 'apiKey.changed', caller, resourceId: id, name: name ?? row.name, details },
          transaction,
        );
      });
      endStreamsOf(row);
      return toApiKey({ ...row, ...change });
    },

    async remove(caller, id) {
      const row = await find(caller, id);
      await db.transaction().execute(async (transaction) => {
        await deleteApiKey(transaction, id);
        await audit.record({ action: 'apiKey.deleted', caller, resourceId: id, name: row.name }, transaction);
      });
      endStreamsOf(row);
    },

    async authenticate(authorization, address) {
      const secret = bearerOf(authorization);
      if (secret === undefined) return undefined;
      const row = secret.startsWith(prefix) ? await findApiKeyByDigest(db, digestOf(secret)) : undefined;
      const isOver = row !== undefined && row.expires_at !== null && row.expires_at <= clock.now();
      const user = row && !isOver ? await findUser(row.user_id) : undefined;
      if (!row || !user) {
        await attempts.count({ key: ['apiKey', networkOf(address)], limit: mostWrong });
        throw new AppError('notSignedIn', isOver ? 'The API key has expired.' : 'The API key is not valid.');
      }
      noteUse(row);
      return { user, by: { kind: 'key', id: row.id, scopes: scopesOf(row) } };
    },
  };
};
