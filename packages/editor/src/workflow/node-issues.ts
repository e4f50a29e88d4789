import type { NodeTypeDescription, WorkflowNode } from '@millrace/contract';
import { credentialUses, issueLines, type KnownCredentials, nodeIssues } from '@millrace/engine';
import { issueMessage } from './issue-message.ts';

type Type = NodeTypeDescription | undefined;
interface Known {
  type: Type;
  credentials: KnownCredentials | undefined;
  issues: string;
}

const known = new WeakMap<WorkflowNode, Known>();

/** @param credentials those that may be used; nothing is said of them until they are loaded */
export type NodeIssueText = (node: WorkflowNode, type: Type, credentials?: KnownCredentials) => string;

/** What keeps a node from running, in words, a line each. Without the type's parameters (not loaded yet) nothing is claimed. */
export const nodeIssueText: NodeIssueText = (node, type, credentials) => {
  const before = known.get(node);
  if (before && before.type === type && before.credentials === credentials) return before.issues;
  const found = type && !type.properties ? undefined : nodeIssues(node, type, credentials);
  const issues = found ? issueLines(found, issueMessage).join('\n') : '';
  known.set(node, { type, credentials, issues });
  return issues;
};

const users = new WeakMap<WorkflowNode, { type: Type; isUser: boolean }>();

/** Whether a node needs credentials as it is set up. */
export const usesCredentials = (node: WorkflowNode, type: Type): boolean => {
  const before = users.get(node);
  if (before && before.type === type) return before.isUser;
  const isUser = type?.properties !== undefined && credentialUses(node, type).length > 0;
  users.set(node, { type, isUser });
  return isUser;
};
