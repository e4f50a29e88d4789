import { api } from '@millrace/contract';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../platform/clock.ts';
import { type EndpointOptions, registerEndpoints } from '../platform/endpoints.ts';
import type { Executions } from './service.ts';

export const registerExecutionRoutes = (
  app: FastifyInstance,
  { executions, clock }: { executions: Executions; clock: Clock },
  options: EndpointOptions,
): void =>
  registerEndpoints(
    app,
    api.executions,
    {
      list: async ({ query }, { user }) => ({ estimated: false, ...(await executions.list(user, query)) }),
      get: ({ params, query }, { user }) => executions.get(user, params.id, query.flatted ?? false),
      remove: async ({ body }, { user }) => {
        await executions.remove(user, body);
        return undefined;
      },
      listCurrent: async ({ query }, { user }) => {
        const found = await executions.listCurrent(user, query.filter);
        return found.map(({ id, workflowId, workflowName, mode, startedAt, retryOf }) => ({
          id,
          workflowId,
          workflowName,
          mode,
          startedAt,
          ...(retryOf === undefined ? {} : { retryOf }),
        }));
      },
      stop: async ({ params }, { user }) => {
        const { mode, startedAt, stoppedAt, finished } = await executions.stop(user, params.id);
        return { mode, startedAt, stoppedAt: stoppedAt ?? new Date(clock.now()).toISOString(), finished };
      },
    },
    options,
  );
