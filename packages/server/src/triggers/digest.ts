import { createHash } from 'node:crypto';
import type { WorkflowNode } from '@millrace/contract';

/** Of what a trigger depends on: the node's type, parameters and credentials, and whatever else is given. What leaves them as they are need not begin anew. */
export const digestOfNode = (
  { type, typeVersion, parameters, credentials, webhookId }: WorkflowNode,
  more: unknown = null,
): string =>
  createHash('sha256')
    .update(JSON.stringify([type, typeVersion, parameters, credentials, webhookId, more]))
    .digest('hex');
