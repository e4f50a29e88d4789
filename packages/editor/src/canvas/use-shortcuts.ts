import { useNavigate } from '@tanstack/react-router';
import { type RefObject, useEffect } from 'react';
import { openDialog } from '../dialogs/stack.ts';
import { openNodeCreator, openNodePanel, panelState } from '../workflow/panel-state.ts';
import { runWorkflow } from '../workflow/run.ts';
import { save } from '../workflow/save.ts';
import { redo, refuseEdit, select, undo, workflowStore } from '../workflow/store.ts';
import {
  duplicateNodes,
  lastSelected,
  openNode,
  removeSelection,
  renameLastSelected,
  selectAll,
  selectAlongWires,
  toggleDisabled,
  walk,
} from './actions.ts';
import { openMenu } from './canvas-state.ts';
import { hasCanvasFocus } from './focus.ts';
import { type CanvasShortcut, shortcutOf } from './shortcuts.ts';
import { resetZoom, zoomIn, zoomOut, zoomToFit } from './view.ts';

const isMac = /mac/i.test(navigator.platform);

const editing = new Set<CanvasShortcut>([
  'toggleCreator',
  'toggleDisabled',
  'remove',
  'undo',
  'redo',
  'rename',
  'duplicate',
  'save',
  'run',
]);

/** Those that someone presses to change what is selected: in a record of an execution they get an answer. */
const editingSelection = new Set<CanvasShortcut>(['toggleDisabled', 'remove', 'rename', 'duplicate']);

/** Keys that act wherever the focus is, since nothing else has a use for them. */
const everywhere = new Set<CanvasShortcut>(['save', 'openWorkflow', 'newWorkflow']);

/** The canvas's keys. They act while the canvas or nothing has the focus, never in a field or a dialog. */
export const useShortcuts = (root: RefObject<HTMLElement | null>): void => {
  const navigate = useNavigate();
  useEffect(() => {
    const perform: Record<CanvasShortcut, () => void> = {
      toggleCreator: () => openNodeCreator(panelState().creator ? null : {}),
      escape: leave,
      toggleDisabled: () => toggleDisabled(workflowStore.getState().selection),
      remove: removeSelection,
      selectAll,
      undo,
      redo,
      save: () => void save(),
      open: () => {
        const key = lastSelected();
        if (key !== undefined) openNode(key);
      },
      run: () => void runWorkflow(),
      walkLeft: () => walk('left'),
      walkRight: () => walk('right'),
      walkUp: () => walk('up'),
      walkDown: () => walk('down'),
      selectDownstream: () => selectAlongWires('downstream'),
      selectUpstream: () => selectAlongWires('upstream'),
      rename: renameLastSelected,
      zoomIn,
      zoomOut,
      resetZoom,
      zoomToFit: () => zoomToFit(),
      duplicate: () => duplicateNodes(workflowStore.getState().selection),
      newWorkflow: () => void navigate({ to: '/workflow' }),
      openWorkflow: () => openDialog('openWorkflow', {}),
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const shortcut = shortcutOf(event, isMac);
      if (!shortcut || (!everywhere.has(shortcut) && !hasCanvasFocus(root.current))) return;
      if (shortcut === 'open' && event.target instanceof Element && event.target.closest('button, a')) return;
      event.preventDefault();
      const { readOnly, selection, selectedWires } = workflowStore.getState();
      if (readOnly && editing.has(shortcut)) {
        if (editingSelection.has(shortcut) && selection.size + selectedWires.size > 0) refuseEdit();
        return;
      }
      perform[shortcut]();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [navigate, root]);
};

/** Closes what is open, from the top; with nothing open it clears the selection. */
const leave = (): void => {
  const { creator, node } = panelState();
  openMenu(null);
  if (creator) openNodeCreator(null);
  else if (node !== null) openNodePanel(null);
  else select([]);
};
