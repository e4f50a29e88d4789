import type { NodeTypeDescription, WorkflowNode } from '@millrace/contract';
import { issueLines, nodeIssues } from '@millrace/engine';

const known = new WeakMap<WorkflowNode, { type: NodeTypeDescription | undefined; issues: string }>();

export type NodeIssueText = (node: WorkflowNode, type: NodeTypeDescription | undefined) => string;

/** What keeps a node from running, in words, a line each. Without the type's parameters (not loaded yet) nothing is claimed. */
export const nodeIssueText: NodeIssueText = (node, type) => {
  const before = known.get(node);
  if (before && before.type === type) return before.issues;
  const found = type && !type.properties ? undefined : nodeIssues(node, type);
  const issues = found ? issueLines(found).join('\n') : '';
  known.set(node, { type, issues });
  return issues;
};
