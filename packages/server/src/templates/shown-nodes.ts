import type { NodeTypeDescription, TemplateNode } from '@millrace/contract';
import type { NodeTypes } from '../node-types/service.ts';

/** The types of some nodes as templates show them: each once, without notes, in the order of the nodes. */
export type NodesOf = (nodes: readonly { type: string }[]) => TemplateNode[];

const noteType = 'core.stickyNote';

const shownType = (type: string, description: NodeTypeDescription | undefined): TemplateNode => {
  if (!description) return { name: type, displayName: type.slice(type.lastIndexOf('.') + 1) };
  const { displayName, icon, defaults } = description;
  const { color } = defaults;
  return { name: type, displayName, icon, ...(color !== undefined && { defaults: { color } }) };
};

export const createNodesOf = (nodeTypes: Pick<NodeTypes, 'list'>): NodesOf => {
  const known = new Map<string, NodeTypeDescription>();
  for (const description of JSON.parse(nodeTypes.list(true).text) as NodeTypeDescription[])
    for (const name of [description.name, ...description.aliases]) known.set(name, description);
  const isNote = (type: string): boolean => (known.get(type)?.name ?? type) === noteType;
  return (nodes) =>
    [...new Set(nodes.map(({ type }) => type))]
      .filter((type) => !isNote(type))
      .map((type) => shownType(type, known.get(type)));
};
