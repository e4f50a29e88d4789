import { asImported } from '@millrace/contract';
import { wholeGroups } from './groups.ts';
import { toPublicFormat } from './public-types.ts';
import type { NodeKey, WorkflowDocument } from './types.ts';

/** JSON text of the nodes, the wires among them and the groups that are copied whole, in the public format: pastes into any editor of this kind. */
export const copyFragment = (document: WorkflowDocument, keys: Iterable<NodeKey>): string => {
  const only = new Set(keys);
  const { nodes, connections, pinData } = asImported(toPublicFormat(document, only));
  const groups = wholeGroups(document, only);
  const fragment = { nodes, connections, ...(pinData ? { pinData } : {}), ...(groups ? { meta: { groups } } : {}) };
  return JSON.stringify(fragment, null, 2);
};
