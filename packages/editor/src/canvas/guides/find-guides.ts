import type { NodeKey } from '../../workflow/types.ts';
import { boundsOf } from '../arrange/follow-notes.ts';
import { boxOf, type FlowNode } from '../flow-model.ts';
import type { Box } from '../geometry.ts';

/** A line on which what is dragged and other nodes lie with an edge or their middle: at `at`, from `from` to `to`. */
export interface Guide {
  direction: 'vertical' | 'horizontal';
  at: number;
  from: number;
  to: number;
}

/** Edges this near to each other lie on one line: cards of odd sizes stand on half pixels. */
const tolerance = 1;
/** What is farther away than this does not count as a neighbour. */
const reach = 900;

/** The lines for what is dragged, by the nodes around it. */
export const findGuides = (dragged: readonly NodeKey[], nodes: ReadonlyMap<NodeKey, FlowNode>): Guide[] => {
  const own = new Set(dragged);
  const moving = dragged.flatMap((key) => nodes.get(key) ?? []).map(boxOf);
  if (moving.length === 0) return [];
  const box = boundsOf(moving);
  const others = [...nodes.values()].filter(({ id }) => !own.has(id)).map(boxOf);
  return [...linesOf(box, others, 'vertical'), ...linesOf(box, others, 'horizontal')];
};

const axes = {
  vertical: { across: ['x', 'width'], along: ['y', 'height'] },
  horizontal: { across: ['y', 'height'], along: ['x', 'width'] },
} as const;

const linesOf = (box: Box, others: readonly Box[], direction: Guide['direction']): Guide[] => {
  const { across, along } = axes[direction];
  const placesOf = (one: Box) => [0, 0.5, 1].map((part) => one[across[0]] + part * one[across[1]]);
  const start = (one: Box) => one[along[0]];
  const end = (one: Box) => one[along[0]] + one[along[1]];
  return placesOf(box).flatMap((at, part): Guide[] => {
    const onLine = others.filter((other) => {
      const gap = Math.max(start(other) - end(box), start(box) - end(other));
      return gap <= reach && Math.abs(placesOf(other)[part]! - at) < tolerance;
    });
    if (onLine.length === 0) return [];
    const all = [box, ...onLine];
    return [{ direction, at, from: Math.min(...all.map(start)), to: Math.max(...all.map(end)) }];
  });
};
