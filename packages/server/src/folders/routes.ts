import { api } from '@millrace/contract';
import type { FastifyInstance } from 'fastify';
import { type EndpointOptions, registerEndpoints } from '../platform/endpoints.ts';
import type { Folders } from './service.ts';

export const registerFolderRoutes = (app: FastifyInstance, folders: Folders, options: EndpointOptions): void =>
  registerEndpoints(
    app,
    api.folders,
    {
      list: (_, caller) => folders.list(caller),
      create: ({ body }, caller) => folders.create(caller, body),
      update: ({ params, body }, caller) => folders.update(caller, params.id, body),
      remove: async ({ params }, caller) => {
        await folders.remove(caller, params.id);
        return true as const;
      },
    },
    options,
  );
