import { api } from '@millrace/contract';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import type { Clock } from '../../platform/clock.ts';
import { type EndpointOptions, registerEndpoints } from '../../platform/endpoints.ts';
import { refuseInShowcase } from '../../platform/errors.ts';
import type { Executions } from './service.ts';

export const registerExecutionRoutes = (
  app: FastifyInstance,
  {
    executions,
    clock,
    config,
  }: { executions: Executions; clock: Clock; config: Pick<Config, 'demoMode' | 'paymentUrl'> },
  options: EndpointOptions,
): void =>
  registerEndpoints(
    app,
    api.executions,
    {
      list: async ({ query }, { user }) => ({ estimated: false, ...(await executions.list(user, query)) }),
      get: ({ params, query }, { user }) => executions.get(user, params.id, query.flatted ?? false),
      outline: ({ params, query }, { user }) => executions.outline(user, params.id, query.from),
      items: ({ params: { id, position }, query: { connection, output, ...range } }, { user }) =>
        executions.items(user, id, { position, connection, output }, range),
      retry: ({ params, body }, caller) => {
        refuseInShowcase('Workflows cannot be run on this instance.', config);
        return executions.retry(caller, params.id, body?.loadWorkflow ?? false);
      },
      remove: async ({ body }, caller) => {
        await executions.remove(caller, body);
        return undefined;
      },
      listCurrent: async ({ query }, { user }) => {
        const found = await executions.listCurrent(user, query.filter);
        return found.map(({ id, workflowId, workflowName, mode, triggerType, status, startedAt, retryOf }) => ({
          id,
          workflowId,
          workflowName,
          mode,
          ...(triggerType === undefined ? {} : { triggerType }),
          status: status === 'queued' ? ('queued' as const) : ('running' as const),
          startedAt,
          ...(retryOf === undefined ? {} : { retryOf }),
        }));
      },
      stop: async ({ params }, caller) => {
        const { mode, startedAt, stoppedAt, finished } = await executions.stop(caller, params.id);
        return { mode, startedAt, stoppedAt: stoppedAt ?? new Date(clock.now()).toISOString(), finished };
      },
    },
    options,
  );
