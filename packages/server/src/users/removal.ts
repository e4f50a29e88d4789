import type { UserBelongings } from '@millrace/contract';
import type { Kysely } from 'kysely';
import type { Audit } from '../audit/audit.ts';
import type { Database } from '../db/schema.ts';
import { AppError, notFound } from '../platform/errors.ts';
import { invalidField } from '../platform/validation.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { User } from './access.ts';
import type { AfterCommit, Belongings } from './belongings.ts';
import type { Setup } from './setup.ts';
import { deleteUser, findUser } from './store.ts';
import { isPending, type UserRow } from './user-row.ts';

/** Users go in one transaction, with what they have, or after someone else has got that. */
export interface UserRemoval {
  /** @throws AppError userNotFound */
  belongings(userId: string): Promise<UserBelongings>;
  /** @throws AppError userNotFound, userNotRemovable, badRequest for someone who cannot be given anything */
  remove(by: User, userId: string, transferId: string | undefined): Promise<void>;
}

const none: UserBelongings = {
  workflows: 0,
  activeWorkflows: 0,
  unfinishedExecutions: 0,
  credentials: 0,
  dataTables: 0,
};

export const createUserRemoval = (options: {
  db: Kysely<Database>;
  setup: Pick<Setup, 'assertUserManagement'>;
  sessions: Pick<Sessions, 'endWithin'>;
  belongings: readonly Belongings[];
  audit: Pick<Audit, 'record'>;
}): UserRemoval => {
  const { db, setup, sessions, belongings, audit } = options;

  const find = async (from: Kysely<Database>, userId: string): Promise<UserRow> => {
    const row = await findUser(from, userId);
    if (!row) throw notFound('user', userId);
    return row;
  };

  const assertRemovable = (by: User, { id, role }: UserRow): void => {
    if (id === by.id) throw new AppError('userNotRemovable', 'Cannot delete your own user.');
    if (role !== 'member') throw new AppError('userNotRemovable', 'The owner of the instance cannot be deleted.');
  };

  const assertTarget = async (from: Kysely<Database>, userId: string, transferId: string): Promise<void> => {
    const target = transferId === userId ? undefined : await findUser(from, transferId);
    if (!target || isPending(target))
      throw invalidField(['transferId'], 'must be the id of another user who has signed up');
  };

  return {
    async belongings(userId) {
      setup.assertUserManagement();
      await find(db, userId);
      const counts = await Promise.all(belongings.map((one) => one.count(db, userId)));
      return Object.assign({}, none, ...counts) as UserBelongings;
    },

    async remove(by, userId, transferId) {
      setup.assertUserManagement();
      const after = await db.transaction().execute(async (transaction) => {
        const row = await find(transaction, userId);
        assertRemovable(by, row);
        if (transferId !== undefined) await assertTarget(transaction, userId, transferId);
        const steps: AfterCommit[] = [];
        for (const one of belongings)
          steps.push(
            transferId === undefined
              ? await one.remove(transaction, userId)
              : await one.transfer(transaction, userId, transferId),
          );
        const tellEnded = await sessions.endWithin(transaction, { userId });
        await deleteUser(transaction, userId);
        const event = { caller: { user: by }, resourceId: userId, name: row.email ?? undefined };
        if (transferId !== undefined)
          await audit.record({ ...event, action: 'user.transferred', details: { to: transferId } }, transaction);
        await audit.record({ ...event, action: 'user.deleted' }, transaction);
        return [async () => tellEnded(), ...steps];
      });
      // One that fails is to keep no other from being done.
      const results = await Promise.allSettled(after.map((step) => step()));
      for (const result of results) if (result.status === 'rejected') throw result.reason;
    },
  };
};
