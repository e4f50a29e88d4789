import { api } from '@millrace/contract';
import type { FastifyInstance } from 'fastify';
import { type EndpointOptions, registerEndpoints } from '../platform/endpoints.ts';
import type { Tags } from './service.ts';

export const registerTagRoutes = (app: FastifyInstance, tags: Tags, options: EndpointOptions): void =>
  registerEndpoints(
    app,
    api.tags,
    {
      list: ({ query }, caller) => tags.list(caller, { withUsageCount: query.withUsageCount ?? false }),
      create: ({ body }, caller) => tags.create(caller, body.name),
      rename: ({ params, body }, caller) => tags.rename(caller, params.id, body.name),
      remove: async ({ params }, caller) => {
        await tags.remove(caller, params.id);
        return true as const;
      },
    },
    options,
  );
