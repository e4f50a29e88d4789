import { leadingTo, reachableFrom, sortByCanvas } from '../graph/index.ts';
import type { FlowNode } from '../node-api/context.ts';
import type { PreparedWorkflow } from './prepare.ts';

/** The enabled nodes before or after one, as nodes are told of them. A disabled one passes items on, so paths lead through it. */
export const flowNodes = (workflow: PreparedWorkflow, name: string, side: 'before' | 'after'): FlowNode[] => {
  const { graph } = workflow;
  const found = side === 'before' ? leadingTo(graph, [name]) : reachableFrom(graph, [name]);
  return sortByCanvas(graph, found)
    .filter((one) => one !== name && !graph.nodes.get(one)?.disabled)
    .map((one) => {
      const { node, typeVersion, parameters } = workflow.node(one);
      return { name: one, type: node.type, typeVersion, parameters: parameters.raw };
    });
};
