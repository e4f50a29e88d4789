import { issueLines, nodeIssues } from '@millrace/engine';
import { fullTypesFor, type NodeTypes } from '../api/node-types.ts';
import { nodesOnPath } from './partial-run.ts';
import { triggersOf } from './triggers.ts';
import type { NodeKey, WorkflowDocument } from './types.ts';

/** What is wrong with one node, as a line to read. */
export interface PathIssue {
  node: string;
  issue: string;
}

/**
 * Everything that keeps the workflow from being run, found before the server is asked, so that all of it can be named at once. Only
 * nodes that the run can reach count.
 * @throws ApiError if the node types cannot be read
 */
export const issuesOnPath = async (
  document: WorkflowDocument,
  types: NodeTypes,
  ends: { destinationNode?: NodeKey; triggerNode?: NodeKey } = {},
): Promise<PathIssue[]> => {
  const triggers = ends.triggerNode === undefined ? triggersOf(document, types) : [ends.triggerNode];
  const reached = nodesOnPath(document, { destination: ends.destinationNode, triggers });
  const nodes = Object.values(document.nodes).filter((node) => reached.has(node.key) && !node.data.disabled);
  const fullType = await fullTypesFor(nodes.map(({ data }) => ({ name: data.type, version: data.typeVersion ?? 1 })));
  return nodes.flatMap(({ data }) => {
    const issues = nodeIssues(data, fullType(data.type, data.typeVersion ?? 1));
    return issues ? issueLines(issues).map((issue) => ({ node: data.name, issue })) : [];
  });
};
