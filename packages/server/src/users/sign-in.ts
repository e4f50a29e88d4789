import type { Kysely } from 'kysely';
import type { Audit } from '../audit/audit.ts';
import type { Database } from '../db/schema.ts';
import { AppError } from '../platform/errors.ts';
import type { Client } from '../sessions/client.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { User } from './access.ts';
import type { Attempts } from './attempts.ts';
import type { Passwords } from './passwords.ts';
import { emailKey, findUser, findUserByEmail } from './store.ts';
import { createTurns } from './turns.ts';
import { toUser } from './user-row.ts';

/** Attempts within `attemptWindow` that one address of the network has for one mail address, and for all of them. */
const attemptsForEmail = 5;
const failuresOfAddress = 100;

export interface SignIn {
  /**
   * Takes as long, and says the same, for a mail address that nobody has.
   *
   * @returns value of Set-Cookie
   * @throws AppError signInFailed, tooManyAttempts
   */
  signIn(given: { email: string; password: string }, client: Client): Promise<{ user: User; cookie: string }>;
}

export const createSignIn = (options: {
  db: Kysely<Database>;
  sessions: Pick<Sessions, 'begin' | 'end'>;
  passwords: Passwords;
  attempts: Attempts;
  audit: Pick<Audit, 'record'>;
}): SignIn => {
  const { db, sessions, passwords, attempts, audit } = options;
  const failed = (): AppError => new AppError('signInFailed', 'Wrong username or password. Do you have caps lock on?');
  /** What is counted and recorded is written, too, so that a flood must not come as far as the database. */
  const turns = createTurns({ atOnce: 4, mostWaiting: 100 });
  return {
    signIn: ({ email, password }, client) =>
      turns(async () => {
        const ofEmail = { key: ['signIn', client.network, emailKey(email)], limit: attemptsForEmail };
        const ofAddress = { key: ['signIn', client.network], limit: failuresOfAddress };
        await attempts.count(ofEmail, ofAddress);
        const row = await findUserByEmail(db, email);
        const { address } = client;
        if (!(await passwords.verify(password, row?.password_hash)) || !row) {
          await audit.record({ action: 'user.signInFailed', name: email, details: { address } });
          throw failed();
        }
        await Promise.all([attempts.forget(ofEmail), attempts.takeBack(ofAddress)]);
        const { id, cookie } = await sessions.begin(row.id, client);
        // Whoever has changed the password meanwhile has ended the sessions that there were, and not yet this one.
        const now = await findUser(db, row.id);
        if (now?.password_hash !== row.password_hash) {
          await sessions.end({ id });
          throw failed();
        }
        const user = toUser(now);
        await audit.record({
          action: 'user.signedIn',
          caller: { user },
          resourceId: user.id,
          name: email,
          details: { address },
        });
        return { user, cookie };
      }),
  };
};
