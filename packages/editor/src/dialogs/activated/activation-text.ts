import type { NodeTypes } from '../../api/node-types.ts';
import { type MessageKey, t } from '../../messages/dialogs.ts';
import { startsByItself, triggersOf, typeOf } from '../../workflow/triggers.ts';
import type { DocumentNode, WorkflowDocument } from '../../workflow/types.ts';

/** Triggers that start an active workflow, in the order of the canvas. */
const startingNodes = (document: WorkflowDocument, types: NodeTypes): DocumentNode[] =>
  triggersOf(document, types)
    .flatMap((key) => document.nodes[key] ?? [])
    .filter((node) => startsByItself(node, types));

/** Those of them that have addresses. */
export const calledNodes = (document: WorkflowDocument, types: NodeTypes): DocumentNode[] =>
  startingNodes(document, types).filter((node) => typeOf(types, node)?.hasWebhooks);

/** What starts an active workflow from now on: in the words of its trigger's type, or by the kind of its trigger. */
export const activationText = (document: WorkflowDocument, types: NodeTypes): string => {
  const [first, ...others] = startingNodes(document, types);
  if (!first) return t('activated.one');
  if (others.length > 0) return t('activated.several', { count: others.length + 1 });
  const type = typeOf(types, first);
  if (type?.activationMessage) return type.activationMessage;
  const kind: MessageKey = type?.polling
    ? 'activated.polling'
    : type?.hasWebhooks
      ? 'activated.calls'
      : 'activated.listener';
  return t(kind);
};
