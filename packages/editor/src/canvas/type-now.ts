import type { NodeTypeDescription, WorkflowNode } from '@millrace/contract';
import { fullTypeOf, type NodeTypes, nodeTypesQuery } from '../api/node-types.ts';
import { queryClient } from '../api/queries.ts';

/** The type of a node for code outside React: as full as it is loaded at this moment. */
export const typeNow = (node: Pick<WorkflowNode, 'type' | 'typeVersion'>): NodeTypeDescription | undefined => {
  const types = queryClient.getQueryData<NodeTypes>(nodeTypesQuery.queryKey);
  const known = types?.find(node.type, node.typeVersion ?? 1);
  return known && (fullTypeOf(known.name, known.version) ?? known);
};
