import type { UserSettings } from '@millrace/contract';
import type { Kysely } from 'kysely';
import type { Audit } from '../audit/audit.ts';
import type { Database } from '../db/schema.ts';
import { isUniqueViolation } from '../db/unique-violation.ts';
import type { Clock } from '../platform/clock.ts';
import { AppError } from '../platform/errors.ts';
import { invalidField } from '../platform/validation.ts';
import type { Client } from '../sessions/client.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { User } from './access.ts';
import type { Attempts } from './attempts.ts';
import { voidTokens } from './one-time-tokens.ts';
import type { Passwords } from './passwords.ts';
import type { Setup } from './setup.ts';
import { findUser, updateUser } from './store.ts';
import type { UserRow } from './user-row.ts';

/** What people change of themselves. */
export interface OwnAccount {
  /** @throws AppError wrongPassword where another mail address comes without it, emailTaken, notSetUp, badRequest */
  update(user: User, change: OwnChange): Promise<void>;
  /**
   * All sessions end, and one begins.
   *
   * @returns value of Set-Cookie
   * @throws AppError wrongPassword, tooManyAttempts, notSetUp
   */
  changePassword(user: User, change: { currentPassword: string; newPassword: string }, client: Client): Promise<string>;
  changeSettings(user: User, change: UserSettings): Promise<UserSettings>;
  answerSurvey(user: User, answers: object): Promise<void>;
}

interface OwnChange {
  id?: string;
  firstName?: string;
  lastName?: string;
  email?: string;
  currentPassword?: string;
}

const attemptsForPassword = 5;

export const emailTaken = (cause?: unknown): AppError =>
  new AppError('emailTaken', 'This email address is in use by another user.', { cause });

export const createOwnAccount = (options: {
  db: Kysely<Database>;
  clock: Clock;
  setup: Pick<Setup, 'assertUserManagement'>;
  sessions: Pick<Sessions, 'begin' | 'endWithin'>;
  passwords: Passwords;
  attempts: Attempts;
  audit: Pick<Audit, 'record'>;
}): OwnAccount => {
  const { db, clock, setup, sessions, passwords, attempts, audit } = options;

  /** @throws AppError notSetUp for the default user, who has no account yet */
  const accountOf = async ({ id, role }: User): Promise<UserRow> => {
    setup.assertUserManagement();
    const row = await findUser(db, id);
    if (!row) throw new AppError('notSignedIn', 'Not logged in');
    if (role === 'default') throw new AppError('notSetUp', 'Set up the owner account first.');
    return row;
  };

  const assertPassword = async (row: UserRow, password: string | undefined): Promise<void> => {
    const counted = { key: ['password', row.id], limit: attemptsForPassword };
    if (password !== undefined) {
      await attempts.count(counted);
      if (await passwords.verify(password, row.password_hash)) return attempts.forget(counted);
    }
    throw new AppError('wrongPassword', 'Provided current password is incorrect.');
  };

  return {
    async update(user, { id, currentPassword, email, firstName, lastName }) {
      if (id !== undefined && id !== user.id) throw invalidField(['id'], 'must be the own one');
      const row = await accountOf(user);
      const hasNewEmail = email !== undefined && email !== row.email;
      if (hasNewEmail) await assertPassword(row, currentPassword);
      const change = { email, first_name: firstName, last_name: lastName, updated_at: clock.now() };
      await db
        .transaction()
        .execute(async (transaction) => {
          await updateUser(transaction, row.id, change);
          // Their links went to the address from before.
          if (hasNewEmail) await voidTokens(transaction, 'resetPassword', row.id);
          await audit.record(
            { action: 'user.changed', caller: { user }, resourceId: row.id, details: { email } },
            transaction,
          );
        })
        .catch((error: unknown) => {
          throw isUniqueViolation(error) ? emailTaken(error) : error;
        });
    },

    async changePassword(user, { currentPassword, newPassword }, client) {
      const row = await accountOf(user);
      await assertPassword(row, currentPassword);
      const hash = await passwords.hash(newPassword);
      const tellEnded = await db.transaction().execute(async (transaction) => {
        const change = { password_hash: hash, updated_at: clock.now() };
        const isChanged = await updateUser(transaction, row.id, change, { password_hash: row.password_hash });
        if (!isChanged) throw new AppError('wrongPassword', 'Provided current password is incorrect.');
        await voidTokens(transaction, 'resetPassword', row.id);
        await audit.record({ action: 'user.passwordChanged', caller: { user }, resourceId: row.id }, transaction);
        return sessions.endWithin(transaction, { userId: row.id });
      });
      tellEnded();
      return (await sessions.begin(row.id, client)).cookie;
    },

    async changeSettings({ id, settings }, change) {
      const merged = { ...settings, ...change };
      await updateUser(db, id, { settings: JSON.stringify(merged), updated_at: clock.now() });
      return merged;
    },

    async answerSurvey({ id }, answers) {
      await updateUser(db, id, { personalization_answers: JSON.stringify(answers), updated_at: clock.now() });
    },
  };
};
