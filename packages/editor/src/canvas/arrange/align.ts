import { placeNodes } from '../../workflow/commands/index.ts';
import type { WorkflowSession } from '../../workflow/session.ts';
import type { NodeKey } from '../../workflow/types.ts';
import type { Box, Point } from '../geometry.ts';
import { boxesOf, withMovement } from '../view.ts';
import { boundsOf } from './follow-notes.ts';

export type Alignment = 'left' | 'centre' | 'right' | 'top' | 'middle' | 'bottom' | 'columns' | 'rows';

/** Lines the selected nodes up, or puts equal gaps between them (`columns`: beside each other, `rows`: below each other). */
export const align = (session: WorkflowSession, alignment: Alignment): void => {
  const { selection, document } = session.state();
  const boxes = new Map([...boxesOf(session)].filter(([key]) => selection.has(key)));
  const moves = [...aligned(boxes, alignment)].map(([key, { x, y }]): [NodeKey, Point] => {
    const [left, top] = document.nodes[key]!.data.position;
    return [key, { x: left + x, y: top + y }];
  });
  const label = alignment === 'columns' || alignment === 'rows' ? 'history.distributeNodes' : 'history.alignNodes';
  withMovement(session, () => session.dispatch(label, placeNodes(moves)));
};

/** How far each has to go. */
export const aligned = (boxes: ReadonlyMap<NodeKey, Box>, alignment: Alignment): Map<NodeKey, Point> => {
  if (boxes.size < 2) return new Map();
  if (alignment === 'columns') return distributed(boxes, 'x', 'width');
  if (alignment === 'rows') return distributed(boxes, 'y', 'height');
  const { x, y, width, height } = boundsOf(boxes.values());
  const ways: Record<Exclude<Alignment, 'columns' | 'rows'>, (box: Box) => Point> = {
    left: (box) => ({ x: x - box.x, y: 0 }),
    centre: (box) => ({ x: Math.round(x + width / 2 - (box.x + box.width / 2)), y: 0 }),
    right: (box) => ({ x: x + width - (box.x + box.width), y: 0 }),
    top: (box) => ({ x: 0, y: y - box.y }),
    middle: (box) => ({ x: 0, y: Math.round(y + height / 2 - (box.y + box.height / 2)) }),
    bottom: (box) => ({ x: 0, y: y + height - (box.y + box.height) }),
  };
  return new Map([...boxes].map(([key, box]) => [key, ways[alignment](box)]));
};

/** The outermost stay; what stands between them gets equal gaps. */
const distributed = (
  boxes: ReadonlyMap<NodeKey, Box>,
  axis: 'x' | 'y',
  size: 'width' | 'height',
): Map<NodeKey, Point> => {
  const sorted = [...boxes].sort(([, a], [, b]) => a[axis] - b[axis]);
  const first = sorted[0]![1];
  const last = sorted.at(-1)![1];
  const inner = sorted.reduce((sum, [, box]) => sum + box[size], 0);
  const gap = (last[axis] + last[size] - first[axis] - inner) / (sorted.length - 1);
  let at = first[axis];
  return new Map(
    sorted.map(([key, box]) => {
      const move = Math.round(at - box[axis]);
      at += box[size] + gap;
      return [key, { x: axis === 'x' ? move : 0, y: axis === 'y' ? move : 0 }];
    }),
  );
};
