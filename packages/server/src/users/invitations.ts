import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Audit } from '../audit/audit.ts';
import type { Database } from '../db/schema.ts';
import { isUniqueViolation } from '../db/unique-violation.ts';
import type { Mailer } from '../mail/mailer.ts';
import { inviteMail } from '../mail/templates.ts';
import type { Clock } from '../platform/clock.ts';
import { AppError, notFound } from '../platform/errors.ts';
import type { Client } from '../sessions/client.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { User } from './access.ts';
import type { AccountLinks } from './links.ts';
import { createToken, findToken, useToken, voidTokens } from './one-time-tokens.ts';
import type { Passwords } from './passwords.ts';
import type { Setup } from './setup.ts';
import { emailKey, findUser, findUserByEmail, insertUser, updateUser } from './store.ts';
import { isPending, toUser, type UserRow } from './user-row.ts';

/**
 * People become users by the secret of a link. Neither the id of a user nor anything else that is listed leads there, and whoever uses the link
 * once uses it up.
 */
export interface Invitations {
  /** @throws AppError mailNotSetUp, notSetUp, userManagementOff */
  invite(inviter: User, emails: readonly string[], options: { sendMail: boolean }): Promise<Invited[]>;
  /** @throws AppError userNotFound, notPending, mailNotSetUp, mailFailed */
  inviteAgain(inviter: User, userId: string): Promise<void>;
  /** @throws AppError userNotFound, notPending */
  makeLink(inviter: User, userId: string): Promise<{ link: string; expiresAt: string }>;
  /** @throws AppError inviteNotValid */
  resolve(invite: InviteToken): Promise<{ inviter: User; email: string }>;
  /** @returns value of Set-Cookie. @throws AppError inviteNotValid */
  accept(
    invite: InviteToken,
    account: { firstName: string; lastName: string; password: string },
    client: Client,
  ): Promise<{ user: User; cookie: string }>;
}

export interface Invited {
  user: { id: string; email: string };
  /** Why there is no invitation, or no mail. */
  error?: string;
}

/** What the link of an invitation holds. */
export interface InviteToken {
  inviterId: string;
  token: string;
}

const invalid = (): AppError =>
  new AppError('inviteNotValid', 'This invitation was used already, has expired, or is not complete.', {
    hint: 'Whoever has invited you can send you another one.',
  });

export const mailNotSetUp = (): AppError =>
  new AppError('mailNotSetUp', 'No mail server is set up on this instance.', {
    hint: 'Whoever operates it can name one: MILLRACE_SMTP_HOST.',
  });

export const createInvitations = (options: {
  db: Kysely<Database>;
  clock: Clock;
  setup: Pick<Setup, 'assertUserManagement' | 'state'>;
  sessions: Pick<Sessions, 'begin'>;
  passwords: Pick<Passwords, 'hash'>;
  links: AccountLinks;
  mailer: Mailer | undefined;
  audit: Pick<Audit, 'record'>;
}): Invitations => {
  const { db, clock, setup, sessions, passwords, links, mailer, audit } = options;

  const assertAccounts = async (): Promise<void> => {
    setup.assertUserManagement();
    if ((await setup.state()).kind !== 'owned') throw new AppError('notSetUp', 'Set up the owner account first.');
  };

  const assertMailer = (): Mailer => {
    if (!mailer) throw mailNotSetUp();
    return mailer;
  };

  const findPending = async (userId: string): Promise<UserRow & { email: string }> => {
    await assertAccounts();
    const row = await findUser(db, userId);
    if (!row || row.email === null) throw notFound('user', userId);
    if (!isPending(row)) throw new AppError('notPending', `${row.email} has signed up already.`);
    return { ...row, email: row.email };
  };

  const linkFor = async (inviter: User, userId: string) => {
    const invite = { purpose: 'invite', userId, createdBy: inviter.id, now: clock.now() } as const;
    const { token, expiresAt } = await createToken(db, invite);
    const name = (await findUser(db, userId))?.email ?? undefined;
    await audit.record({ action: 'user.invited', caller: { user: inviter }, resourceId: userId, name });
    return { link: links.invite({ inviterId: inviter.id, token }), expiresAt };
  };

  const nameOf = ({ firstName, lastName, email }: User): string =>
    [firstName, lastName].filter(Boolean).join(' ') || (email ?? 'Someone');

  const sendTo = async (inviter: User, { id, email }: { id: string; email: string }): Promise<void> => {
    const { link } = await linkFor(inviter, id);
    await assertMailer().send(email, inviteMail({ inviter: nameOf(inviter), link }));
  };

  /** @returns the one who has the address, who may have been there before */
  const ensureUser = async (email: string): Promise<UserRow> => {
    const user = { id: randomUUID(), role: 'member', email, now: clock.now() } as const;
    const found = await findUserByEmail(db, email);
    if (found) return found;
    await insertUser(db, user).catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error;
    });
    return (await findUserByEmail(db, email))!;
  };

  const inviteOne = async (inviter: User, wanted: string, sendMail: boolean): Promise<Invited> => {
    const row = await ensureUser(wanted);
    const user = { id: row.id, email: row.email! };
    if (!isPending(row)) return { user, error: `${user.email} has an account already.` };
    if (!sendMail) return { user };
    try {
      await sendTo(inviter, user);
      return { user };
    } catch (error) {
      if (error instanceof AppError) return { user, error: error.message };
      throw error;
    }
  };

  const find = async ({ inviterId, token }: InviteToken): Promise<{ inviter: UserRow; invited: UserRow }> => {
    setup.assertUserManagement();
    const found = await findToken(db, { purpose: 'invite', token, now: clock.now() });
    if (found?.createdBy !== inviterId) throw invalid();
    const [inviter, invited] = await Promise.all([findUser(db, inviterId), findUser(db, found.userId)]);
    if (!inviter || !invited || !isPending(invited)) throw invalid();
    return { inviter, invited };
  };

  return {
    async invite(inviter, emails, { sendMail }) {
      await assertAccounts();
      if (sendMail) assertMailer();
      const wanted = new Map(emails.map((email) => [emailKey(email), email]));
      const invited: Invited[] = [];
      for (const email of wanted.values()) invited.push(await inviteOne(inviter, email, sendMail));
      return invited;
    },

    async inviteAgain(inviter, userId) {
      const row = await findPending(userId);
      await sendTo(inviter, row);
    },

    async makeLink(inviter, userId) {
      const { id } = await findPending(userId);
      const { link, expiresAt } = await linkFor(inviter, id);
      return { link, expiresAt: new Date(expiresAt).toISOString() };
    },

    async resolve(invite) {
      const { inviter, invited } = await find(invite);
      return { inviter: toUser(inviter), email: invited.email! };
    },

    async accept(invite, { firstName, lastName, password }, client) {
      const { invited } = await find(invite);
      const hash = await passwords.hash(password);
      const user = await db.transaction().execute(async (transaction) => {
        const now = clock.now();
        if (!(await useToken(transaction, { purpose: 'invite', token: invite.token, now }))) throw invalid();
        const account = { first_name: firstName, last_name: lastName, password_hash: hash, updated_at: now };
        const row = await updateUser(transaction, invited.id, account, { password_hash: null });
        if (!row) throw invalid();
        await voidTokens(transaction, 'invite', row.id);
        const accepted = toUser(row);
        await audit.record({ action: 'user.signedUp', caller: { user: accepted }, resourceId: row.id }, transaction);
        return accepted;
      });
      const { cookie } = await sessions.begin(user.id, client);
      return { user, cookie };
    },
  };
};
