import { type ExecutionFilter, limits } from '@millrace/contract';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { executionsKey } from '../../api/queries.ts';
import { firstExecutions, type LoadedExecutions, withNewest, withOlder, without } from './loaded-executions.ts';

const keyOf = (filter: ExecutionFilter) => [...executionsKey, 'list', filter];

/** Past executions: the first page, further ones when asked for, and the newest ones again at each refresh. */
export const useExecutions = (filter: ExecutionFilter, options: { enabled: boolean; refreshes: boolean }) => {
  const queryClient = useQueryClient();
  const queryKey = keyOf(filter);
  const read = (limit: number, lastId?: string, signal?: AbortSignal) =>
    client.executions.list({ query: { filter: JSON.stringify(filter), limit: String(limit), lastId }, signal });
  const list = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const before = queryClient.getQueryData<LoadedExecutions>(queryKey);
      if (!before) return firstExecutions(await read(limits.executionsPerPage, undefined, signal));
      const newest = await read(limits.executionsRefreshPageSize, undefined, signal);
      // More may have been loaded while the answer was on its way.
      const present = queryClient.getQueryData<LoadedExecutions>(queryKey) ?? before;
      return withNewest(present, newest, limits.executionsRefreshPageSize);
    },
    enabled: options.enabled,
    refetchInterval: options.refreshes && limits.executionsRefreshInterval,
    staleTime: 0,
    gcTime: 0,
  });
  const more = useMutation({
    mutationFn: (cursor: string) => read(limits.executionsPerPage, cursor),
    onSuccess: (page) =>
      queryClient.setQueryData<LoadedExecutions>(queryKey, (loaded) => loaded && withOlder(loaded, page)),
  });
  return { list, more };
};

/** Takes deleted executions out of the loaded lists. */
export const forgetExecutions = (queryClient: QueryClient, ids: ReadonlySet<string>): void => {
  queryClient.setQueriesData<LoadedExecutions>(
    { queryKey: [...executionsKey, 'list'] },
    (loaded) => loaded && without(loaded, ids),
  );
};
