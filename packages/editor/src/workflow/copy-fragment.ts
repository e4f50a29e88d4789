import { asImported } from '@millrace/contract';
import { toPublicFormat } from './public-types.ts';
import type { NodeKey, WorkflowDocument } from './types.ts';

/** JSON text of the nodes and the wires among them, in the public format: pastes into any editor of this kind. */
export const copyFragment = (document: WorkflowDocument, keys: Iterable<NodeKey>): string => {
  const { nodes, connections, pinData } = asImported(toPublicFormat(document, new Set(keys)));
  return JSON.stringify({ nodes, connections, ...(pinData ? { pinData } : {}) }, null, 2);
};
