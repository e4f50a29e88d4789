import { queryOptions, useQuery } from '@tanstack/react-query';
import { settingsQuery } from '../api/queries.ts';
import { readFeed, type Updates } from './read-feed.ts';

const none: Updates = { current: undefined, newer: [] };

/** Asked once a page. Nobody is told when the feed cannot be read: it is no business of theirs. */
const updatesQuery = (endpoint: string, running: string) =>
  queryOptions({
    queryKey: ['updates', endpoint],
    queryFn: ({ signal }): Promise<Updates> => readFeed(endpoint, running, signal).catch(() => none),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });

/** Undefined: not known yet, or nobody is told of versions here. */
export const useUpdates = (): Updates | undefined => {
  const { data: settings } = useQuery(settingsQuery);
  const { enabled = false, endpoint = '' } = settings?.versionNotifications ?? {};
  return useQuery({ ...updatesQuery(endpoint, settings?.versionCli ?? ''), enabled }).data;
};
