import { api } from '@millrace/contract';
import type { FastifyInstance } from 'fastify';
import { type EndpointOptions, registerEndpoints } from '../../platform/endpoints.ts';
import type { NodeParameters } from './service.ts';

export const registerNodeParameterRoutes = (
  app: FastifyInstance,
  parameters: NodeParameters,
  options: EndpointOptions,
): void =>
  registerEndpoints(
    app,
    api.nodeParameters,
    {
      options: ({ query }, { user }, hungUp) => parameters.options(user, query, hungUp()),
      postOptions: ({ body }, { user }, hungUp) => parameters.options(user, body, hungUp()),
      search: ({ body }, { user }, hungUp) => parameters.search(user, body, hungUp()),
      mapping: ({ body }, { user }, hungUp) => parameters.mapping(user, body, hungUp()),
      action: ({ body }, { user }, hungUp) => parameters.action(user, body, hungUp()),
      webhooks: ({ body }, { user }, hungUp) => parameters.webhooks(user, body, hungUp()),
    },
    options,
  );
