import { type CanvasCommandId, isOffered } from '../commands/canvas-commands.ts';
import type { WorkflowSession } from '../workflow/session.ts';
import type { MenuRequest } from './canvas-state.ts';

/** Which commands the context menu of what offers, in groups. Those that are not possible as things stand are left out. */
const groups: Record<MenuRequest['target']['kind'], readonly (readonly CanvasCommandId[])[]> = {
  nodes: [
    ['openNode', 'runToHere'],
    ['rename', 'toggleDisabled'],
    ['copy', 'cut', 'duplicate'],
    ['selectDownstream', 'selectUpstream', 'zoomToSelection'],
    ['remove'],
  ],
  wire: [['insertInWire'], ['removeWire'], ['zoomToFit']],
  canvas: [
    ['addNodeHere', 'addNote', 'paste'],
    ['selectAll', 'zoomToFit'],
  ],
};

export const menuGroups = (session: WorkflowSession, { target }: MenuRequest): CanvasCommandId[][] =>
  groups[target.kind].map((group) => group.filter((id) => isOffered(session, id))).filter((group) => group.length > 0);
