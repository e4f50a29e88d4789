import { lastOrder, repeatedWireKey, type WireEnds, wireKey } from '@millrace/contract';
import { plain } from '../drafts.ts';
import type { Command, NodeKey, Wire, WireKey, WorkflowDocument } from '../types.ts';

export type { WireEnds };

/** Adds a wire to a draft, unless it is there or one of its nodes is not. */
export const connect = (draft: WorkflowDocument, ends: WireEnds, rest?: Wire['rest']): void => {
  if (!draft.nodes[ends.source] || !draft.nodes[ends.target]) return;
  const key = wireKey(ends);
  draft.wires[key] ??= { key, order: lastOrder(plain(draft.wires)), ...ends, ...(rest ? { rest } : {}) };
};

/** Takes a wire from a draft. A file may name it several times: it is one wire on the canvas, so all of it goes. */
export const disconnect = (draft: WorkflowDocument, key: WireKey): void => {
  const wire = draft.wires[key];
  if (!wire) return;
  const first = wireKey(wire);
  delete draft.wires[key];
  for (let time = 0; time === 0 || draft.wires[repeatedWireKey(first, time)]; time++) {
    delete draft.wires[repeatedWireKey(first, time)];
  }
};

export const addWire =
  (ends: WireEnds): Command =>
  (draft) =>
    connect(draft, ends);

export const removeWires =
  (keys: Iterable<WireKey>): Command =>
  (draft) => {
    for (const key of keys) disconnect(draft, key);
  };

/** Wires that lead into and out of a node. */
export const wiresOf = (document: WorkflowDocument, node: NodeKey): { into: Wire[]; outOf: Wire[] } => {
  const wires = Object.values(document.wires);
  return { into: wires.filter((wire) => wire.target === node), outOf: wires.filter((wire) => wire.source === node) };
};
