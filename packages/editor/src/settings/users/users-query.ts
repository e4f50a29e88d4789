import { queryOptions } from '@tanstack/react-query';
import { client } from '../../api/client.ts';

export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: ({ signal }) => client.users.list({ signal }),
  staleTime: 0,
});
