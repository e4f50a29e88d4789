import { queryOptions } from '@tanstack/react-query';
import { credentialTypesQuery } from '../../api/credentials.ts';
import { endpoints } from '../../api/endpoints.ts';
import { knownQueries } from '../../api/known-queries.ts';
import { nodeTypesQuery } from '../../api/node-types.ts';
import { currentUserQuery, queryClient, settingsQuery } from '../../api/queries.ts';

/** The only calls of a page that shows what another page has given: what the instance is, who looks, and which types there are. */
export const demoPaths = [
  endpoints.settings.get,
  endpoints.signIn.current,
  endpoints.nodeTypes.list,
  endpoints.nodeTypes.describe,
  endpoints.nodeTypes.texts,
  endpoints.credentialTypes.list,
].map(({ path }) => path);

/** What components find known, and cannot ask beyond. */
export const knownQuery = queryOptions({
  queryKey: ['known'],
  queryFn: async () => {
    await Promise.all([queryClient.fetchQuery(nodeTypesQuery), queryClient.fetchQuery(credentialTypesQuery)]);
    const queries = [settingsQuery, currentUserQuery, nodeTypesQuery, credentialTypesQuery];
    return knownQueries(queries.map(({ queryKey }) => queryKey));
  },
  structuralSharing: false,
  staleTime: Number.POSITIVE_INFINITY,
});
