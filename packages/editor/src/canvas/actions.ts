import { limits } from '@millrace/contract';
import { t } from '../messages/index.ts';
import { showError, showInfo } from '../ui/toasts.ts';
import { duplicate } from '../workflow/clipboard.ts';
import { removeNodes, removeWires, renameNode, setNodesDisabled } from '../workflow/commands/index.ts';
import { openNodePanel } from '../workflow/panel-state.ts';
import { dispatch, select, workflowStore } from '../workflow/store.ts';
import { isTrigger } from '../workflow/triggers.ts';
import type { NodeKey, WireKey } from '../workflow/types.ts';
import { startNoteEdit, startRename } from './canvas-state.ts';
import { isStickyNote } from './sticky-note.ts';
import { typeNow } from './type-now.ts';
import { focusNode, revealNode } from './view.ts';
import { neighbour, reachable, type WalkDirection } from './walk.ts';

/** What a person can do to nodes and wires, by shortcut, menu or button. */

export const lastSelected = (): NodeKey | undefined => [...workflowStore.getState().selection].at(-1);

export const selectAll = (): void => {
  const { nodes, wires } = workflowStore.getState().document;
  select(Object.keys(nodes), Object.keys(wires));
};

export const removeSelection = (): void => {
  const { selection, selectedWires } = workflowStore.getState();
  removeFromCanvas(selection, selectedWires);
};

/** Deletes nodes and wires. The last trigger stays: without it the workflow could not start. */
export const removeFromCanvas = (keys: Iterable<NodeKey>, wires: Iterable<WireKey> = []): void => {
  const { nodes } = workflowStore.getState().document;
  const wanted = new Set(keys);
  const triggers = Object.values(nodes).filter(({ data }) => isTrigger(typeNow(data)));
  const kept = triggers.length > 0 && triggers.every(({ key }) => wanted.has(key)) ? triggers[0]! : undefined;
  if (kept) {
    wanted.delete(kept.key);
    showInfo(t('canvas.lastTrigger.title'), { message: t('canvas.lastTrigger.message', { name: kept.data.name }) });
  }
  const gone = [...wires];
  if (wanted.size > 0) dispatch('history.removeNodes', removeNodes(wanted, gone));
  else if (gone.length > 0) dispatch('history.removeWires', removeWires(gone));
};

/** Switches all off, or all on if none is on. */
export const toggleDisabled = (keys: Iterable<NodeKey>): void => {
  const { nodes } = workflowStore.getState().document;
  const chosen = [...keys].filter((key) => nodes[key] && !isStickyNote(nodes[key].data.type));
  if (chosen.length === 0) return;
  const disable = chosen.some((key) => !nodes[key]?.data.disabled);
  dispatch(disable ? 'history.disableNodes' : 'history.enableNodes', setNodesDisabled(chosen, disable));
};

export const duplicateNodes = (keys: Iterable<NodeKey>): void => {
  const [first] = duplicate(keys);
  if (first !== undefined) void revealNode(first);
};

/** Opens a node's panel; a note is edited in place. */
export const openNode = (key: NodeKey): void => {
  const { document, readOnly } = workflowStore.getState();
  const node = document.nodes[key];
  if (!node) return;
  if (!isStickyNote(node.data.type)) openNodePanel(key);
  else if (!readOnly) startNoteEdit(key);
};

export const renameLastSelected = (): void => {
  const { document, readOnly } = workflowStore.getState();
  const key = lastSelected();
  const node = key === undefined ? undefined : document.nodes[key];
  if (!node || readOnly || isStickyNote(node.data.type)) return;
  void revealNode(node.key);
  startRename(node.key);
};

/** False, with a toast, if the name cannot be given. */
export const renameTo = (key: NodeKey, wanted: string): boolean => {
  const name = wanted.trim();
  if (name === '' || name === '__proto__' || name.length > limits.nodeNameMaxLength) {
    const message =
      name === ''
        ? t('canvas.rename.empty')
        : name === '__proto__'
          ? t('canvas.rename.reserved', { name })
          : t('canvas.rename.tooLong', { max: limits.nodeNameMaxLength });
    showError(t('canvas.rename.invalid'), { message, sticky: false });
    return false;
  }
  if (name !== workflowStore.getState().document.nodes[key]?.data.name) {
    dispatch('history.renameNode', renameNode(key, name));
  }
  return true;
};

/** Moves the selection to the neighbour of the last selected node; with nothing selected, to the first node. */
export const walk = (direction: WalkDirection): void => {
  const { document } = workflowStore.getState();
  const from = lastSelected();
  const to = from === undefined ? firstNode() : neighbour(document, from, direction);
  if (to === undefined) return;
  select([to]);
  void focusNode(to);
};

const firstNode = (): NodeKey | undefined => {
  const nodes = Object.values(workflowStore.getState().document.nodes);
  nodes.sort((a, b) => a.data.position[0] - b.data.position[0] || a.data.position[1] - b.data.position[1]);
  return nodes[0]?.key;
};

export const selectAlongWires = (direction: 'downstream' | 'upstream'): void => {
  const { selection, document } = workflowStore.getState();
  if (selection.size > 0) select(reachable(document.wires, selection, direction));
};
