import { newWireKey } from '../keys.ts';
import type { Command, NodeKey, Wire, WireKey, WorkflowDocument } from '../types.ts';

export type WireEnds = Omit<Wire, 'key' | 'rest'>;

const isSame = (a: WireEnds, b: WireEnds) =>
  a.source === b.source &&
  a.target === b.target &&
  a.sourceIndex === b.sourceIndex &&
  a.targetIndex === b.targetIndex &&
  a.sourceType === b.sourceType &&
  a.targetType === b.targetType;

/** Adds a wire to a draft, unless it is there or one of its nodes is not. */
export const connect = (draft: WorkflowDocument, ends: WireEnds, key: WireKey = newWireKey()): void => {
  if (!draft.nodes[ends.source] || !draft.nodes[ends.target]) return;
  if (Object.values(draft.wires).some((wire) => isSame(wire, ends))) return;
  draft.wires[key] = { key, ...ends };
};

export const addWire =
  (ends: WireEnds): Command =>
  (draft) =>
    connect(draft, ends);

export const removeWires =
  (keys: Iterable<WireKey>): Command =>
  (draft) => {
    for (const key of keys) delete draft.wires[key];
  };

/** Wires that lead into and out of a node. */
export const wiresOf = (document: WorkflowDocument, node: NodeKey): { into: Wire[]; outOf: Wire[] } => {
  const wires = Object.values(document.wires);
  return { into: wires.filter((wire) => wire.target === node), outOf: wires.filter((wire) => wire.source === node) };
};
