import { timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Audit } from '../audit/audit.ts';
import { type Config, isLoopback } from '../config.ts';
import type { Database } from '../db/schema.ts';
import type { Clock } from '../platform/clock.ts';
import { AppError } from '../platform/errors.ts';
import type { Client } from '../sessions/client.ts';
import type { User } from './access.ts';
import { createSecretToken, hashOf } from './secret-tokens.ts';
import { findFirstUser, updateUser } from './store.ts';
import { toUser, type UserRow } from './user-row.ts';

/** How far the instance is on its way to accounts. */
export type SetupState =
  /** It has an owner, and whoever calls signs in. */
  | { kind: 'owned' }
  /** It waits for its owner: whoever comes from this machine may use it meanwhile. */
  | { kind: 'open'; user: User }
  /** Whoever reaches it may use it: set-up was skipped, or there is no user management. */
  | { kind: 'skipped'; user: User };

export interface Setup {
  state(): Promise<SetupState>;
  /** The one who calls where nobody signs in; undefined where someone has to. */
  openUser(client: Pick<Client, 'isLocal'>): Promise<User | undefined>;
  /** Whether setting up from there needs the token. */
  needsToken(client: Pick<Client, 'isLocal'>): boolean;
  /** What others than this machine need to set it up; undefined where nobody else reaches it, or it has an owner. */
  tokenForOthers(): Promise<string | undefined>;
  /** @throws AppError setupTokenNeeded, alreadySetUp, userManagementOff */
  mayBegin(client: Pick<Client, 'isLocal'>, token: string | undefined): Promise<void>;
  /** The default user becomes the owner: its id stays, and what it has made. @throws AppError alreadySetUp */
  createOwner(owner: {
    email: string;
    firstName: string;
    lastName: string;
    passwordHash: string | null;
  }): Promise<User>;
  skip(): Promise<void>;
  /** @throws AppError userManagementOff */
  assertUserManagement(): void;
}

const keys = { skipped: 'setupSkipped', token: 'setupToken' } as const;

const isSame = (given: string, expected: string): boolean =>
  timingSafeEqual(Buffer.from(hashOf(given)), Buffer.from(hashOf(expected)));

export const alreadySetUp = (): AppError => new AppError('alreadySetUp', 'This instance has an owner already.');

export const createSetup = (options: {
  db: Kysely<Database>;
  clock: Clock;
  config: Pick<Config, 'userManagement' | 'setupToken' | 'host' | 'baseUrl'>;
  /** From now on everyone has to sign in. */
  onOwned(): void;
  audit: Pick<Audit, 'record'>;
}): Setup => {
  const { db, clock, config, onOwned, audit } = options;
  /** An instance that has an owner keeps one. */
  let isOwned = false;

  const readValue = async (key: string): Promise<string | undefined> =>
    (await db.selectFrom('instance').select('value').where('key', '=', key).executeTakeFirst())?.value;

  const state = async (): Promise<SetupState> => {
    if (isOwned) return { kind: 'owned' };
    const row = (await findFirstUser(db)) as UserRow;
    if (!config.userManagement) return { kind: 'skipped', user: toUser(row) };
    isOwned = row.role === 'owner';
    if (isOwned) return { kind: 'owned' };
    const kind = (await readValue(keys.skipped)) === undefined ? 'open' : 'skipped';
    return { kind, user: toUser(row) };
  };

  /** Then what comes from this machine may come from a proxy on it, which need not say so. */
  const isPublished = config.baseUrl !== '' && !isLoopback(new URL(config.baseUrl).hostname);
  const isReachedByOthers = isPublished || !isLoopback(config.host);

  /** One for all processes of the instance. */
  const sharedToken = async (): Promise<string> => {
    if (config.setupToken !== '') return config.setupToken;
    await db
      .insertInto('instance')
      .values({ key: keys.token, value: createSecretToken() })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute();
    return (await readValue(keys.token))!;
  };

  const isTrusted = ({ isLocal }: Pick<Client, 'isLocal'>): boolean => isLocal && !isPublished;

  const assertUserManagement = (): void => {
    if (config.userManagement) return;
    throw new AppError('userManagementOff', 'User management is off on this instance, so there are no accounts.', {
      hint: 'Whoever operates it can turn it on: MILLRACE_USER_MANAGEMENT.',
    });
  };

  /** A token that the operator has set holds for this machine too. */
  const needsToken = (client: Pick<Client, 'isLocal'>): boolean => config.setupToken !== '' || !isTrusted(client);

  return {
    state,
    assertUserManagement,
    needsToken,

    async openUser(client) {
      const now = await state();
      if (now.kind === 'owned') return undefined;
      return now.kind === 'skipped' || isTrusted(client) ? now.user : undefined;
    },

    async tokenForOthers() {
      if (!isReachedByOthers || (await state()).kind !== 'open') return undefined;
      return sharedToken();
    },

    async mayBegin(client, token) {
      assertUserManagement();
      if ((await state()).kind === 'owned') throw alreadySetUp();
      if (!needsToken(client)) return;
      if (token !== undefined && isSame(token, await sharedToken())) return;
      throw new AppError('setupTokenNeeded', 'Setting up this instance from here needs its set-up token.', {
        hint:
          config.setupToken === ''
            ? 'The server prints it when it starts. From the machine that it runs on, no token is needed.'
            : 'It is what MILLRACE_SETUP_TOKEN is set to.',
      });
    },

    async createOwner({ email, firstName, lastName, passwordHash }) {
      const user = await db.transaction().execute(async (transaction) => {
        const first = await findFirstUser(transaction);
        const change = { email, first_name: firstName, last_name: lastName, password_hash: passwordHash };
        const owner =
          first &&
          (await updateUser(
            transaction,
            first.id,
            { ...change, role: 'owner', updated_at: clock.now() },
            { role: 'default' },
          ));
        if (!owner) throw alreadySetUp();
        await transaction.deleteFrom('instance').where('key', 'in', Object.values(keys)).execute();
        const made = toUser(owner);
        await audit.record({ action: 'user.setUp', caller: { user: made }, resourceId: made.id }, transaction);
        return made;
      });
      onOwned();
      return user;
    },

    async skip() {
      await db
        .insertInto('instance')
        .values({ key: keys.skipped, value: 'true' })
        .onConflict((conflict) => conflict.column('key').doNothing())
        .execute();
    },
  };
};
