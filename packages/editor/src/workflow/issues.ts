import type { WorkflowNode } from '@millrace/contract';
import { blockingIssues, issueLines } from '@millrace/engine';
import { fetchCredentials } from '../api/credentials.ts';
import { fullTypesFor } from '../api/node-types.ts';
import { issueMessage } from './issue-message.ts';
import { usesCredentials } from './node-issues.ts';
import type { NodeKey, WorkflowState } from './types.ts';

/** What is wrong with one node, as a line to read. */
export interface PathIssue {
  key: NodeKey;
  node: string;
  issue: string;
}

/**
 * What is wrong with these nodes, found before the server is asked, so that all of it can be named at once. Disabled and pinned nodes
 * do not run, so they count for nothing.
 * @throws ApiError if the node types, or credentials where some are used, cannot be read
 */
export const issuesOf = async (
  { document, ownedBy }: Pick<WorkflowState, 'document' | 'ownedBy'>,
  keys: ReadonlySet<NodeKey>,
): Promise<PathIssue[]> => {
  const nodes = Object.values(document.nodes).filter(
    ({ key, data }) => keys.has(key) && !data.disabled && document.pinData[key] === undefined,
  );
  const fullType = await fullTypesFor(nodes.map(({ data }) => ({ name: data.type, version: data.typeVersion ?? 1 })));
  const typeOf = ({ type, typeVersion = 1 }: WorkflowNode) => fullType(type, typeVersion);
  const needsCredentials = nodes.some(({ data }) => usesCredentials(data, typeOf(data)));
  const credentials = needsCredentials ? await fetchCredentials(ownedBy) : undefined;
  return nodes.flatMap(({ key, data }) => {
    const issues = blockingIssues(data, typeOf(data), credentials);
    return issues ? issueLines(issues, issueMessage).map((issue) => ({ key, node: data.name, issue })) : [];
  });
};

/** A line for each issue, as toasts show them. */
export const issueText = (issues: readonly PathIssue[]): string =>
  issues.map(({ node, issue }) => `${node}: ${issue}`).join('\n');
