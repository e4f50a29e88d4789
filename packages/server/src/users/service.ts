import { randomUUID } from 'node:crypto';
import type { ListedUser, SignedInUser, UserName } from '@millrace/contract';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Clock } from '../platform/clock.ts';
import { AppError } from '../platform/errors.ts';
import type { User } from './access.ts';
import { ensureFirstUser, findFirstUser, findUser, listUsers } from './store.ts';
import { isPending, toUser, type UserRow } from './user-row.ts';

export interface Users {
  /** The first user, as it was at the start: on a new instance the default user. */
  defaultUser: User;
  /** A user as it sees itself. @throws AppError notSignedIn when it is gone */
  describe(user: Pick<User, 'id'>): Promise<SignedInUser>;
  list(): Promise<ListedUser[]>;
  /** Of those who have signed up. */
  names(): Promise<UserName[]>;
  find(id: string): Promise<User | undefined>;
}

const toListed = (row: UserRow): ListedUser => {
  const { id, email, firstName, lastName, role, createdAt, updatedAt } = toUser(row);
  return {
    id,
    email,
    firstName,
    lastName,
    globalRole: {
      id: role === 'member' ? 2 : 1,
      name: role === 'member' ? 'member' : 'owner',
      scope: 'global',
      createdAt,
      updatedAt,
    },
    isPending: isPending(row),
  };
};

const parsed = <T>(json: string | null): T | null => (json === null ? null : (JSON.parse(json) as T));

/** Until the instance has an owner, its one user is the default user, who is made at the first start. */
export const createUsers = async ({ db, clock }: { db: Kysely<Database>; clock: Clock }): Promise<Users> => {
  await ensureFirstUser(db, randomUUID(), clock.now());
  const defaultUser = toUser((await findFirstUser(db))!);
  return {
    defaultUser,
    async describe({ id }) {
      const row = await findUser(db, id);
      if (!row) throw new AppError('notSignedIn', 'Not logged in');
      return {
        ...toListed(row),
        personalizationAnswers: parsed(row.personalization_answers),
        settings: toUser(row).settings,
      };
    },
    list: async () => (await listUsers(db)).map(toListed),
    names: async () =>
      (await listUsers(db)).flatMap(({ id, email, first_name: firstName, last_name: lastName }) =>
        email !== null && firstName !== null && lastName !== null ? [{ id, email, firstName, lastName }] : [],
      ),
    async find(id) {
      const row = await findUser(db, id);
      return row && toUser(row);
    },
  };
};
