import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { queryClient, workflowsQuery } from './queries.ts';

/** All folders that the person sees, by name. */
export const foldersQuery = queryOptions({
  queryKey: ['folders'],
  queryFn: ({ signal }) => client.folders.list({ signal }),
  staleTime: 0,
});

/** After folders, or what lies where, have changed. */
export const foldersChanged = (): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: foldersQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: workflowsQuery.queryKey }),
  ]);
