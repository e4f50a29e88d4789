import { randomUUID } from 'node:crypto';
import type { SignedInUser } from '@millrace/contract';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Clock } from '../platform/clock.ts';
import type { User } from './access.ts';
import { findFirstUser, findUser, insertDefaultUser, toUser } from './store.ts';

export interface Users {
  /** Until accounts exist everyone is the default user, who is made at the first start. */
  defaultUser: User;
  find(id: string): Promise<User | undefined>;
  /** A user as the API gives it. */
  describe(user: User): SignedInUser;
}

export const createUsers = async ({ db, clock }: { db: Kysely<Database>; clock: Clock }): Promise<Users> => {
  if (!(await findFirstUser(db))) await insertDefaultUser(db, randomUUID(), clock.now());
  const defaultUser = (await findFirstUser(db))!;
  return {
    defaultUser,
    find: async (id) => {
      const row = await findUser(db, id);
      return row && toUser(row);
    },
    describe: (user) => ({
      id: user.id,
      email: user.email,
      firstName: user.firstName,
      lastName: user.lastName,
      personalizationAnswers: null,
      globalRole: {
        id: user.role === 'member' ? 2 : 1,
        name: user.role === 'member' ? 'member' : 'owner',
        scope: 'global',
        createdAt: user.createdAt,
        updatedAt: user.updatedAt,
      },
      isPending: user.email === null,
    }),
  };
};
