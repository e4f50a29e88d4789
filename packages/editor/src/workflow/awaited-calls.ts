import { nodeWebhooksQuery, queryClient } from '../api/queries.ts';
import type { AwaitedCall, DocumentNode } from './types.ts';

const formTypes = ['core.formTrigger', 'n8n-nodes-base.formTrigger'];

/** Where test calls of a trigger are awaited. None where its address cannot be told: that is said in its panel. */
export const awaitedCalls = async ({ data }: DocumentNode, workflowId: string | null): Promise<AwaitedCall[]> => {
  try {
    const addresses = await queryClient.fetchQuery(nodeWebhooksQuery(data, workflowId));
    const isForm = formTypes.includes(data.type);
    return addresses
      .filter(({ method }) => !isForm || method === 'GET')
      .map(({ method, testUrl }) => ({ method, address: testUrl, ...(isForm && { isPage: true }) }));
  } catch {
    return [];
  }
};
