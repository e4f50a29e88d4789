import type { WorkflowSession } from '../workflow/session.ts';
import { refuseEdit } from '../workflow/store.ts';
import { type CanvasCommandId, canvasCommands } from './canvas-commands.ts';
import { isHitTwice } from './hit-twice.ts';

/** A preview is looked at, and its nodes are opened. */
const ofPreviews: ReadonlySet<CanvasCommandId> = new Set([
  'openNode',
  'walkLeft',
  'walkRight',
  'walkUp',
  'walkDown',
  'zoomIn',
  'zoomOut',
  'zoomToFit',
  'zoomToSelection',
  'leave',
]);

/**
 * Does what keys ask for. Where the workflow can only be read, whoever asks for a change of what is selected is told why it is refused; other
 * changes are not offered there.
 *
 * @returns false where the key means nothing and is left to the browser, such as Tab where no node can be added
 */
export const press = (session: WorkflowSession, id: CanvasCommandId): boolean => {
  const { edits, needs, run } = canvasCommands[id];
  const state = session.state();
  const { readOnly, selection, selectedWires } = state;
  if (state.isPreview && !edits && !ofPreviews.has(id)) return false;
  if (edits && readOnly) {
    if (needs === undefined) return false;
    if (selection.size + selectedWires.size > 0) refuseEdit(state);
  } else if (!isHitTwice(session, id)) run(session);
  return true;
};
