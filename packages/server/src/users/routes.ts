import { api } from '@millrace/contract';
import type { FastifyInstance } from 'fastify';
import { type EndpointOptions, registerEndpoints } from '../platform/endpoints.ts';
import type { Invitations } from './invitations.ts';
import type { PasswordReset } from './password-reset.ts';
import type { UserRemoval } from './removal.ts';
import type { Users } from './service.ts';
import type { Setup } from './setup.ts';

const done = { success: true } as const;

export const registerUserRoutes = (
  app: FastifyInstance,
  services: {
    users: Users;
    setup: Setup;
    invitations: Invitations;
    passwordReset: PasswordReset;
    removal: UserRemoval;
  },
  options: EndpointOptions,
): void => {
  const { users, setup, invitations, passwordReset, removal } = services;
  registerEndpoints(
    app,
    api.users,
    {
      list: () => {
        setup.assertUserManagement();
        return users.list();
      },
      names: () => users.names(),
      invite: ({ body, query }, { user }) =>
        invitations.invite(
          user,
          body.map(({ email }) => email),
          { sendMail: query.sendMail ?? true },
        ),
      reinvite: async ({ params }, { user }) => {
        await invitations.inviteAgain(user, params.id);
        return done;
      },
      inviteLink: ({ params }, { user }) => invitations.makeLink(user, params.id),
      passwordLink: ({ params }, { user }) => passwordReset.makeLinkFor(user, params.id),
      belongings: ({ params }) => removal.belongings(params.id),
      remove: async ({ params, query }, { user }) => {
        await removal.remove(user, params.id, query.transferId);
        return done;
      },
    },
    options,
  );
};
