import { api } from '@millrace/contract';
import type { FastifyInstance } from 'fastify';
import { type EndpointOptions, registerEndpoints } from '../platform/endpoints.ts';
import type { Shares } from './service.ts';

export const registerShareRoutes = (app: FastifyInstance, shares: Shares, options: EndpointOptions): void =>
  registerEndpoints(
    app,
    api.shares,
    {
      ofWorkflow: ({ params }, { user }) => shares.list(user, 'workflow', params.id),
      shareWorkflow: ({ params, body }, caller) => shares.replace(caller, 'workflow', params.id, body),
      ofCredential: ({ params }, { user }) => shares.list(user, 'credential', params.id),
      ofDataTable: ({ params }, { user }) => shares.list(user, 'dataTable', params.id),
      shareDataTable: ({ params, body }, caller) => shares.replace(caller, 'dataTable', params.id, body),
      shareCredential: ({ params, body }, caller) => shares.replace(caller, 'credential', params.id, body),
    },
    options,
  );
