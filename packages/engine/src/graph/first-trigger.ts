import { childrenOf, type Graph, sortByCanvas } from './graph.ts';

/**
 * The trigger that a run by hand begins with where nobody names one. Those from which something leads come before those that stand alone; those that
 * start runs by hand only come after the others; then the order of the canvas counts.
 * @param triggers names of enabled ones
 */
export const firstTrigger = (
  graph: Graph,
  triggers: Iterable<string>,
  startsByItself: (name: string) => boolean,
): string | undefined => {
  const rank = (name: string) => (childrenOf(graph, name).length > 0 ? 0 : 2) + (startsByItself(name) ? 0 : 1);
  let first: string | undefined;
  for (const name of sortByCanvas(graph, triggers)) if (first === undefined || rank(name) < rank(first)) first = name;
  return first;
};
