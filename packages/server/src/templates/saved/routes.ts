import { api } from '@millrace/contract';
import type { FastifyInstance } from 'fastify';
import { type EndpointOptions, registerEndpoints } from '../../platform/endpoints.ts';
import type { SavedTemplates } from './service.ts';

export const registerSavedTemplateRoutes = (
  app: FastifyInstance,
  templates: SavedTemplates,
  options: EndpointOptions,
): void =>
  registerEndpoints(
    app,
    api.templates,
    {
      list: ({ query }) => templates.list(query),
      get: ({ params }) => templates.get(params.id),
      workflow: ({ params }) => templates.workflow(params.id),
      create: ({ body }, caller) => templates.create(caller, body),
      update: ({ params, body }, caller) => templates.update(caller, params.id, body),
      remove: async ({ params }, caller) => {
        await templates.remove(caller, params.id);
        return true as const;
      },
    },
    options,
  );
