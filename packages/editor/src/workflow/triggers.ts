import { limits, type NodeTypeDescription } from '@millrace/contract';
import type { NodeTypes } from '../api/node-types.ts';
import type { DocumentNode, NodeKey, WorkflowDocument } from './types.ts';

/** Starts runs by hand only, so it does not make a workflow one that can be activated. */
export const manualTrigger = limits.manualTriggerType;

export const typeOf = (types: NodeTypes, { data }: DocumentNode): NodeTypeDescription | undefined =>
  types.find(data.type, data.typeVersion ?? 1);

export const isTrigger = (type: NodeTypeDescription | undefined): boolean => type?.group.includes('trigger') ?? false;

const byPlace = (a: DocumentNode, b: DocumentNode) =>
  a.data.position[1] - b.data.position[1] || a.data.position[0] - b.data.position[0];

/** Enabled nodes that a run can start from, in the order of the canvas: top to bottom, then left to right. */
export const triggersOf = (document: WorkflowDocument, types: NodeTypes): NodeKey[] =>
  Object.values(document.nodes)
    .filter((node) => !node.data.disabled && isTrigger(typeOf(types, node)))
    .sort(byPlace)
    .map((node) => node.key);

/** Whether this is a trigger that starts runs without a person. */
export const startsByItself = (node: DocumentNode | undefined, types: NodeTypes): boolean => {
  const type = node && typeOf(types, node);
  return isTrigger(type) && type?.name !== manualTrigger;
};

/** Whether there is an enabled trigger that can start the workflow by itself. */
export const canBeActivated = (document: WorkflowDocument, types: NodeTypes): boolean =>
  Object.values(document.nodes).some((node) => !node.data.disabled && startsByItself(node, types));

/** Whether a run that begins here waits for a test call, which the server needs a stored workflow for. */
export const waitsForCall = (node: DocumentNode, types: NodeTypes): boolean =>
  typeOf(types, node)?.hasWebhooks === true;
