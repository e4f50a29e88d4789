import { createStore, type StoreApi } from 'zustand/vanilla';
import type { NodeKey, Wire, WireKey, XYPosition } from './types.ts';

/** What is open over the canvas: the panel of one node, the node creator, or the versions of the workflow. */

export interface NodeCreatorRequest {
  /** Where the chosen node goes; missing: right of the selected or last node. */
  at?: XYPosition;
  /** What was pointed at, in canvas pixels: the creator opens beside it, and a wire that was drawn leads there meanwhile. */
  point?: XYPosition;
  /** The port that a wire was dragged from: only nodes that fit it are offered. */
  from?: { node: NodeKey; type: Wire['sourceType']; index: number; side?: 'output' | 'input' };
  /** The wire that the chosen node goes into. */
  wire?: WireKey;
  kind?: 'trigger' | 'regular';
}

interface OpenOverCanvas {
  node: NodeKey | null;
  /** Which run of it is looked at first; null: the last one. */
  runIndex: number | null;
  creator: NodeCreatorRequest | null;
  versions: boolean;
  /** The open node, when a run was refused for what it lacks: the panel says where. Another object for each time. */
  refused: { node: NodeKey } | null;
}

export interface PanelState {
  readonly store: Pick<StoreApi<OpenOverCanvas>, 'getState' | 'getInitialState' | 'subscribe'>;
  /** For handlers; components use the hooks. */
  state(): OpenOverCanvas;
  openNode(node: NodeKey | null, runIndex?: number | null): void;
  openCreator(creator: NodeCreatorRequest | null): void;
  openVersions(versions: boolean): void;
  /** A run was refused for what this node lacks. */
  refuse(node: NodeKey): void;
}

export const createPanelState = (): PanelState => {
  const store = createStore<OpenOverCanvas>(() => ({
    node: null,
    runIndex: null,
    creator: null,
    versions: false,
    refused: null,
  }));
  return {
    store,
    state: store.getState,
    openNode: (node, runIndex = null) =>
      store.setState(node === null ? { node, refused: null } : { node, runIndex, creator: null, refused: null }),
    openCreator: (creator) => store.setState({ creator }),
    openVersions: (versions) => store.setState(versions ? { versions, node: null, creator: null } : { versions }),
    refuse: (node) => store.setState({ refused: { node } }),
  };
};
