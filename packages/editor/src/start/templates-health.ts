import type { ServerSettings } from '@millrace/contract';
import { queryClient } from '../api/queries.ts';

const patience = 2000;

const isHealthy = async (host: string): Promise<boolean> => {
  try {
    return (await fetch(`${host}/health`, { signal: AbortSignal.timeout(patience) })).ok;
  } catch {
    return false;
  }
};

/** Whether the host of the templates answers. Asked once. */
export const areTemplatesReachable = async ({ enabled, host }: ServerSettings['templates']): Promise<boolean> =>
  enabled &&
  queryClient.ensureQueryData({
    queryKey: ['templates', 'health'],
    queryFn: () => isHealthy(host),
    staleTime: Number.POSITIVE_INFINITY,
  });
