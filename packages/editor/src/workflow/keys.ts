import type { NodeKey, WorkflowDocument } from './types.ts';

/** The id of a node that is yet to be added. */
export const newNodeKey = (): NodeKey => crypto.randomUUID();

/** Node names to keys. */
export const keysByName = (document: WorkflowDocument): Map<string, NodeKey> =>
  new Map(Object.values(document.nodes).map((node) => [node.data.name, node.key]));
