import type { Kysely } from 'kysely';
import type { Audit } from '../audit/audit.ts';
import type { Database } from '../db/schema.ts';
import type { Mailer } from '../mail/mailer.ts';
import { resetPasswordMail } from '../mail/templates.ts';
import type { Clock } from '../platform/clock.ts';
import { AppError, badRequest, notFound } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { Client } from '../sessions/client.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { User } from './access.ts';
import type { Attempts } from './attempts.ts';
import { mailNotSetUp } from './invitations.ts';
import type { AccountLinks } from './links.ts';
import { createToken, findToken, useToken, voidTokens } from './one-time-tokens.ts';
import type { Passwords } from './passwords.ts';
import type { Setup } from './setup.ts';
import { emailKey, findUser, findUserByEmail, updateUser } from './store.ts';
import { createTurns } from './turns.ts';
import { isPending, toUser } from './user-row.ts';

/** How someone gets in who has forgotten the password: by the link of a mail, or of the command line. */
export interface PasswordReset {
  /**
   * The answer, and the time that it takes, are the same for an address that nobody has: the mail server is asked first, and all else is done
   * afterwards.
   *
   * @throws AppError mailNotSetUp, mailFailed, tooManyAttempts
   */
  forgot(email: string, client: Pick<Client, 'network'>): Promise<void>;
  /** Earlier links end. */
  makeLink(userId: string): Promise<{ link: string; expiresAt: string }>;
  /** By the owner, for someone who gets no mail. @throws AppError userNotFound, badRequest for someone who has not signed up */
  makeLinkFor(by: User, userId: string): Promise<{ link: string; expiresAt: string }>;
  /** @throws AppError resetNotValid */
  resolve(reset: ResetToken): Promise<void>;
  /** All sessions of the user end, and one begins. @returns value of Set-Cookie. @throws AppError resetNotValid */
  change(reset: ResetToken & { password: string }, client: Client): Promise<string>;
  /** Waits for what is done after the answer. */
  close(): Promise<void>;
}

interface ResetToken {
  userId: string;
  token: string;
}

/** Within `attemptWindow`, of one address of the network for one mail address, of one address, and to one mailbox. */
const limits = { forEmail: 5, ofAddress: 100, toMailbox: 10 };

const invalid = (): AppError =>
  new AppError('resetNotValid', 'This link was used already, has expired, or is not complete.', {
    hint: 'Ask for another one.',
  });

export const createPasswordReset = (options: {
  db: Kysely<Database>;
  clock: Clock;
  log: Log;
  setup: Pick<Setup, 'assertUserManagement'>;
  sessions: Pick<Sessions, 'begin' | 'endWithin'>;
  passwords: Pick<Passwords, 'hash'>;
  attempts: Attempts;
  links: AccountLinks;
  mailer: Mailer | undefined;
  audit: Pick<Audit, 'record'>;
}): PasswordReset => {
  const { db, clock, log, setup, sessions, passwords, attempts, links, mailer, audit } = options;
  const turns = createTurns({ atOnce: 4, mostWaiting: 100 });
  const underWay = new Set<Promise<void>>();

  const makeLink: PasswordReset['makeLink'] = async (userId) => {
    const { token, expiresAt } = await db.transaction().execute(async (transaction) => {
      await voidTokens(transaction, 'resetPassword', userId);
      return createToken(transaction, { purpose: 'resetPassword', userId, createdBy: null, now: clock.now() });
    });
    return { link: links.resetPassword({ userId, token }), expiresAt: new Date(expiresAt).toISOString() };
  };

  /** To the address that is stored: the one that was typed may only look like it. */
  const sendLink = async (typed: string, by: Mailer): Promise<void> => {
    const row = await findUserByEmail(db, typed);
    if (!row || row.email === null || isPending(row)) return;
    await attempts.count({ key: ['mail', row.id], limit: limits.toMailbox });
    const { link } = await makeLink(row.id);
    await audit.record({ action: 'user.passwordResetAsked', resourceId: row.id, name: row.email });
    await by.send(row.email, resetPasswordMail({ firstName: row.first_name!, link }));
  };

  const afterwards = (work: Promise<void>): void => {
    const done = work
      .catch((error: unknown) => log.warn({ err: error }, 'The mail for another password was not sent'))
      .finally(() => underWay.delete(done));
    underWay.add(done);
  };

  const find = async ({ userId, token }: ResetToken): Promise<void> => {
    setup.assertUserManagement();
    const found = await findToken(db, { purpose: 'resetPassword', token, now: clock.now() });
    if (found?.userId !== userId) throw invalid();
  };

  return {
    makeLink,
    resolve: find,

    async makeLinkFor(by, userId) {
      setup.assertUserManagement();
      const row = await findUser(db, userId);
      if (!row || row.email === null) throw notFound('user', userId);
      if (isPending(row)) throw badRequest(`${row.email} has not signed up yet.`);
      const made = await makeLink(userId);
      await audit.record({
        action: 'user.passwordLinkMade',
        caller: { user: by },
        resourceId: userId,
        name: row.email,
      });
      return made;
    },

    async forgot(email, { network }) {
      setup.assertUserManagement();
      if (!mailer) throw mailNotSetUp();
      await turns(async () => {
        await attempts.count(
          { key: ['forgot', network, emailKey(email)], limit: limits.forEmail },
          { key: ['forgot', network], limit: limits.ofAddress },
        );
        await mailer.verify();
      });
      afterwards(sendLink(email, mailer));
    },

    async change({ userId, token, password }, client) {
      await find({ userId, token });
      const hash = await passwords.hash(password);
      const tellEnded = await db.transaction().execute(async (transaction) => {
        const now = clock.now();
        if (!(await useToken(transaction, { purpose: 'resetPassword', token, now }))) throw invalid();
        const row = await updateUser(transaction, userId, { password_hash: hash, updated_at: now });
        if (!row) throw invalid();
        await voidTokens(transaction, 'resetPassword', userId);
        const caller = { user: toUser(row) };
        await audit.record({ action: 'user.passwordChanged', caller, resourceId: userId }, transaction);
        return sessions.endWithin(transaction, { userId });
      });
      tellEnded();
      return (await sessions.begin(userId, client)).cookie;
    },

    async close() {
      await Promise.all(underWay);
    },
  };
};
