import type { NodeKey, Wire, WorkflowDocument } from '../workflow/types.ts';

/** The wires of a document by the nodes at their ends; made once for each state of the wires. */
export interface WireIndex {
  into(node: NodeKey): readonly Wire[];
  outOf(node: NodeKey): readonly Wire[];
}

const none: readonly Wire[] = [];
const made = new WeakMap<WorkflowDocument['wires'], WireIndex>();

export const wireIndex = (wires: WorkflowDocument['wires']): WireIndex => {
  const known = made.get(wires);
  if (known) return known;
  const byTarget = new Map<NodeKey, Wire[]>();
  const bySource = new Map<NodeKey, Wire[]>();
  for (const wire of Object.values(wires)) {
    append(byTarget, wire.target, wire);
    append(bySource, wire.source, wire);
  }
  const index: WireIndex = {
    into: (node) => byTarget.get(node) ?? none,
    outOf: (node) => bySource.get(node) ?? none,
  };
  made.set(wires, index);
  return index;
};

const append = (lists: Map<NodeKey, Wire[]>, key: NodeKey, wire: Wire) => {
  const list = lists.get(key);
  if (list) list.push(wire);
  else lists.set(key, [wire]);
};
