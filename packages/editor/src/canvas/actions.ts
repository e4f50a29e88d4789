import { limits } from '@millrace/contract';
import { t } from '../messages/index.ts';
import { showError, showInfo } from '../ui/toasts.ts';
import { addNode, removeNodes, removeWires, renameNode, setNodesDisabled } from '../workflow/commands/index.ts';
import { withExpressions } from '../workflow/expressions.ts';
import { addGroup, groupPaths, groupsOf, removeGroup } from '../workflow/groups.ts';
import { newNodeKey } from '../workflow/keys.ts';
import type { WorkflowSession } from '../workflow/session.ts';
import { isStickyNote } from '../workflow/sticky-notes.ts';
import { isTrigger } from '../workflow/triggers.ts';
import type { NodeKey, WireKey, WorkflowDocument } from '../workflow/types.ts';
import { canvasState, openMenu, openTool, renameGroup, startNoteEdit, startRename } from './canvas-state.ts';
import { type Point, squareAround } from './geometry.ts';
import { typeNow } from './type-now.ts';
import { focusNode, revealNode } from './view.ts';
import { neighbour, reachable, type WalkDirection } from './walk.ts';

/** What a person can do to nodes and wires of an open workflow, by shortcut, menu or button. */

/** Closes what is open over the canvas, from the top; with nothing open it clears the selection. */
export const leave = (session: WorkflowSession): void => {
  const { panel } = session;
  const { creator, node } = panel.state();
  openMenu(session, null);
  if (creator) panel.openCreator(null);
  else if (node !== null) panel.openNode(null);
  else if (canvasState(session).getState().tool !== null) openTool(session, null);
  else session.select([]);
};

/** Opens or closes the node creator: at a place on the canvas, or without one at the edge. */
export const toggleCreator = ({ panel }: WorkflowSession, point?: Point): void =>
  panel.openCreator(panel.state().creator ? null : point ? { at: squareAround(point), point } : {});

/** Offers what could go into the selected wire. */
export const insertInWire = (session: WorkflowSession, at: Point = { x: 0, y: 0 }): void => {
  const [wire] = session.state().selectedWires;
  if (wire !== undefined) session.panel.openCreator({ at, wire });
};

/** Adds an empty note and lets it be written. The type is our own, so it is there whenever node types are. */
export const addNote = (session: WorkflowSession, point: Point): void => {
  const type = typeNow({ type: 'core.stickyNote' });
  if (!type) return;
  const key = newNodeKey();
  session.dispatch('history.addSticky', addNode(type, point, { key }));
  session.select([key]);
  startNoteEdit(session, key);
};

export const runToSelected = (session: WorkflowSession): void => {
  const key = lastSelected(session);
  if (key !== undefined) void session.runs.start({ destinationNode: key });
};

export const runSelectedAlone = (session: WorkflowSession): void => {
  const key = lastSelected(session);
  if (key !== undefined) void session.runs.startAlone(key);
};

/** A group around what is selected, whose title can be typed at once. */
export const groupSelection = (session: WorkflowSession): void => {
  const id = newNodeKey();
  session.dispatch('history.addGroup', addGroup(id, session.state().selection, ''));
  renameGroup(session, id);
};

const innermostGroup = (session: WorkflowSession): string | undefined => {
  const { document, selection } = session.state();
  const paths = groupPaths(groupsOf(document));
  return [...selection].map((key) => paths.get(key)?.at(-1)).find((id) => id !== undefined);
};

export const isInGroup = (session: WorkflowSession): boolean => innermostGroup(session) !== undefined;

/** Takes away the innermost frame around what is selected. */
export const ungroupSelection = (session: WorkflowSession): void => {
  const id = innermostGroup(session);
  if (id !== undefined) session.dispatch('history.removeGroup', removeGroup(id));
};

export const lastSelected = (session: WorkflowSession): NodeKey | undefined => [...session.state().selection].at(-1);

export const selectAll = (session: WorkflowSession): void => {
  const { nodes, wires } = session.state().document;
  session.select(Object.keys(nodes), Object.keys(wires));
};

