import { type Graph, leadingTo, reachableFrom, withServed } from '../graph/index.ts';
import { referencesIn } from './node-references.ts';

/**
 * What must be kept of a run of which nobody wants the results: the outputs that expressions may read, and those in between, over which an
 * item is traced back. Keeping one too many only costs memory.
 */

/** Names of the nodes whose runs must be kept; undefined: of all. */
export const findNeededRuns = (graph: Graph): ReadonlySet<string> | undefined => {
  const needed = new Set<string>();
  for (const [reader, node] of graph.nodes) {
    const names = referencesIn(node);
    if (!names) return undefined;
    if (names.length === 0) continue;
    const before = leadingTo(graph, withServed(graph, [reader]));
    for (const name of reachableFrom(graph, names)) if (before.has(name) || names.includes(name)) needed.add(name);
  }
  return needed;
};
