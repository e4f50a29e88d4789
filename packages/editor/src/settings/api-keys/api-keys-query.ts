import { queryOptions } from '@tanstack/react-query';
import { client } from '../../api/client.ts';

export const apiKeysQuery = queryOptions({
  queryKey: ['apiKeys'],
  queryFn: ({ signal }) => client.apiKeys.list({ signal }),
  staleTime: 0,
});
