import { type CanvasCommandId, isOffered } from '../commands/canvas-commands.ts';
import type { WorkflowSession } from '../workflow/session.ts';
import type { MenuRequest } from './canvas-state.ts';

/** A command, or several of one kind in a menu of their own. */
export type MenuEntry = CanvasCommandId | readonly CanvasCommandId[];

/** Which commands the context menu of what offers, in groups. Those that are not possible as things stand are left out. */
const groups: Record<MenuRequest['target']['kind'], readonly (readonly MenuEntry[])[]> = {
  nodes: [
    ['openNode', 'runToHere', 'runAlone'],
    ['rename', 'toggleDisabled'],
    ['copy', 'cut', 'duplicate'],
    ['group', 'ungroup', 'extract', 'inline'],
    [
      'tidyUp',
      [
        'alignLeft',
        'alignCentre',
        'alignRight',
        'alignTop',
        'alignMiddle',
        'alignBottom',
        'distributeColumns',
        'distributeRows',
      ],
    ],
    ['selectDownstream', 'selectUpstream', 'zoomToSelection'],
    ['remove'],
  ],
  wire: [['insertInWire'], ['removeWire'], ['zoomToFit']],
  canvas: [
    ['addNodeHere', 'addNote', 'paste'],
    ['selectAll', 'tidyUp', 'zoomToFit'],
    ['search', 'outline', 'history'],
  ],
};

export const menuGroups = (session: WorkflowSession, { target }: MenuRequest): MenuEntry[][] => {
  const isShown = (id: CanvasCommandId) => isOffered(session, id);
  return groups[target.kind]
    .map((group) => group.filter((entry) => (typeof entry === 'string' ? isShown(entry) : entry.some(isShown))))
    .filter((group) => group.length > 0);
};
