import { addWire, moveNodes, removeWires } from '../workflow/commands/index.ts';
import type { Command, NodeKey, WireKey, WorkflowDocument } from '../workflow/types.ts';
import { boxesOverlap, cardBox, type Point } from './geometry.ts';
import { roomInWire } from './placement.ts';

/** Puts a node that is there into a wire: the wire's source leads to it, and it leads to the wire's target. */
const spliceNode =
  (key: NodeKey, wireKey: WireKey): Command =>
  (draft) => {
    const wire = draft.wires[wireKey];
    if (!wire || !draft.nodes[key] || wire.source === key || wire.target === key) return;
    const { source, sourceType, sourceIndex, target, targetType, targetIndex } = wire;
    removeWires([wireKey])(draft);
    addWire({ source, sourceType, sourceIndex, target: key, targetType, targetIndex: 0 })(draft);
    addWire({ source: key, sourceType, sourceIndex: 0, target, targetType, targetIndex })(draft);
  };

/** A node is dropped on a wire. Where it would cover the wire's ends, what follows makes room for it. */
export const dropIntoWire = (
  document: Pick<WorkflowDocument, 'nodes' | 'wires'>,
  key: NodeKey,
  place: Point,
  wireKey: WireKey,
): Command => {
  const splice = spliceNode(key, wireKey);
  const wire = document.wires[wireKey];
  const source = wire && document.nodes[wire.source];
  const target = wire && document.nodes[wire.target];
  const moves = new Map<NodeKey, Point>([[key, place]]);
  const card = cardBox([place.x, place.y]);
  if (source && target && [source, target].some(({ data }) => boxesOverlap(card, cardBox(data.position), 20))) {
    const { [key]: _, ...others } = document.nodes;
    const room = roomInWire({ nodes: others, wires: document.wires }, source, target);
    for (const [moved, [x, y]] of [...room.moves, [key, room.position] as const]) moves.set(moved, { x, y });
  }
  const move = moveNodes(moves);
  return (draft) => {
    move(draft);
    splice(draft);
  };
};
