import { api } from '@millrace/contract';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { type EndpointOptions, registerEndpoints } from '../platform/endpoints.ts';
import { notOffered } from '../platform/errors.ts';
import type { ManualRuns } from '../triggers/manual-runs.ts';
import type { Workflows } from './service.ts';

export const registerWorkflowRoutes = (
  app: FastifyInstance,
  services: { workflows: Workflows; manualRuns: ManualRuns; config: Pick<Config, 'demoMode' | 'paymentUrl'> },
  options: EndpointOptions,
): void => {
  const { workflows, manualRuns, config } = services;

  registerEndpoints(
    app,
    api.workflows,
    {
      list: ({ query }, { user }) => workflows.list(user, query.filter),
      newName: async ({ query }, { user }) => ({ name: await workflows.newName(user, query.name) }),
      get: ({ params }, { user }) => workflows.get(user, params.id),
      create: ({ body }, { user }) => workflows.create(user, body),
      update: ({ params, body }, { user }) => workflows.update(user, params.id, body),
      patch: ({ params, body }, { user }) => workflows.patch(user, params.id, body),
      remove: async ({ params }, { user }) => {
        await workflows.remove(user, params.id);
        return true as const;
      },
      run: async ({ body }, caller) => {
        if (!config.demoMode) throw notOffered('Workflows cannot be run on this instance.', config);
        // The graph comes with the request, but an id may only name a workflow that the caller can see.
        if (body.workflowData.id) await workflows.get(caller.user, body.workflowData.id);
        return manualRuns.run(body, caller);
      },
    },
    options,
  );

  registerEndpoints(
    app,
    api.active,
    {
      list: (_request, { user }) => workflows.active(user),
      error: ({ params }, { user }) => workflows.activationError(user, params.id),
      triggers: ({ params }, { user }) => workflows.triggerStates(user, params.id),
    },
    options,
  );

  registerEndpoints(
    app,
    api.testWebhooks,
    {
      remove: async ({ params }, { user, sessionId }) => {
        // A workflow that was never saved waits under the session of its tab.
        if (params.id !== sessionId) await workflows.get(user, params.id);
        await manualRuns.cancelTest(params.id);
        return true as const;
      },
    },
    options,
  );
};
