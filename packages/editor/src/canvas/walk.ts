import type { DocumentNode, NodeKey, WorkflowDocument } from '../workflow/types.ts';
import { wireIndex } from './wire-index.ts';

/**
 * Where an arrow key leads: left and right along wires, up and down among siblings (nodes that share a node before or after
 * them). Where there is none, the nearest node in that direction is taken, so that every node can be reached by keyboard.
 */
export type WalkDirection = 'left' | 'right' | 'up' | 'down';

type Graph = Pick<WorkflowDocument, 'nodes' | 'wires'>;

export const neighbour = (graph: Graph, from: NodeKey, direction: WalkDirection): NodeKey | undefined => {
  const start = graph.nodes[from];
  if (!start) return undefined;
  const near = direction === 'left' || direction === 'right' ? alongWire(graph, from, direction) : undefined;
  return (
    near ?? (isVertical(direction) ? sibling(graph, start, direction) : undefined) ?? nearest(graph, start, direction)
  );
};

const isVertical = (direction: WalkDirection) => direction === 'up' || direction === 'down';

const alongWire = (graph: Graph, from: NodeKey, direction: WalkDirection): NodeKey | undefined => {
  const index = wireIndex(graph.wires);
  const wires = direction === 'right' ? index.outOf(from) : index.into(from);
  const ends = wires
    .map((wire) => ({
      port: direction === 'right' ? wire.sourceIndex : wire.targetIndex,
      node: graph.nodes[direction === 'right' ? wire.target : wire.source],
    }))
    .filter((end) => end.node !== undefined && end.node.key !== from);
  ends.sort((a, b) => a.port - b.port || y(a.node!) - y(b.node!));
  return ends[0]?.node?.key;
};

const sibling = (graph: Graph, start: DocumentNode, direction: WalkDirection): NodeKey | undefined => {
  const index = wireIndex(graph.wires);
  const siblings = new Set<NodeKey>();
  for (const wire of index.into(start.key)) for (const other of index.outOf(wire.source)) siblings.add(other.target);
  for (const wire of index.outOf(start.key)) for (const other of index.into(wire.target)) siblings.add(other.source);
  siblings.delete(start.key);
  return closest(
    [...siblings].map((key) => graph.nodes[key]).filter((node) => node !== undefined),
    (node) => (direction === 'down' ? y(node) - y(start) : y(start) - y(node)),
  );
};

/** Distance across the direction counts double: what lies straight ahead comes first. */
const nearest = (graph: Graph, start: DocumentNode, direction: WalkDirection): NodeKey | undefined =>
  closest(
    Object.values(graph.nodes).filter((node) => node.key !== start.key),
    (node) => {
      const [dx, dy] = [x(node) - x(start), y(node) - y(start)];
      const [ahead, across] = isVertical(direction) ? [dy, dx] : [dx, dy];
      const forward = direction === 'left' || direction === 'up' ? -ahead : ahead;
      return forward > 0 ? forward + 2 * Math.abs(across) : 0;
    },
  );

/** The node with the smallest distance above zero. */
const closest = (nodes: DocumentNode[], distance: (node: DocumentNode) => number): NodeKey | undefined => {
  let best: NodeKey | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const node of nodes) {
    const d = distance(node);
    if (d > 0 && d < bestDistance) {
      best = node.key;
      bestDistance = d;
    }
  }
  return best;
};

const x = (node: DocumentNode) => node.data.position[0];
const y = (node: DocumentNode) => node.data.position[1];

/** The given nodes and all that they lead to (`downstream`) or come from (`upstream`). */
export const reachable = (
  wires: WorkflowDocument['wires'],
  from: Iterable<NodeKey>,
  direction: 'downstream' | 'upstream',
): Set<NodeKey> => {
  const index = wireIndex(wires);
  const found = new Set(from);
  const due = [...found];
  for (let key = due.pop(); key !== undefined; key = due.pop()) {
    const next =
      direction === 'downstream'
        ? index.outOf(key).map((wire) => wire.target)
        : index.into(key).map((wire) => wire.source);
    for (const other of next) {
      if (found.has(other)) continue;
      found.add(other);
      due.push(other);
    }
  }
  return found;
};
