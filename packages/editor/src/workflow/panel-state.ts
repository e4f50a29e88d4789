import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { NodeKey, Wire, WireKey, XYPosition } from './types.ts';

/** What is open over the canvas: the panel of one node, or the node creator. */

export interface NodeCreatorRequest {
  /** Where the chosen node goes; missing: right of the selected or last node. */
  at?: XYPosition;
  /** The port that a wire was dragged from: only nodes that fit it are offered. */
  from?: { node: NodeKey; type: Wire['sourceType']; index: number; side?: 'output' | 'input' };
  /** The wire that the chosen node goes into. */
  wire?: WireKey;
  kind?: 'trigger' | 'regular';
}

interface PanelState {
  node: NodeKey | null;
  creator: NodeCreatorRequest | null;
}

const panelStore = createStore<PanelState>(() => ({ node: null, creator: null }));

export const openNodePanel = (node: NodeKey | null): void =>
  panelStore.setState(node === null ? { node } : { node, creator: null });
export const openNodeCreator = (creator: NodeCreatorRequest | null): void => panelStore.setState({ creator });

/** For handlers; components use the hooks. */
export const panelState = (): PanelState => panelStore.getState();

/** Calls back with what is open after and before each change. Returns the end of it. */
export const onPanelChange = (listener: (now: PanelState, before: PanelState) => void): (() => void) =>
  panelStore.subscribe(listener);

export const useOpenNode = (): NodeKey | null => useStore(panelStore, (state) => state.node);
export const useNodeCreatorRequest = (): NodeCreatorRequest | null => useStore(panelStore, (state) => state.creator);
