import { api } from '@millrace/contract';
import type { FastifyInstance } from 'fastify';
import { type EndpointOptions, registerEndpoints } from '../platform/endpoints.ts';
import type { Users } from './service.ts';

export const registerUserRoutes = (app: FastifyInstance, users: Users, options: EndpointOptions): void =>
  registerEndpoints(app, api.users, { current: (_request, { user }) => users.describe(user) }, options);
