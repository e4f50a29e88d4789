import { api } from '@millrace/contract';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import { type EndpointOptions, registerEndpoints } from '../../platform/endpoints.ts';
import { refuseInShowcase } from '../../platform/errors.ts';
import type { NodeParameters } from './service.ts';

export const registerNodeParameterRoutes = (
  app: FastifyInstance,
  services: { nodeParameters: NodeParameters; config: Pick<Config, 'demoMode' | 'paymentUrl'> },
  options: EndpointOptions,
): void => {
  /** A showcase runs no code of nodes, and makes no requests for them. */
  const parameters = (): NodeParameters => {
    const { nodeParameters, config } = services;
    refuseInShowcase('Nodes cannot be asked on this instance.', config);
    return nodeParameters;
  };

  registerEndpoints(
    app,
    api.nodeParameters,
    {
      options: async ({ query }, { user }, { hungUp }) => parameters().options(user, query, hungUp()),
      postOptions: async ({ body }, { user }, { hungUp }) => parameters().options(user, body, hungUp()),
      search: async ({ body }, { user }, { hungUp }) => parameters().search(user, body, hungUp()),
      mapping: async ({ body }, { user }, { hungUp }) => parameters().mapping(user, body, hungUp()),
      action: async ({ body }, { user }, { hungUp }) => parameters().action(user, body, hungUp()),
      webhooks: async ({ body }, { user }, { hungUp }) => parameters().webhooks(user, body, hungUp()),
      schedule: async ({ body }, { user }, { hungUp }) => parameters().schedule(user, body, hungUp()),
    },
    options,
  );
};
