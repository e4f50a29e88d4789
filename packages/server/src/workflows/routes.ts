import { api, readNewWorkflow } from '@millrace/contract';
import type { FastifyInstance } from 'fastify';
import type { Audit } from '../audit/audit.ts';
import type { Config } from '../config.ts';
import { type EndpointOptions, registerEndpoints } from '../platform/endpoints.ts';
import { refuseInShowcase } from '../platform/errors.ts';
import type { ManualRuns } from '../triggers/manual-runs.ts';
import type { Drafts } from './drafts.ts';
import type { createFetchWorkflow } from './fetch-workflow.ts';
import type { Organizing } from './organizing.ts';
import type { Workflows } from './service.ts';
import type { VersionList } from './version-list.ts';

export const registerWorkflowRoutes = (
  app: FastifyInstance,
  services: {
    audit: Audit;
    workflows: Workflows;
    organizing: Organizing;
    versionList: VersionList;
    drafts: Drafts;
    fetchWorkflow: ReturnType<typeof createFetchWorkflow>;
    manualRuns: ManualRuns;
    config: Pick<Config, 'demoMode' | 'paymentUrl'>;
  },
  options: EndpointOptions,
): void => {
  const { audit, workflows, organizing, versionList, drafts, fetchWorkflow, manualRuns, config } = services;

  registerEndpoints(
    app,
    api.workflows,
    {
      list: ({ query }, { user }) => workflows.list(user, query.filter),
      search: ({ query }, { user }) => workflows.search(user, query),
      move: async ({ body }, caller) => {
        await organizing.move(caller, body.ids, body.folderId);
        return true as const;
      },
      tag: async ({ body }, caller) => {
        await organizing.tag(caller, body.ids, body);
        return true as const;
      },
      newName: async ({ query }, { user }) => ({ name: await workflows.newName(user, query.name) }),
      fromUrl: ({ query }) => {
        refuseInShowcase('Workflows cannot be fetched by this instance.', config);
        return fetchWorkflow(query.url);
      },
      get: ({ params }, { user }) => workflows.get(user, params.id),
      create: ({ query, body }, caller) =>
        workflows.create(caller, body, { folderId: query.folderId, draftId: query.draft }),
      update: ({ params, body }, caller) => workflows.update(caller, params.id, body),
      patch: ({ params, body }, caller) => workflows.patch(caller, params.id, body),
      publish: ({ params, body }, caller) => workflows.publish(caller, params.id, body.revision),
      remove: async ({ params }, caller) => {
        await workflows.remove(caller, params.id);
        return true as const;
      },
      run: async ({ body }, caller) => {
        refuseInShowcase('Workflows cannot be run on this instance.', config);
        const { workflow, isAsStored } = await workflows.runnable(caller.user, body.workflowData);
        const { destinationNode, triggerNode } = body;
        // Who may only run what is stored brings no data of nodes either.
        const run = isAsStored ? { destinationNode, triggerNode } : body;
        const started = await manualRuns.run({ ...run, workflowData: workflow }, caller);
        await audit.record({
          action: 'workflow.run',
          caller,
          resourceId: workflow.id ?? undefined,
          name: workflow.name,
          ...('executionId' in started && { details: { executionId: started.executionId } }),
        });
        return started;
      },
    },
    { ...options, readBody: { create: readNewWorkflow } },
  );

  registerEndpoints(
    app,
    api.versions,
    {
      list: ({ params, query }, { user }) => versionList.list(user, params.id, query),
      get: ({ params }, { user }) => versionList.get(user, params.id, params.revision),
      rename: ({ params, body }, { user }) => versionList.rename(user, params.id, params.revision, body.name),
    },
    options,
  );

  registerEndpoints(
    app,
    api.drafts,
    {
      list: ({ query }, { user }) => drafts.list(user, query.workflowId),
      get: ({ params }, { user }) => drafts.get(user, params.id),
      put: ({ params, body }, { user }) => drafts.put(user, params.id, body),
      remove: async ({ params }, { user }) => {
        await drafts.remove(user, params.id);
        return true as const;
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
      remove: async ({ params }, caller) => {
        const { user, sessionId } = caller;
        // A workflow that was never saved waits under the session of its tab.
        if (params.id !== sessionId) await workflows.runnable(user, { id: params.id, nodes: [], connections: {} });
        await manualRuns.cancelTest(params.id, caller);
        return true as const;
      },
    },
    options,
  );
};
