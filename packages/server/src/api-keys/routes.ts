import { api } from '@millrace/contract';
import type { FastifyInstance } from 'fastify';
import { type EndpointOptions, registerEndpoints } from '../platform/endpoints.ts';
import type { ApiKeys } from './service.ts';

export const registerApiKeyRoutes = (app: FastifyInstance, apiKeys: ApiKeys, options: EndpointOptions): void =>
  registerEndpoints(
    app,
    api.apiKeys,
    {
      list: (_request, { user }) => apiKeys.list(user),
      create: ({ body }, caller) => apiKeys.create(caller, body),
      update: ({ params, body }, caller) => apiKeys.update(caller, params.id, body),
      remove: async ({ params }, caller) => {
        await apiKeys.remove(caller, params.id);
        return true as const;
      },
    },
    options,
  );
