import type { Wire, WorkflowDocument } from '../workflow/types.ts';

/** A small document for tests: nodes at places, wires as `from>to` or `from:output>to:input`. */
export const graph = (
  places: Record<string, [number, number]>,
  wires: string[] = [],
): Pick<WorkflowDocument, 'nodes' | 'wires'> => ({
  nodes: Object.fromEntries(
    Object.entries(places).map(([key, position]) => [key, { key, data: { name: key, type: 'core.noOp', position } }]),
  ),
  wires: Object.fromEntries(wires.map((text) => [text, wireOf(text)])),
});

const wireOf = (text: string): Wire => {
  const [from, to] = text.split('>') as [string, string];
  const [source, sourceIndex = '0'] = from.split(':') as [string, string?];
  const [target, targetIndex = '0'] = to.split(':') as [string, string?];
  return {
    key: text,
    source,
    sourceType: 'main',
    sourceIndex: Number(sourceIndex),
    target,
    targetType: 'main',
    targetIndex: Number(targetIndex),
  };
};
