import { useNavigate } from '@tanstack/react-router';
import { type RefObject, useEffect } from 'react';
import { hasOpenDialog, openDialog } from '../dialogs/stack.ts';
import { useSession } from '../workflow/hooks.ts';
import type { WorkflowSession } from '../workflow/session.ts';
import { refuseEdit } from '../workflow/store.ts';
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
import { hasCanvasFocus, isForemost } from './focus.ts';
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
]);

/** Those that someone presses to change what is selected: in a record of an execution they get an answer. */
const editingSelection = new Set<CanvasShortcut>(['toggleDisabled', 'remove', 'rename', 'duplicate']);

/** Keys that act wherever the focus is, since nothing else has a use for them. */
const everywhere = new Set<CanvasShortcut>(['save', 'openWorkflow', 'newWorkflow']);

/** The canvas's keys. They act while the canvas or nothing has the focus, never in a field or a dialog. */
export const useShortcuts = (root: RefObject<HTMLElement | null>): void => {
  const navigate = useNavigate();
  const session = useSession();
  useEffect(() => {
    const { panel } = session;
    const perform: Record<CanvasShortcut, () => void> = {
      toggleCreator: () => panel.openCreator(panel.state().creator ? null : {}),
      escape: () => leave(session),
      toggleDisabled: () => toggleDisabled(session, session.state().selection),
      remove: () => removeSelection(session),
      selectAll: () => selectAll(session),
      undo: session.undo,
      redo: session.redo,
      save: () => void session.saves.save(),
      open: () => {
        const key = lastSelected(session);
        if (key !== undefined) openNode(session, key);
      },
      run: () => void session.runs.start(),
      walkLeft: () => walk(session, 'left'),
      walkRight: () => walk(session, 'right'),
      walkUp: () => walk(session, 'up'),
      walkDown: () => walk(session, 'down'),
      selectDownstream: () => selectAlongWires(session, 'downstream'),
      selectUpstream: () => selectAlongWires(session, 'upstream'),
      rename: () => renameLastSelected(session),
      zoomIn: () => zoomIn(session),
      zoomOut: () => zoomOut(session),
      resetZoom: () => resetZoom(session),
      zoomToFit: () => zoomToFit(session),
      duplicate: () => duplicateNodes(session, session.state().selection),
      newWorkflow: () => void navigate({ to: '/workflow', state: { fresh: crypto.randomUUID() } }),
      openWorkflow: () => openDialog('openWorkflow', {}),
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const shortcut = shortcutOf(event, isMac);
      if (!shortcut) return;
      const isOurs = everywhere.has(shortcut)
        ? isForemost(root.current) && !hasOpenDialog()
        : hasCanvasFocus(root.current);
      if (!isOurs) return;
      if (shortcut === 'open' && event.target instanceof Element && event.target.closest('button, a')) return;
      event.preventDefault();
      const state = session.state();
      const { readOnly, selection, selectedWires } = state;
      if (readOnly && editing.has(shortcut)) {
        if (editingSelection.has(shortcut) && selection.size + selectedWires.size > 0) refuseEdit(state);
        return;
      }
      perform[shortcut]();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [navigate, root, session]);
};

/** Closes what is open, from the top; with nothing open it clears the selection. */
const leave = (session: WorkflowSession): void => {
  const { panel } = session;
  const { creator, node } = panel.state();
  openMenu(session, null);
  if (creator) panel.openCreator(null);
  else if (node !== null) panel.openNode(null);
  else session.select([]);
};
