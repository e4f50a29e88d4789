import { groupPaths, type NodeGroup, nodesIn, pathOf } from '../../workflow/groups.ts';
import type { NodeKey } from '../../workflow/types.ts';
import type { LiveBoxes } from '../flow-model.ts';
import { type Box, cardSize, type Point } from '../geometry.ts';

type Groups = ReadonlyMap<string, NodeGroup>;

/** Around what is in a group: above there is its title, below there are the names of nodes. */
const room = { left: 28, right: 28, top: 52, bottom: 56 };

export interface Frame {
  group: NodeGroup;
  box: Box;
  /** How many groups are around it. */
  depth: number;
}

/** The frames that are seen, the outer ones first: none of a group within a collapsed one. A collapsed one is as large as a card. */
export const framesOf = (groups: Groups, boxOf: (key: NodeKey) => Box | undefined): Frame[] => {
  const frames: Frame[] = [];
  const boxes = new Map<string, Box | undefined>();
  const measure = (id: string): Box | undefined => {
    if (boxes.has(id)) return boxes.get(id);
    const { nodes, isCollapsed } = groups.get(id)!;
    const inner = [...groups.values()].filter(({ parent }) => parent === id).map((group) => measure(group.id));
    const all = [...nodes.map(boxOf), ...inner].filter((box) => box !== undefined);
    const box = isCollapsed ? all[0] && collapsedBox(all) : around(all);
    boxes.set(id, box);
    return box;
  };
  for (const group of groups.values()) {
    const path = pathOf(group.id, groups);
    const box = measure(group.id);
    const isHidden = path.slice(0, -1).some((id) => groups.get(id)?.isCollapsed);
    if (box && !isHidden) frames.push({ group, box, depth: path.length - 1 });
  }
  return frames.sort((a, b) => a.depth - b.depth);
};

const around = (boxes: readonly Box[]): Box | undefined => {
  if (boxes.length === 0) return undefined;
  const x = Math.min(...boxes.map((box) => box.x)) - room.left;
  const y = Math.min(...boxes.map((box) => box.y)) - room.top;
  return {
    x,
    y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) + room.right - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) + room.bottom - y,
  };
};

const collapsedBox = (boxes: readonly Box[]): Box => ({
  x: Math.min(...boxes.map((box) => box.x)),
  y: Math.min(...boxes.map((box) => box.y)),
  width: cardSize,
  height: cardSize,
});

/** Nodes that a collapsed group hides → the outermost such group. */
export const hiddenNodes = (groups: Groups): Map<NodeKey, string> => {
  const hidden = new Map<NodeKey, string>();
  for (const [key, path] of groupPaths(groups)) {
    const outermost = path.find((id) => groups.get(id)?.isCollapsed);
    if (outermost !== undefined) hidden.set(key, outermost);
  }
  return hidden;
};

/** Where hidden nodes lie: on top of each other in the place of their group, so that wires lead to and from there. */
export const collapsedPlaces = (
  hidden: ReadonlyMap<NodeKey, string>,
  groups: Groups,
  cornerOf: (key: NodeKey) => Point | undefined,
): LiveBoxes => {
  const places = new Map<string, Point>();
  for (const id of new Set(hidden.values())) {
    const corners = nodesIn(id, groups).flatMap((key) => cornerOf(key) ?? []);
    places.set(id, { x: Math.min(...corners.map(({ x }) => x)), y: Math.min(...corners.map(({ y }) => y)) });
  }
  return new Map([...hidden].map(([key, id]) => [key, places.get(id)!]));
};
