import type { NodeTypeSource } from '@millrace/engine';
import { JsonText } from '../platform/json-text.ts';
import { startText } from './stored-start.ts';
import type { RunnableVersion } from './types.ts';

/** Name of the workflow's first enabled node of a type (our own name of it, whatever alias the node uses). */
export const findTrigger = (
  { workflow }: RunnableVersion,
  nodeTypes: NodeTypeSource,
  type: string,
): string | undefined =>
  workflow.nodes.find((node) => !node.disabled && nodeTypes.find(node.type, node.typeVersion ?? 1)?.name === type)
    ?.name;

/** Our own name of the type of a node; where the type is not known, as the workflow has it. */
export const typeOfNode = (
  { workflow }: RunnableVersion,
  nodeTypes: NodeTypeSource,
  name: string,
): string | undefined => {
  const node = workflow.nodes.find((one) => one.name === name);
  return node && (nodeTypes.find(node.type, node.typeVersion ?? 1)?.name ?? node.type);
};

/** JSON of the StoredStart that starts at a trigger with items. @param start.items JSON of a list, put in as it stands */
export const textOfInput = (start: { node: string | undefined; items: string; depth: number }): string => {
  const node = start.node === undefined ? '' : `"node":${JSON.stringify(start.node)},`;
  const payload = `{"kind":"items","items":${start.items}}`;
  return startText(new JsonText(`{"kind":"trigger",${node}"payload":${payload}}`), { depth: start.depth });
};
