import type { NodeKey } from '../../workflow/types.ts';
import { type Box, centreOf } from '../geometry.ts';

type Boxes = ReadonlyMap<NodeKey, Box>;

/** A note this near to a node, in canvas pixels, is about it. */
const near = 200;

/**
 * Where notes go when nodes move: one around nodes stays around them, with the same room at each side; one beside a node goes with it.
 * Others stay.
 */
export const followNotes = (notes: Boxes, before: Boxes, after: Boxes): Map<NodeKey, Box> => {
  const moved = new Map<NodeKey, Box>();
  for (const [key, note] of notes) {
    const inside = [...before].filter(([node, box]) => after.has(node) && holds(note, box)).map(([node]) => node);
    const next = inside.length > 0 ? around(note, inside, before, after) : beside(note, before, after);
    if (next) moved.set(key, next);
  }
  return moved;
};

const holds = (note: Box, box: Box): boolean => {
  const { x, y } = centreOf(box);
  return x >= note.x && y >= note.y && x <= note.x + note.width && y <= note.y + note.height;
};

export const boundsOf = (boxes: Iterable<Box>): Box => {
  const list = [...boxes];
  const x = Math.min(...list.map((box) => box.x));
  const y = Math.min(...list.map((box) => box.y));
  return {
    x,
    y,
    width: Math.max(...list.map((box) => box.x + box.width)) - x,
    height: Math.max(...list.map((box) => box.y + box.height)) - y,
  };
};

const around = (note: Box, nodes: readonly NodeKey[], before: Boxes, after: Boxes): Box => {
  const [was, is] = [before, after].map((boxes) => boundsOf(nodes.map((node) => boxes.get(node)!))) as [Box, Box];
  return {
    x: is.x - (was.x - note.x),
    y: is.y - (was.y - note.y),
    width: note.width + is.width - was.width,
    height: note.height + is.height - was.height,
  };
};

const distance = (a: Box, b: Box): number =>
  Math.hypot(
    Math.max(0, b.x - (a.x + a.width), a.x - (b.x + b.width)),
    Math.max(0, b.y - (a.y + a.height), a.y - (b.y + b.height)),
  );

const beside = (note: Box, before: Boxes, after: Boxes): Box | undefined => {
  let best: { node: NodeKey; away: number } | undefined;
  for (const [node, box] of before) {
    const away = distance(note, box);
    if (after.has(node) && away <= near && away < (best?.away ?? Number.POSITIVE_INFINITY)) best = { node, away };
  }
  const [was, is] = best ? [before.get(best.node)!, after.get(best.node)!] : [note, note];
  return best && { ...note, x: note.x + is.x - was.x, y: note.y + is.y - was.y };
};
