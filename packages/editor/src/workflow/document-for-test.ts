import { type FormatWorkflow, fromFormat, type NodeTypeDescription, type WorkflowNode } from '@millrace/contract';
import type { DocumentNode, NodeKey, WorkflowDocument } from './types.ts';

/** A workflow in the public format from names and wires: `graph('A B C', 'A>B B:1>C')`; `:1` is the output, after the target the input. */
export const graph = (names: string, wires = '', more: Partial<FormatWorkflow> = {}): FormatWorkflow => {
  const connections: FormatWorkflow['connections'] = {};
  for (const wire of wires.split(' ').filter(Boolean)) {
    const [from = '', to = ''] = wire.split('>');
    const [source = '', output = '0'] = from.split(':');
    const [node = '', input = '0'] = to.split(':');
    if (!Object.hasOwn(connections, source)) connections[source] = { main: [] };
    const outputs = connections[source]?.main ?? [];
    while (outputs.length <= Number(output)) outputs.push([]);
    outputs[Number(output)]?.push({ node, type: 'main', index: Number(input) });
  }
  const nodes = names.split(' ').map(
    (name, index): WorkflowNode => ({
      name,
      type: 'core.set',
      typeVersion: 3,
      position: [index * 220, 300],
      parameters: {},
    }),
  );
  return { name: 'Test', nodes, connections, settings: {}, ...more };
};

export const documentOf = (names: string, wires = '', more: Partial<FormatWorkflow> = {}): WorkflowDocument =>
  fromFormat(graph(names, wires, more));

export const nodeNamed = (document: WorkflowDocument, name: string): DocumentNode => {
  const found = Object.values(document.nodes).find((node) => node.data.name === name);
  if (!found) throw new Error(`no node ${name}`);
  return found;
};

export const keyOf = (document: WorkflowDocument, name: string): NodeKey => nodeNamed(document, name).key;

/** Wires as text, sorted: `A>B`, `B:1>C`. */
export const wiresAsText = (document: WorkflowDocument): string[] =>
  Object.values(document.wires)
    .map(({ source, sourceIndex, target, targetIndex }) => {
      const end = (key: NodeKey, index: number) => `${document.nodes[key]?.data.name}${index === 0 ? '' : `:${index}`}`;
      return `${end(source, sourceIndex)}>${end(target, targetIndex)}`;
    })
    .sort();

export const setType: NodeTypeDescription = {
  name: 'core.set',
  displayName: 'Set',
  description: '',
  version: 3,
  defaultVersion: 3,
  aliases: [],
  group: ['transform'],
  icon: 'file:set',
  defaults: { name: 'Set' },
  inputs: ['main'],
  outputs: ['main'],
};

export const webhookType: NodeTypeDescription = {
  ...setType,
  name: 'core.webhook',
  group: ['trigger'],
  defaults: { name: 'Webhook' },
  inputs: [],
  hasWebhooks: true,
};
