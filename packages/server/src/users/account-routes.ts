import { api } from '@millrace/contract';
import type { FastifyInstance } from 'fastify';
import type { Audit } from '../audit/audit.ts';
import { type EndpointOptions, type Exchange, registerEndpoints } from '../platform/endpoints.ts';
import { AppError, notFound } from '../platform/errors.ts';
import { clientOf } from '../sessions/client.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { CallerIdentity } from './access.ts';
import type { Invitations } from './invitations.ts';
import type { OwnAccount } from './own-account.ts';
import type { PasswordReset } from './password-reset.ts';
import type { Passwords } from './passwords.ts';
import { hashOf } from './secret-tokens.ts';
import type { Users } from './service.ts';
import type { Setup } from './setup.ts';
import type { SignIn } from './sign-in.ts';

export interface AccountServices {
  users: Users;
  setup: Setup;
  signIn: SignIn;
  sessions: Sessions;
  passwords: Passwords;
  ownAccount: OwnAccount;
  invitations: Invitations;
  passwordReset: PasswordReset;
  audit: Pick<Audit, 'record'>;
}

const done = { success: true } as const;
const signedOut = { loggedOut: true } as const;

const setCookie = ({ reply }: Exchange, cookie: string): void => void reply.header('set-cookie', cookie);

const sessionOf = (by: CallerIdentity): string | undefined => (by.kind === 'session' ? by.id : undefined);

/** Setting up, signing in and out, signing up, forgotten passwords, and what people change of themselves. */
export const registerAccountRoutes = (
  app: FastifyInstance,
  services: AccountServices,
  options: EndpointOptions,
): void => {
  const { users, setup, signIn, sessions, passwords, ownAccount, invitations, passwordReset, audit } = services;

  registerEndpoints(
    app,
    api.signIn,
    {
      current: async (_request, caller) => {
        if (caller) return users.describe(caller.user);
        // Before there is an owner the screens of the set-up know everyone as the default user, who can do nothing else from elsewhere.
        const state = await setup.state();
        if (state.kind === 'owned') throw new AppError('notSignedIn', 'Not logged in');
        return users.describe(state.user);
      },
      signIn: async ({ body }, _caller, exchange) => {
        setup.assertUserManagement();
        const { user, cookie } = await signIn.signIn(body, clientOf(exchange.request));
        setCookie(exchange, cookie);
        return users.describe(user);
      },
      signOut: async (_request, caller, exchange) => {
        const { sessionToken } = clientOf(exchange.request);
        if (sessionToken !== undefined && (await sessions.end({ tokenHash: hashOf(sessionToken) })) > 0)
          await audit.record({ action: 'user.signedOut', caller, resourceId: caller?.user.id });
        setCookie(exchange, sessions.clearing);
        return signedOut;
      },
    },
    options,
  );

  registerEndpoints(
    app,
    api.setup,
    {
      createOwner: async ({ body }, _caller, exchange) => {
        const { setupToken, password, ...owner } = body;
        const client = clientOf(exchange.request);
        await setup.mayBegin(client, setupToken);
        const user = await setup.createOwner({ ...owner, passwordHash: await passwords.hash(password) });
        setCookie(exchange, (await sessions.begin(user.id, client)).cookie);
        return users.describe(user);
      },
      skip: async ({ body }, _caller, { request }) => {
        await setup.mayBegin(clientOf(request), body?.setupToken);
        await setup.skip();
        return done;
      },
    },
    options,
  );

  registerEndpoints(
    app,
    api.signUp,
    {
      resolve: async ({ query }) => {
        const { inviter, email } = await invitations.resolve({ inviterId: query.inviterId, token: query.inviteeId });
        return {
          inviter: { firstName: inviter.firstName ?? '', lastName: inviter.lastName ?? '' },
          invitee: { email },
        };
      },
      accept: async ({ params, body }, _caller, exchange) => {
        const { inviterId, ...account } = body;
        const invite = { inviterId, token: params.id };
        const { user, cookie } = await invitations.accept(invite, account, clientOf(exchange.request));
        setCookie(exchange, cookie);
        return users.describe(user);
      },
    },
    options,
  );

  registerEndpoints(
    app,
    api.passwords,
    {
      forgot: async ({ body }, _caller, { request }) => {
        await passwordReset.forgot(body.email, clientOf(request));
        return undefined;
      },
      resolve: async ({ query }) => {
        await passwordReset.resolve(query);
        return undefined;
      },
      change: async ({ body }, _caller, exchange) => {
        setCookie(exchange, await passwordReset.change(body, clientOf(exchange.request)));
        return undefined;
      },
    },
    options,
  );

  registerEndpoints(
    app,
    api.me,
    {
      get: (_request, { user }) => users.describe(user),
      update: async ({ body }, { user }) => {
        await ownAccount.update(user, body);
        return users.describe(user);
      },
      changePassword: async ({ body }, { user }, exchange) => {
        setCookie(exchange, await ownAccount.changePassword(user, body, clientOf(exchange.request)));
        return done;
      },
      changeSettings: ({ body }, { user }) => ownAccount.changeSettings(user, body),
      answerSurvey: async ({ body }, { user }) => {
        await ownAccount.answerSurvey(user, body);
        return done;
      },
      sessions: (_request, { user, by }) => sessions.list(user.id, sessionOf(by)),
      endSession: async ({ params }, caller) => {
        const { user } = caller;
        if ((await sessions.end({ userId: user.id, id: params.id })) === 0) throw notFound('session', params.id);
        await audit.record({ action: 'user.sessionsEnded', caller, resourceId: user.id, details: { sessions: 1 } });
        return done;
      },
      signOutEverywhere: async (_request, caller, exchange) => {
        const count = await sessions.end({ userId: caller.user.id });
        const resourceId = caller.user.id;
        await audit.record({ action: 'user.sessionsEnded', caller, resourceId, details: { sessions: count } });
        setCookie(exchange, sessions.clearing);
        return signedOut;
      },
    },
    options,
  );
};