export const removeSelection = (session: WorkflowSession): void => {
  const { selection, selectedWires } = session.state();
  removeFromCanvas(session, selection, selectedWires);
};

/** Deletes nodes and wires. The last trigger stays: without it the workflow could not start. */
export const removeFromCanvas = (
  session: WorkflowSession,
  keys: Iterable<NodeKey>,
  wires: Iterable<WireKey> = [],
): void => {
  const { nodes } = session.state().document;
  const wanted = new Set(keys);
  const triggers = Object.values(nodes).filter(({ data }) => isTrigger(typeNow(data)));
  const kept = triggers.length > 0 && triggers.every(({ key }) => wanted.has(key)) ? triggers[0]! : undefined;
  if (kept) {
    wanted.delete(kept.key);
    showInfo(t('canvas.lastTrigger.title'), { message: t('canvas.lastTrigger.message', { name: kept.data.name }) });
  }
  const gone = [...wires];
  if (wanted.size > 0) session.dispatch('history.removeNodes', removeNodes(wanted, gone));
  else if (gone.length > 0) session.dispatch('history.removeWires', removeWires(gone));
};

/** Switches all off, or all on if none is on. */
export const toggleDisabled = (session: WorkflowSession, keys: Iterable<NodeKey>): void => {
  const { nodes } = session.state().document;
  const chosen = [...keys].filter((key) => nodes[key] && !isStickyNote(nodes[key].data.type));
  if (chosen.length === 0) return;
  const disable = chosen.some((key) => !nodes[key]?.data.disabled);
  session.dispatch(disable ? 'history.disableNodes' : 'history.enableNodes', setNodesDisabled(chosen, disable));
};

/** The focus goes along with the selection, or two nodes would look chosen. */
export const duplicateNodes = (session: WorkflowSession, keys: Iterable<NodeKey>): void =>
  withExpressions(({ renameReferences, duplicate }) => {
    const [first] = duplicate(session, keys, renameReferences);
    if (first !== undefined) void focusNode(session, first);
  });

/** Opens a node's panel; a note is edited in place. */
export const openNode = (session: WorkflowSession, key: NodeKey): void => {
  const { document, readOnly } = session.state();
  const node = document.nodes[key];
  if (!node) return;
  if (!isStickyNote(node.data.type)) session.panel.openNode(key);
  else if (!readOnly) startNoteEdit(session, key);
};

export const renameLastSelected = (session: WorkflowSession): void => {
  const { document, readOnly } = session.state();
  const key = lastSelected(session);
  const node = key === undefined ? undefined : document.nodes[key];
  if (!node || readOnly || isStickyNote(node.data.type)) return;
  void revealNode(session, node.key);
  startRename(session, node.key);
};

/** False, with a toast, if the name cannot be given. */
export const renameTo = (session: WorkflowSession, key: NodeKey, wanted: string): boolean => {
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
  if (name !== session.state().document.nodes[key]?.data.name) {
    withExpressions(({ renameReferences }) =>
      session.dispatch('history.renameNode', renameNode(key, name, renameReferences)),
    );
  }
  return true;
};

/** Moves the selection to the neighbour of the last selected node; with nothing selected, to the first node. */
export const walk = (session: WorkflowSession, direction: WalkDirection): void => {
  const { document } = session.state();
  const from = lastSelected(session);
  const to = from === undefined ? firstNode(document) : neighbour(document, from, direction);
  if (to === undefined) return;
  session.select([to]);
  void focusNode(session, to);
};

const firstNode = (document: WorkflowDocument): NodeKey | undefined => {
  const nodes = Object.values(document.nodes);
  nodes.sort((a, b) => a.data.position[0] - b.data.position[0] || a.data.position[1] - b.data.position[1]);
  return nodes[0]?.key;
};

export const selectAlongWires = (session: WorkflowSession, direction: 'downstream' | 'upstream'): void => {
  const { selection, document } = session.state();
  if (selection.size > 0) session.select(reachable(document.wires, selection, direction));
};
