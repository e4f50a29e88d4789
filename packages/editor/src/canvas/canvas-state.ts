import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { useSession } from '../workflow/hooks.ts';
import type { WorkflowSession } from '../workflow/session.ts';
import type { NodeKey, WireKey } from '../workflow/types.ts';
import type { Point } from './geometry.ts';
import type { Guide } from './guides/find-guides.ts';

/** What is going on on the canvas of an open workflow and belongs to no document: a rename, an open menu, a wire about to be split. */
export interface MenuRequest {
  /** In the window. */
  x: number;
  y: number;
  /** The same place on the canvas. */
  point: Point;
  target: { kind: 'nodes' } | { kind: 'wire'; key: WireKey } | { kind: 'canvas' };
}

export type CanvasTool = 'search' | 'history' | 'outline';

interface CanvasState {
  /** The node under the pointer. */
  hovered: NodeKey | null;
  renaming: NodeKey | null;
  editingNote: NodeKey | null;
  menu: MenuRequest | null;
  /** The wire that a dragged node would go into if it were dropped now. */
  dropWire: WireKey | null;
  minimap: boolean;
  /** Open at the left edge. */
  tool: CanvasTool | null;
  renamingGroup: string | null;
  /** The nodes of a group that is being moved, and how far it is. */
  groupDrag: { keys: ReadonlySet<NodeKey>; by: Point } | null;
  /** What the dragged nodes are aligned with. */
  guides: readonly Guide[];
  /** The wire whose buttons are shown. */
  hoveredWire: WireKey | null;
}

const noGuides: readonly Guide[] = [];
const minimapItem = 'millrace.minimap';

const states = new WeakMap<WorkflowSession, StoreApi<CanvasState>>();

export const canvasState = (session: WorkflowSession): StoreApi<CanvasState> => {
  const known = states.get(session);
  if (known) return known;
  const state = createStore<CanvasState>(() => ({
    hovered: null,
    renaming: null,
    editingNote: null,
    menu: null,
    dropWire: null,
    hoveredWire: null,
    minimap: localStorage.getItem(minimapItem) === 'shown',
    tool: null,
    renamingGroup: null,
    groupDrag: null,
    guides: noGuides,
  }));
  states.set(session, state);
  return state;
};

export const useCanvasState = <T>(selector: (state: CanvasState) => T): T =>
  useStore(canvasState(useSession()), selector);

export const startRename = (session: WorkflowSession, renaming: NodeKey | null): void =>
  canvasState(session).setState({ renaming });
export const startNoteEdit = (session: WorkflowSession, editingNote: NodeKey | null): void =>
  canvasState(session).setState({ editingNote });
export const openMenu = (session: WorkflowSession, menu: MenuRequest | null): void =>
  canvasState(session).setState({ menu });

export const markHovered = (session: WorkflowSession, hovered: NodeKey | null): void => {
  const state = canvasState(session);
  if (state.getState().hovered !== hovered) state.setState({ hovered });
};

export const markHoveredWire = (session: WorkflowSession, hoveredWire: WireKey | null): void => {
  const state = canvasState(session);
  if (state.getState().hoveredWire !== hoveredWire) state.setState({ hoveredWire });
};

/** Set on each move of a dragged node; equal values wake nobody. */
export const markDropWire = (session: WorkflowSession, dropWire: WireKey | null): void => {
  const state = canvasState(session);
  if (state.getState().dropWire !== dropWire) state.setState({ dropWire });
};

/** Set on each move of a drag; none after none wakes nobody. */
export const showGuides = (session: WorkflowSession, found: readonly Guide[]): void => {
  const state = canvasState(session);
  if (found.length > 0) state.setState({ guides: found });
  else if (state.getState().guides !== noGuides) state.setState({ guides: noGuides });
};

export const renameGroup = (session: WorkflowSession, renamingGroup: string | null): void =>
  canvasState(session).setState({ renamingGroup });
export const dragGroup = (session: WorkflowSession, groupDrag: CanvasState['groupDrag']): void =>
  canvasState(session).setState({ groupDrag });

/** Opens a tool, or closes it if it is open. */
export const openTool = (session: WorkflowSession, tool: CanvasTool | null): void =>
  canvasState(session).setState((state) => ({ tool: state.tool === tool ? null : tool }));

export const toggleMinimap = (session: WorkflowSession): void => {
  const state = canvasState(session);
  const minimap = !state.getState().minimap;
  localStorage.setItem(minimapItem, minimap ? 'shown' : 'hidden');
  state.setState({ minimap });
};
