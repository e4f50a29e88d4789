import type { ConnectionType } from '@millrace/contract/data';
import { childrenOf, type Graph, parentsOf, sourcesOf, targetsOf } from './graph.ts';

/** Path questions. All searches are loops over a list of work, so that a chain of 100,000 nodes is no deeper than one of ten. */

const search = (start: Iterable<string>, next: (name: string) => Iterable<string>, without?: string): Set<string> => {
  const found = new Set<string>();
  const open = [...start];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name) || name === without) continue;
    found.add(name);
    for (const neighbour of next(name)) if (!found.has(neighbour)) open.push(neighbour);
  }
  return found;
};

/** The given nodes and all that can be reached from them, on paths that avoid the node `without`. */
export const reachableFrom = (graph: Graph, start: Iterable<string>, without?: string): Set<string> =>
  search(start, (name) => childrenOf(graph, name), without);

/** The given nodes and all that lead to them: the subgraph that a destination needs. */
export const leadingTo = (graph: Graph, destinations: Iterable<string>): Set<string> =>
  search(destinations, (name) => parentsOf(graph, name));

/** Types of wires that let a sub-node serve its parent. */
/** Types of the wires by which sub-nodes serve. */
export const serviceTypes = (graph: Graph): ConnectionType[] =>
  [...graph.wires.keys()].filter((type): type is ConnectionType => type !== 'main');

/** The given nodes and the sub-nodes that serve them, directly or over others. */
export const withSubNodes = (graph: Graph, parents: Iterable<string>): Set<string> => {
  const types = serviceTypes(graph);
  return search(parents, (name) => types.flatMap((type) => parentsOf(graph, name, type)));
};

/** The given nodes and those that they serve as sub-nodes, directly or over others. */
export const withServed = (graph: Graph, names: Iterable<string>): Set<string> => {
  const types = serviceTypes(graph);
  return search(names, (name) => types.flatMap((type) => childrenOf(graph, name, type)));
};

/** Nodes with a path that ends in one input of a node and does not pass through the node itself. */
export const feedersOf = (graph: Graph, node: string, input: number): Set<string> =>
  search(
    sourcesOf(graph, node)
      .filter((source) => source.input === input)
      .map((source) => source.node),
    (name) => parentsOf(graph, name),
    node,
  );

/** Whether a path of at least one wire leads from one node to another. */
export const hasPath = (graph: Graph, from: string, to: string): boolean =>
  reachableFrom(graph, childrenOf(graph, from)).has(to);

/** Number of wires on the shortest path from each node that leads to `to`; 0 for itself. */
const distancesTo = (graph: Graph, to: string): Map<string, number> => {
  const distances = new Map([[to, 0]]);
  // A map keeps the order of insertion and visits what is added on the way: a breadth-first search.
  for (const [name, distance] of distances) {
    for (const parent of parentsOf(graph, name)) if (!distances.has(parent)) distances.set(parent, distance + 1);
  }
  return distances;
};

/**
 * The output of `from` through which the shortest path leads to `to`, the lowest if there are several; undefined if none does. So
 * for a node in the body of a loop it is the output that leads into the body, not the one that leaves the loop and may come back.
 */
export const outputLeadingTo = (graph: Graph, from: string, to: string): number | undefined => {
  const distances = distancesTo(graph, to);
  let best: number | undefined;
  let shortest = Number.POSITIVE_INFINITY;
  for (const [output, targets] of targetsOf(graph, from).entries()) {
    for (const { node } of targets) {
      const distance = distances.get(node) ?? Number.POSITIVE_INFINITY;
      if (distance >= shortest) continue;
      shortest = distance;
      best = output;
    }
  }
  return best;
};

/** Nodes that nothing leads to, in the order of the canvas. */
export const rootsOf = (graph: Graph): string[] =>
  [...graph.rank.keys()].filter((name) => sourcesOf(graph, name).length === 0);

/**
 * Groups of nodes that lie on cycles with each other (a node wired to itself is a group of one), in no particular order.
 * Tarjan's strongly connected components with an explicit stack.
 */
export const cyclesOf = (graph: Graph): string[][] => {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const path: string[] = [];
  const onPath = new Set<string>();
  const groups: string[][] = [];

  const close = (name: string) => {
    if (low.get(name) !== index.get(name)) return;
    const group = path.splice(path.lastIndexOf(name));
    for (const member of group) onPath.delete(member);
    if (group.length > 1 || childrenOf(graph, name).includes(name)) groups.push(group);
  };

  for (const root of graph.nodes.keys()) {
    if (index.has(root)) continue;
    const frames: { name: string; children: string[]; next: number }[] = [];
    const open = (name: string) => {
      low.set(name, index.size);
      index.set(name, index.size);
      path.push(name);
      onPath.add(name);
      frames.push({ name, children: childrenOf(graph, name), next: 0 });
    };
    open(root);
    for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
      const child = frame.children[frame.next++];
      if (child === undefined) {
        frames.pop();
        close(frame.name);
        const parent = frames.at(-1)?.name;
        if (parent !== undefined) low.set(parent, Math.min(low.get(parent)!, low.get(frame.name)!));
      } else if (!index.has(child)) open(child);
      else if (onPath.has(child)) low.set(frame.name, Math.min(low.get(frame.name)!, index.get(child)!));
    }
  }
  return groups;
};
