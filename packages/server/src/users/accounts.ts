import type { Kysely } from 'kysely';
import type { Audit } from '../audit/audit.ts';
import type { Config, PublicUrls } from '../config.ts';
import type { Database } from '../db/schema.ts';
import { createMailer } from '../mail/mailer.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { createSessions } from '../sessions/sessions.ts';
import { openStreams, streamOwner } from './access.ts';
import { createAttempts } from './attempts.ts';
import type { Belongings } from './belongings.ts';
import { createInvitations } from './invitations.ts';
import { createAccountLinks } from './links.ts';
import { createOwnAccount } from './own-account.ts';
import { createPasswordReset } from './password-reset.ts';
import { createPasswords } from './passwords.ts';
import { createUserRemoval } from './removal.ts';
import { createUsers } from './service.ts';
import { createSetup } from './setup.ts';
import { createSignIn } from './sign-in.ts';

/** All that has to do with accounts, built over one database. */
export const createAccounts = async (options: {
  db: Kysely<Database>;
  clock: Clock;
  log: Log;
  config: Config;
  urls: () => PublicUrls;
  audit: Pick<Audit, 'record'>;
  /** What goes with a user, or to someone else: what is handed on first comes first. */
  belongings: readonly Belongings[];
  /** Ends the event streams that belong to these. */
  endStreams(owners: readonly string[]): void;
}) => {
  const { db, clock, log, config, urls, audit, belongings, endStreams } = options;
  const users = await createUsers({ db, clock });
  const setup = createSetup({ db, clock, config, audit, onOwned: () => endStreams([openStreams]) });
  const sessions = createSessions({
    db,
    clock,
    config,
    onEnded: (ids) => endStreams(ids.map((id) => streamOwner({ kind: 'session', id }))),
  });
  const shared = {
    db,
    clock,
    log,
    audit,
    setup,
    sessions,
    passwords: createPasswords(),
    attempts: createAttempts({ db, clock }),
    links: createAccountLinks(urls),
    mailer: createMailer(config, log),
  };
  const passwordReset = createPasswordReset(shared);
  return {
    ...shared,
    users,
    signIn: createSignIn(shared),
    ownAccount: createOwnAccount(shared),
    invitations: createInvitations(shared),
    removal: createUserRemoval({ ...shared, belongings }),
    passwordReset,
    async close() {
      await passwordReset.close();
      await shared.mailer?.close();
    },
  };
};

export type Accounts = Awaited<ReturnType<typeof createAccounts>>;
