import { useMemo } from 'react';
import { useCredentials } from '../api/credentials.ts';
import type { useNodeTypes } from '../api/node-types.ts';
import { useNodeIssues } from '../workflow/expressions.ts';
import { useWorkflow } from '../workflow/hooks.ts';
import type { WorkflowDocument } from '../workflow/types.ts';
import type { FlowSurroundings } from './flow-model.ts';

/**
 * What tells the issues of the nodes on the canvas; undefined until the expression language is there. The credentials are asked for when a node needs
 * some, and nothing is said of them until they have come.
 */
export const useIssueText = (
  nodes: WorkflowDocument['nodes'],
  { full }: Pick<ReturnType<typeof useNodeTypes>, 'full'>,
): FlowSurroundings['issueText'] => {
  const issues = useNodeIssues();
  const areWanted = useMemo(
    () =>
      issues !== undefined &&
      Object.values(nodes).some(({ data }) => issues.usesCredentials(data, full(data.type, data.typeVersion ?? 1))),
    [issues, nodes, full],
  );
  const owner = useWorkflow((state) => state.ownedBy);
  const credentials = useCredentials(owner, areWanted);
  return useMemo(
    () => issues && ((node, type) => issues.nodeIssueText(node, type, credentials)),
    [issues, credentials],
  );
};
