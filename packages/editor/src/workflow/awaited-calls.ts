import { nodeWebhooksQuery, queryClient } from '../api/queries.ts';
import type { AwaitedCall, DocumentNode } from './types.ts';

/** Where test calls of a trigger are awaited. None where its address cannot be told: that is said in its panel. */
export const awaitedCalls = async ({ data }: DocumentNode, workflowId: string | null): Promise<AwaitedCall[]> => {
  try {
    const addresses = await queryClient.fetchQuery(nodeWebhooksQuery(data, workflowId));
    return addresses.map(({ method, testUrl }) => ({ method, address: testUrl }));
  } catch {
    return [];
  }
};
