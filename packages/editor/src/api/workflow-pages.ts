import type { WorkflowsQuery } from '@millrace/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { workflowsQuery } from './queries.ts';

/** Which workflows are looked at, and in which order. */
export interface WorkflowsView {
  filter: WorkflowsQuery;
  sort: 'name' | 'createdAt' | 'updatedAt';
  direction: 'asc' | 'desc';
  /** From 0. */
  page: number;
}

export const workflowsAtOnce = 50;

/** Asked anew with the list of all workflows, since its key begins with that one's. */
export const workflowPageQuery = ({ filter, sort, direction, page }: WorkflowsView) =>
  queryOptions({
    queryKey: [...workflowsQuery.queryKey, 'page', filter, sort, direction, page],
    queryFn: ({ signal }) =>
      client.workflows.search({
        query: {
          filter: JSON.stringify(filter),
          sort,
          direction,
          offset: page * workflowsAtOnce,
          limit: workflowsAtOnce,
        },
        signal,
      }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
