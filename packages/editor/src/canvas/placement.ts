import { limits } from '@millrace/contract';
import { isStickyNote } from '../workflow/sticky-notes.ts';
import type { DocumentNode, NodeKey, WorkflowDocument } from '../workflow/types.ts';
import { type Box, boxesOverlap, columnWidth, rowHeight, snap, squareSize } from './geometry.ts';
import { reachable } from './walk.ts';

/** Where a new node goes. Positions are those of the public format: the upper left corner of a square of 100 pixels. */
type Position = [number, number];
type Graph = Pick<WorkflowDocument, 'nodes' | 'wires'>;

const gap = 20;

/** How far above or below its node the target of output `index` of `count` is put. */
export const verticalOffset = (index: number, count: number): number => {
  const known: Record<number, readonly number[]> = { 2: [-100, 100], 3: [-140, 0, 140], 4: [-240, -100, 100, 240] };
  const offsets = known[count];
  if (offsets) return offsets[index] ?? 0;
  return count < 2 ? 0 : snap((index - (count - 1) / 2) * rowHeight, limits.canvasGrid);
};

/** To the right of `source`, at the height of its output, moved down until nothing is covered. */
export const positionAfter = (
  graph: Graph,
  source: DocumentNode,
  outputIndex: number,
  outputCount: number,
): Position => {
  const [x, y] = source.data.position;
  return freePosition(graph, [x + columnWidth, y + verticalOffset(outputIndex, outputCount)]);
};

/** To the left of `target`. */
export const positionBefore = (graph: Graph, target: DocumentNode): Position =>
  freePosition(graph, [target.data.position[0] - columnWidth, target.data.position[1]]);

/** The first place at or below `wanted` on the grid where a new node covers no other. */
export const freePosition = (graph: Graph, wanted: Position): Position => {
  const occupied = Object.values(graph.nodes)
    .filter((node) => !isStickyNote(node.data.type))
    .map((node) => placeOf(node.data.position));
  const x = snap(wanted[0], limits.canvasGrid);
  let y = snap(wanted[1], limits.canvasGrid);
  for (let tries = 0; tries <= occupied.length; tries++) {
    const own = placeOf([x, y]);
    const inTheWay = occupied.find((box) => boxesOverlap(own, box, gap));
    if (!inTheWay) break;
    y = snap(inTheWay.y + rowHeight, limits.canvasGrid);
  }
  return [x, y];
};

/** With room for the name, which reaches over the square by 30 pixels on each side. */
const placeOf = ([x, y]: readonly [number, number]): Box => ({
  x: x - 30,
  y,
  width: squareSize + 60,
  height: squareSize,
});

/**
 * Room for a node in the wire from `source` to `target`: its place, and how the nodes after it move to the right where it
 * would cover the target. Nodes that lead back to the source (loops) stay.
 */
export const roomInWire = (
  graph: Graph,
  source: DocumentNode,
  target: DocumentNode,
): { position: Position; moves: Map<NodeKey, Position> } => {
  const [sx, sy] = source.data.position;
  const [tx, ty] = target.data.position;
  const moves = new Map<NodeKey, Position>();
  const grid = limits.canvasGrid;
  if (tx <= sx) return { position: freePosition(graph, [(sx + tx) / 2, Math.max(sy, ty) + rowHeight]), moves };
  const distance = tx - sx;
  if (distance >= 2 * columnWidth) {
    return { position: freePosition(graph, [snap(sx + distance / 2, grid), snap((sy + ty) / 2, grid)]), moves };
  }
  const shift = Math.ceil((2 * columnWidth - distance) / grid) * grid;
  const after = reachable(graph.wires, [target.key], 'downstream');
  const moved = after.has(source.key) ? [target.key] : [...after];
  for (const key of moved) {
    const node = graph.nodes[key];
    if (node && node.data.position[0] >= tx) moves.set(key, [node.data.position[0] + shift, node.data.position[1]]);
  }
  const nodes = { ...graph.nodes };
  for (const [key, position] of moves) {
    const node = graph.nodes[key]!;
    nodes[key] = { ...node, data: { ...node.data, position } };
  }
  return { position: freePosition({ nodes, wires: graph.wires }, [sx + columnWidth, ty]), moves };
};
