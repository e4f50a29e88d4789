import { nodeWebhooksQuery, queryClient } from '../api/queries.ts';
import type { AwaitedCall, DocumentNode } from './types.ts';

const formTypes = ['core.formTrigger', 'n8n-nodes-base.formTrigger'];

/** Its address is that of a page for people. */
export const isFormTrigger = ({ data }: DocumentNode): boolean => formTypes.includes(data.type);

/** Where test calls of a trigger are awaited. None where its address cannot be told: that is said in its panel. */
export const awaitedCalls = async (node: DocumentNode, workflowId: string | null): Promise<AwaitedCall[]> => {
  try {
    const addresses = await queryClient.fetchQuery(nodeWebhooksQuery(node.data, workflowId));
    const isForm = isFormTrigger(node);
    return addresses
      .filter(({ method }) => !isForm || method === 'GET')
      .map(({ method, testUrl }) => ({ method, address: testUrl, ...(isForm && { isPage: true }) }));
  } catch {
    return [];
  }
};
