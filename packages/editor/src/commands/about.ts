import {
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowUp,
  IconBackspace,
  IconBinaryTree,
  IconBoxMultiple,
  IconClipboard,
  IconCommand,
  IconCopy,
  IconCopyPlus,
  IconCursorText,
  IconFocusCentered,
  IconHistory,
  IconKeyboard,
  IconLayersSelected,
  IconLayoutAlignBottom,
  IconLayoutAlignCenter,
  IconLayoutAlignLeft,
  IconLayoutAlignMiddle,
  IconLayoutAlignRight,
  IconLayoutAlignTop,
  IconLayoutDistributeHorizontal,
  IconListTree,
  IconMap,
  IconMaximize,
  IconNote,
  IconPlayerPlay,
  IconPlayerTrackNext,
  IconPlus,
  IconPower,
  type IconProps,
  IconArrowForwardUp as IconRedo,
  IconScissors,
  IconSearch,
  IconSpacingHorizontal,
  IconSpacingVertical,
  IconTrash,
  IconArrowBackUp as IconUndo,
  IconWindowMaximize,
  IconZoomIn,
  IconZoomOut,
  IconZoomReset,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { CanvasCommandId } from './canvas-commands.ts';
import type { EverywhereCommandId } from './everywhere.ts';

export type CommandId = CanvasCommandId | EverywhereCommandId;
export const commandSections = ['everywhere', 'edit', 'select', 'view'] as const;
export type CommandSection = (typeof commandSections)[number];

interface CommandLook {
  icon: ComponentType<IconProps>;
  /** Of the list of shortcuts. */
  section: CommandSection;
}

/** What the palette and the list of shortcuts show of each command, in the order of both. */
export const aboutCommands: Record<CommandId, CommandLook> = {
  palette: { icon: IconCommand, section: 'everywhere' },
  shortcuts: { icon: IconKeyboard, section: 'everywhere' },
  addNode: { icon: IconPlus, section: 'edit' },
  addNodeHere: { icon: IconPlus, section: 'edit' },
  addNote: { icon: IconNote, section: 'edit' },
  openNode: { icon: IconWindowMaximize, section: 'edit' },
  rename: { icon: IconCursorText, section: 'edit' },
  toggleDisabled: { icon: IconPower, section: 'edit' },
  runWorkflow: { icon: IconPlayerPlay, section: 'edit' },
  runToHere: { icon: IconPlayerTrackNext, section: 'edit' },
  copy: { icon: IconCopy, section: 'edit' },
  cut: { icon: IconScissors, section: 'edit' },
  paste: { icon: IconClipboard, section: 'edit' },
  duplicate: { icon: IconCopyPlus, section: 'edit' },
  remove: { icon: IconTrash, section: 'edit' },
  insertInWire: { icon: IconPlus, section: 'edit' },
  removeWire: { icon: IconTrash, section: 'edit' },
  tidyUp: { icon: IconLayoutDistributeHorizontal, section: 'edit' },
  alignLeft: { icon: IconLayoutAlignLeft, section: 'edit' },
  alignCentre: { icon: IconLayoutAlignCenter, section: 'edit' },
  alignRight: { icon: IconLayoutAlignRight, section: 'edit' },
  alignTop: { icon: IconLayoutAlignTop, section: 'edit' },
  alignMiddle: { icon: IconLayoutAlignMiddle, section: 'edit' },
  alignBottom: { icon: IconLayoutAlignBottom, section: 'edit' },
  distributeColumns: { icon: IconSpacingHorizontal, section: 'edit' },
  distributeRows: { icon: IconSpacingVertical, section: 'edit' },
  history: { icon: IconHistory, section: 'edit' },
  undo: { icon: IconUndo, section: 'edit' },
  redo: { icon: IconRedo, section: 'edit' },
  selectAll: { icon: IconBoxMultiple, section: 'select' },
  selectDownstream: { icon: IconBinaryTree, section: 'select' },
  selectUpstream: { icon: IconLayersSelected, section: 'select' },
  walkLeft: { icon: IconArrowLeft, section: 'select' },
  walkRight: { icon: IconArrowRight, section: 'select' },
  walkUp: { icon: IconArrowUp, section: 'select' },
  walkDown: { icon: IconArrowDown, section: 'select' },
  leave: { icon: IconBackspace, section: 'select' },
  search: { icon: IconSearch, section: 'view' },
  outline: { icon: IconListTree, section: 'view' },
  zoomIn: { icon: IconZoomIn, section: 'view' },
  zoomOut: { icon: IconZoomOut, section: 'view' },
  resetZoom: { icon: IconZoomReset, section: 'view' },
  zoomToFit: { icon: IconMaximize, section: 'view' },
  zoomToSelection: { icon: IconFocusCentered, section: 'view' },
  minimap: { icon: IconMap, section: 'view' },
};

export const commandIds = Object.keys(aboutCommands) as CommandId[];
