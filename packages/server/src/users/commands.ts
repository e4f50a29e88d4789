import type { ListedUser } from '@millrace/contract';
import { createAudit } from '../audit/audit.ts';
import type { UserCommand } from '../command-line.ts';
import type { Config } from '../config.ts';
import { openDatabase } from '../db/open-database.ts';
import { systemClock } from '../platform/clock.ts';
import { AppError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { createOneProcess } from '../processes/processes.ts';
import { createPublicAddresses } from '../processes/public-addresses.ts';
import type { User } from './access.ts';
import { type Accounts, createAccounts } from './accounts.ts';

/**
 * What can be done about users without the editor and without a mail server, also while Millrace runs: whoever may read the data folder, or the
 * database, may let people in. Passwords are neither asked for nor shown; links are, and work once.
 */

const describeUser = ({ email, firstName, lastName, isPending, globalRole }: ListedUser): string => {
  const name = isPending ? 'invited, has not signed up' : `${firstName} ${lastName}`;
  return `${email}  ${globalRole.name}  ${name}`;
};

const ownerOf = async ({ users, setup }: Accounts): Promise<User> => {
  setup.assertUserManagement();
  const [owner] = (await setup.state()).kind === 'owned' ? await users.list() : [];
  if (!owner)
    throw new OperatorError(
      'This instance has no owner yet. Set it up in the editor, or by millrace user:create-owner EMAIL FIRST-NAME LAST-NAME.',
    );
  return (await users.find(owner.id))!;
};

const findByEmail = async ({ users }: Accounts, email: string): Promise<ListedUser> => {
  const wanted = email.toLowerCase();
  const found = (await users.list()).find((user) => user.email?.toLowerCase() === wanted);
  if (!found) throw new OperatorError(`No user has the address ${email}. millrace user:list lists them.`);
  return found;
};

const linkLines = (what: string, { link, expiresAt }: { link: string; expiresAt: string }): string[] => [
  what,
  link,
  `The link works once, until ${expiresAt}.`,
];

const run = async (accounts: Accounts, command: UserCommand): Promise<string[]> => {
  const { users, setup, invitations, passwordReset } = accounts;
  switch (command.role) {
    case 'user:list': {
      await ownerOf(accounts);
      return (await users.list()).map(describeUser);
    }
    case 'user:create-owner': {
      setup.assertUserManagement();
      const { id } = await setup.createOwner({ ...command, passwordHash: null });
      const link = await passwordReset.makeLink(id);
      return linkLines(`${command.email} is the owner now, and chooses a password here:`, link);
    }
    case 'user:invite': {
      const [invited] = await invitations.invite(await ownerOf(accounts), [command.email], { sendMail: false });
      if (invited?.error !== undefined) throw new OperatorError(invited.error);
      const link = await invitations.makeLink(await ownerOf(accounts), invited!.user.id);
      return linkLines(`${command.email} can sign up here:`, link);
    }
    case 'user:reset-password': {
      await ownerOf(accounts);
      const user = await findByEmail(accounts, command.email);
      if (user.isPending)
        throw new OperatorError(
          `${user.email} has not signed up yet. millrace user:invite ${user.email} makes a link for that.`,
        );
      return linkLines(`${user.email} can choose another password here:`, await passwordReset.makeLink(user.id));
    }
  }
};

/**
 * @returns what to say when it is done
 * @throws OperatorError
 */
export const runUserCommand = async (command: UserCommand, config: Config, log: Log): Promise<string> => {
  const database = await openDatabase(config);
  const { db } = database;
  try {
    const { bus, registry } = createOneProcess(log);
    const addresses = await createPublicAddresses({ db, bus, registry, config, onError: () => {} });
    const clock = systemClock;
    const audit = createAudit({ db, clock, log });
    const none = { belongings: [], endStreams: () => {} };
    const accounts = await createAccounts({ db, clock, log, config, urls: addresses.urls, audit, ...none });
    return (await run(accounts, command)).join('\n');
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new OperatorError([error.message, error.hint].filter((text) => text !== undefined).join(' '), {
      cause: error,
    });
  } finally {
    await database.close();
  }
};
