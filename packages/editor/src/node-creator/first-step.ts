import { limits, type NodeTypeDescription } from '@millrace/contract';
import { addNode, removeNodes } from '../workflow/commands/index.ts';
import { newNodeKey } from '../workflow/keys.ts';
import type { WorkflowSession } from '../workflow/session.ts';
import type { DocumentNode, WorkflowDocument } from '../workflow/types.ts';
import { noteUse } from './use-history.ts';

export const startNodeOf = ({ nodes }: Pick<WorkflowDocument, 'nodes'>): DocumentNode | undefined =>
  Object.values(nodes)[0];

/** Puts this trigger where the workflow begins, in the place of the start node if there is one, as one step, and opens it. */
export const startWith = (session: WorkflowSession, type: NodeTypeDescription): void => {
  const start = startNodeOf(session.state().document);
  const key = newNodeKey();
  const remove = removeNodes(start ? [start.key] : []);
  const add = addNode(type, start?.data.position ?? limits.defaultNodePosition, { key });
  session.dispatch('history.addNode', (draft) => {
    remove(draft);
    add(draft);
  });
  noteUse(type.name);
  session.select([key]);
  session.panel.openNode(key);
};
