import { queryOptions } from '@tanstack/react-query';
import { client } from '../../api/client.ts';

/** Milliseconds between two looks while something is under way. */
const lookWhilePending = 2000;

export const packagesQuery = queryOptions({
  queryKey: ['packages'],
  queryFn: ({ signal }) => client.packages.list({ signal }),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.pending.length ? lookWhilePending : false),
});
