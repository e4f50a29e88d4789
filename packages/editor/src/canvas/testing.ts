import type { NodeTypeDescription } from '@millrace/contract';
import type { Command, Wire, WorkflowDocument } from '../workflow/types.ts';

/** A small document for tests: nodes at places, wires as `from>to` or `from:output>to:input`. */
export const graph = (
  places: Record<string, [number, number]>,
  wires: string[] = [],
): Pick<WorkflowDocument, 'nodes' | 'wires'> => ({
  nodes: Object.fromEntries(
    Object.entries(places).map(([key, position], order) => [
      key,
      { key, order, data: { name: key, type: 'core.noOp', position } },
    ]),
  ),
  wires: Object.fromEntries(wires.map((text) => [text, wireOf(text)])),
});

export const wireOf = (text: string): Wire => {
  const [from, to] = text.split('>') as [string, string];
  const [source, sourceIndex = '0'] = from.split(':') as [string, string?];
  const [target, targetIndex = '0'] = to.split(':') as [string, string?];
  return {
    key: text,
    order: 0,
    source,
    sourceType: 'main',
    sourceIndex: Number(sourceIndex),
    target,
    targetType: 'main',
    targetIndex: Number(targetIndex),
  };
};

/** The whole of a document, for commands. */
export const documentOf = (part: Pick<WorkflowDocument, 'nodes' | 'wires'>): WorkflowDocument => ({
  name: 'Test',
  settings: {},
  pinData: {},
  tags: [],
  placeholders: {},
  rest: {},
  ...part,
});

/** The document after a command. */
export const applied = (document: WorkflowDocument, command: Command): WorkflowDocument => {
  const copy = structuredClone(document);
  command(copy);
  return copy;
};

export const nodeType = (name: string, more: Partial<NodeTypeDescription> = {}): NodeTypeDescription => ({
  name,
  displayName: name,
  description: '',
  version: 1,
  defaultVersion: 1,
  aliases: [],
  group: ['transform'],
  icon: 'file:icon.svg',
  defaults: { name },
  inputs: ['main'],
  outputs: ['main'],
  properties: [],
  ...more,
});
