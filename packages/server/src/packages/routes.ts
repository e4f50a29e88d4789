import { api } from '@millrace/contract';
import type { FastifyInstance } from 'fastify';
import { type EndpointOptions, registerEndpoints } from '../platform/endpoints.ts';
import type { Packages } from './service.ts';

export const registerPackageRoutes = (
  app: FastifyInstance,
  packages: Pick<Packages, 'list' | 'install' | 'update' | 'remove'>,
  options: EndpointOptions,
): void =>
  registerEndpoints(
    app,
    api.packages,
    {
      list: () => packages.list(),
      install: ({ body }) => packages.install(body),
      update: ({ body }) => packages.update(body),
      async remove({ query: { name } }) {
        await packages.remove(name);
        return { name };
      },
    },
    options,
  );
