import { api } from '@millrace/contract';
import type { FastifyInstance } from 'fastify';
import { type EndpointOptions, registerEndpoints } from '../platform/endpoints.ts';
import { AppError } from '../platform/errors.ts';
import type { Users } from './service.ts';

export const registerUserRoutes = (app: FastifyInstance, users: Users, options: EndpointOptions): void =>
  registerEndpoints(
    app,
    api.users,
    {
      current: (_request, caller) => {
        if (!caller) throw new AppError('notSignedIn', 'Not logged in');
        return users.describe(caller.user);
      },
    },
    options,
  );
