import { limits } from '@millrace/contract';
import { placeNodes } from '../../workflow/commands/index.ts';
import { groupPaths, groupsOf } from '../../workflow/groups.ts';
import type { WorkflowSession } from '../../workflow/session.ts';
import { isStickyNote } from '../../workflow/sticky-notes.ts';
import type { Command, NodeKey, WorkflowDocument } from '../../workflow/types.ts';
import { type Box, snapPoint } from '../geometry.ts';
import { resizeNote } from '../resize-note.ts';
import { boxesOf, withMovement, zoomToFit } from '../view.ts';
import { boundsOf, followNotes } from './follow-notes.ts';
import { layout } from './layout.ts';

type Boxes = ReadonlyMap<NodeKey, Box>;

/** Puts the selected nodes in order where several are selected, else all, with the notes that are about them: one step. */
export const tidyUp = (session: WorkflowSession): void => {
  const { document, selection } = session.state();
  const boxes = boxesOf(session);
  const isWhole = selection.size < 2;
  const paths = groupPaths(groupsOf(document));
  const command = tidyCommand(document, boxes, isWhole ? undefined : selection, (key) => paths.get(key) ?? []);
  withMovement(session, () => session.dispatch('history.tidyUp', command));
  if (isWhole) zoomToFit(session);
};

/** Pure. @param only the nodes that are put in order; all without it @param groupsOf around a node, the outermost first */
export const tidyCommand = (
  document: Pick<WorkflowDocument, 'nodes' | 'wires'>,
  boxes: Boxes,
  only?: ReadonlySet<NodeKey>,
  groupsOf: (key: NodeKey) => readonly string[] = () => [],
): Command => {
  const isNote = (key: NodeKey) => isStickyNote(document.nodes[key]?.data.type ?? '');
  const cards = new Map([...boxes].filter(([key]) => !isNote(key) && (!only || only.has(key))));
  if (cards.size === 0) return () => {};
  const notes = new Map([...boxes].filter(([key]) => isNote(key) && (!only || only.has(key))));
  const corner = boundsOf(cards.values());
  const places = layout(
    [...cards].map(([key, box]) => ({ key, ...box, groups: groupsOf(key) })),
    Object.values(document.wires),
  );
  // The first keeps to the grid by its stored place, which its card need not.
  const after = new Map<NodeKey, Box>();
  const positions: [NodeKey, { x: number; y: number }][] = [];
  for (const [key, box] of cards) {
    const place = places.get(key)!;
    const [x, y] = document.nodes[key]!.data.position;
    const wanted = { x: x + corner.x + place.x - box.x, y: y + corner.y + place.y - box.y };
    const position = snapPoint(wanted, limits.canvasGrid);
    positions.push([key, position]);
    after.set(key, { ...box, x: box.x + position.x - x, y: box.y + position.y - y });
  }
  const moved = followNotes(notes, cards, after);
  return (draft) => {
    placeNodes(positions)(draft);
    for (const [key, box] of moved) {
      const was = notes.get(key)!;
      if (box.width === was.width && box.height === was.height) placeNodes([[key, snapPoint(box, 1)]])(draft);
      else resizeNote(key, box)(draft);
    }
  };
};
