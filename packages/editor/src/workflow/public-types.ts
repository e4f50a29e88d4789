import { type FormatWorkflow, toFormat } from '@millrace/contract';
import { type NodeTypes, nodeTypesQuery } from '../api/node-types.ts';
import { queryClient } from '../api/queries.ts';
import type { NodeKey, WorkflowDocument } from './types.ts';

/** The public format as it leaves the editor, by copying or a download: with the type names that other products read as well, where there are such. */
export const toPublicFormat = (document: WorkflowDocument, only?: ReadonlySet<NodeKey>): FormatWorkflow => {
  const types = queryClient.getQueryData<NodeTypes>(nodeTypesQuery.queryKey);
  const workflow = toFormat(document, only);
  const nodes = workflow.nodes.map((node) => {
    const known = types?.find(node.type, node.typeVersion ?? 1);
    const [alias] = known?.name === node.type ? known.aliases : [];
    return alias === undefined ? node : { ...node, type: alias };
  });
  return { ...workflow, nodes };
};
