import { isObject, type WorkflowGraph } from '@millrace/contract';

/*
 * A node that pinned data stands in for does not run, so nothing would work out its expressions. Beside each of them a probe is put, on the same wires,
 * which does only that.
 */

const probePrefix = 'Probe of ';

export const isProbe = (name: string): boolean => name.startsWith(probePrefix);

/** Expressions in a parameter. Those of paging are left out: their variables are there between two requests only. */
const expressionsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return value.startsWith('=') ? [value] : [];
  if (Array.isArray(value)) return value.flatMap(expressionsIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => (name === 'pagination' ? [] : expressionsIn(inner)));
};

const probeOf = ({ name, position, parameters }: WorkflowGraph['nodes'][number]): WorkflowGraph['nodes'][number][] => {
  const expressions = expressionsIn(parameters);
  if (expressions.length === 0) return [];
  const assignments = expressions.map((value, index) => ({ id: `${index}`, name: `${index}`, value, type: 'string' }));
  const options = { ignoreConversionErrors: true };
  return [
    {
      id: `${probePrefix}${name}`,
      name: `${probePrefix}${name}`,
      type: 'core.set',
      typeVersion: 3.4,
      position: [position[0], position[1] + 1],
      parameters: { assignments: { assignments }, options },
    },
  ];
};

/** The workflow with a probe for each of these nodes that has expressions. */
export const withProbes = <W extends Pick<WorkflowGraph, 'nodes' | 'connections'>>(
  workflow: W,
  pinned: string[],
): W => {
  const probes = workflow.nodes.filter(({ name }) => pinned.includes(name)).flatMap(probeOf);
  const probed = new Set(probes.map(({ name }) => name));
  const connections = structuredClone(workflow.connections);
  for (const lists of Object.values(connections).flatMap((byType) => Object.values(byType)))
    for (const wires of lists)
      for (const wire of [...(wires ?? [])])
        if (probed.has(`${probePrefix}${wire.node}`))
          wires?.push({ node: `${probePrefix}${wire.node}`, type: 'main', index: 0 });
  return { ...workflow, nodes: [...workflow.nodes, ...probes], connections };
};
