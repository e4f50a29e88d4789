import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { queryClient } from './queries.ts';

/** Gives what was asked before, and asks nothing by itself. */
class KnownQueries extends QueryClient {
  override defaultQueryOptions: QueryClient['defaultQueryOptions'] = (options) => ({
    ...super.defaultQueryOptions(options),
    enabled: false,
  });
}

/** What is known by these keys, for components that must not ask on account of what they show. */
export const knownQueries = (keys: readonly QueryKey[]): QueryClient => {
  const known = new KnownQueries();
  for (const key of keys) known.setQueryData(key, queryClient.getQueryData(key));
  return known;
};
