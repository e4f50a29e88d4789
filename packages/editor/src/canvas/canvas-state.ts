import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { NodeKey, WireKey } from '../workflow/types.ts';
import type { Point } from './geometry.ts';

/** What is going on on the canvas and belongs to no document: a rename, an open menu, a wire about to be split. */
export interface MenuRequest {
  /** In the window. */
  x: number;
  y: number;
  /** The same place on the canvas. */
  point: Point;
  target: { kind: 'nodes' } | { kind: 'wire'; key: WireKey } | { kind: 'canvas' };
}

interface CanvasState {
  /** The node under the pointer. */
  hovered: NodeKey | null;
  renaming: NodeKey | null;
  editingNote: NodeKey | null;
  menu: MenuRequest | null;
  /** The wire that a dragged node would go into if it were dropped now. */
  dropWire: WireKey | null;
  minimap: boolean;
}

const minimapItem = 'millrace.minimap';

export const canvasState = createStore<CanvasState>(() => ({
  hovered: null,
  renaming: null,
  editingNote: null,
  menu: null,
  dropWire: null,
  minimap: localStorage.getItem(minimapItem) === 'shown',
}));

export const useCanvasState = <T>(selector: (state: CanvasState) => T): T => useStore(canvasState, selector);

export const startRename = (renaming: NodeKey | null): void => canvasState.setState({ renaming });
export const startNoteEdit = (editingNote: NodeKey | null): void => canvasState.setState({ editingNote });
export const openMenu = (menu: MenuRequest | null): void => canvasState.setState({ menu });

export const markHovered = (hovered: NodeKey | null): void => {
  if (canvasState.getState().hovered !== hovered) canvasState.setState({ hovered });
};

/** Set on each move of a dragged node; equal values wake nobody. */
export const markDropWire = (dropWire: WireKey | null): void => {
  if (canvasState.getState().dropWire !== dropWire) canvasState.setState({ dropWire });
};

export const toggleMinimap = (): void => {
  const minimap = !canvasState.getState().minimap;
  localStorage.setItem(minimapItem, minimap ? 'shown' : 'hidden');
  canvasState.setState({ minimap });
};
