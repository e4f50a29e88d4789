import type { NodeTypeDescription } from '@millrace/contract';
import type { NodeTypes } from '../api/node-types.ts';
import type { DocumentNode, NodeKey, WorkflowDocument } from './types.ts';

/** Starts runs by hand only, so it does not make a workflow one that can be activated. */
export const manualTrigger = 'core.manualTrigger';

export const typeOf = (types: NodeTypes, { data }: DocumentNode): NodeTypeDescription | undefined =>
  types.find(data.type, data.typeVersion ?? 1);

export const isTrigger = (type: NodeTypeDescription | undefined): boolean => type?.group.includes('trigger') ?? false;

/** Enabled nodes that a run can start from. */
export const triggersOf = (document: WorkflowDocument, types: NodeTypes): NodeKey[] =>
  Object.values(document.nodes)
    .filter((node) => !node.data.disabled && isTrigger(typeOf(types, node)))
    .map((node) => node.key);

/** Whether there is a trigger that can start the workflow by itself. */
export const canBeActivated = (document: WorkflowDocument, types: NodeTypes): boolean =>
  Object.values(document.nodes).some((node) => {
    const type = typeOf(types, node);
    return !node.data.disabled && isTrigger(type) && type?.name !== manualTrigger;
  });

/** Whether a run waits for a test call, which the server needs a stored workflow for. */
export const hasWebhook = (document: WorkflowDocument, types: NodeTypes): boolean =>
  Object.values(document.nodes).some((node) => {
    const type = typeOf(types, node);
    return !node.data.disabled && isTrigger(type) && (type?.webhooks?.length ?? 0) > 0;
  });
