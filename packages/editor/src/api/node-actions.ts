import type { NodeAction } from '@millrace/contract';
import { client } from './client.ts';
import { inOwnLanguage } from './node-texts.ts';

/** What nodes can be set to do, in the order of their operations. Asked for by those who look for a node. */
export const nodeActionsQuery = {
  queryKey: ['node-actions'],
  queryFn: async (): Promise<NodeAction[]> => inOwnLanguage(await client.nodeTypes.actions()),
  staleTime: Number.POSITIVE_INFINITY,
};
