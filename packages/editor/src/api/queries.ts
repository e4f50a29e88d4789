import type { SignedInUser, WorkflowNode } from '@millrace/contract';
import { keepPreviousData, QueryClient, queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { ApiError } from './errors.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A refusal will not change by asking again; an unreachable server is asked twice more.
      retry: (count, error) => count < 2 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 502),
      staleTime: 30_000,
      refetchOnWindowFocus: false,
    },
  },
});

/** Begins the keys of what services have answered for fields, with the credentials of the node. */
export const parameterAnswersKey = 'parameter-answers';

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => client.settings.get({ signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Who is signed in; null: nobody. */
export const currentUserQuery = queryOptions({
  queryKey: ['user'],
  queryFn: async ({ signal }): Promise<SignedInUser | null> => {
    try {
      return await client.signIn.current({ signal });
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
});

export const workflowsQuery = queryOptions({
  queryKey: ['workflows'],
  queryFn: ({ signal }) => client.workflows.list({ signal }),
  staleTime: 0,
});

export const timezonesQuery = queryOptions({
  queryKey: ['timezones'],
  queryFn: ({ signal }) => client.settings.timezones({ signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const activeWorkflowsQuery = queryOptions({
  queryKey: ['active'],
  queryFn: ({ signal }) => client.active.list({ signal }),
  staleTime: 0,
});

/** How the triggers of a stored workflow do. */
export const triggerStatesQuery = (workflowId: string) =>
  queryOptions({
    queryKey: ['triggers', workflowId],
    queryFn: ({ signal }) => client.active.triggers({ params: { id: workflowId }, signal }),
    staleTime: 0,
  });

/** Everything that lists executions. */
export const executionsKey = ['executions'];

export const currentExecutionsQuery = (workflowId?: string) =>
  queryOptions({
    queryKey: [...executionsKey, 'current', workflowId],
    queryFn: ({ signal }) =>
      client.executions.listCurrent({ query: { filter: JSON.stringify(workflowId ? { workflowId } : {}) }, signal }),
    staleTime: 0,
  });

/** The addresses of a node as it is set up: what its code makes of its parameters. */
export const nodeWebhooksQuery = (
  { name, type, typeVersion, parameters, webhookId }: WorkflowNode,
  workflowId: string | null,
) => {
  const node = { name, type, typeVersion, parameters, webhookId, position: [0, 0] as [number, number] };
  return queryOptions({
    queryKey: ['nodeWebhooks', workflowId, node],
    queryFn: ({ signal }) =>
      client.nodeParameters.webhooks({ body: { node, ...(workflowId !== null && { workflowId }) }, signal }),
    retry: false,
    placeholderData: keepPreviousData,
  });
};
