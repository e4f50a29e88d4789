import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { queryClient, workflowsQuery } from './queries.ts';

const tagsKey = ['tags'];

/** All tags, by name, with how many workflows have them. */
export const tagsQuery = queryOptions({
  queryKey: tagsKey,
  queryFn: ({ signal }) => client.tags.list({ query: { withUsageCount: 'true' }, signal }),
  staleTime: 0,
});

/** After tags, or who has which, have changed. */
export const tagsChanged = (): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: tagsKey }),
    queryClient.invalidateQueries({ queryKey: workflowsQuery.queryKey }),
  ]);
