import { isStickyNote } from '../../../workflow/sticky-notes.ts';
import type { DocumentNode, NodeKey, Wire, WorkflowDocument } from '../../../workflow/types.ts';
import { wireIndex } from '../../wire-index.ts';

/** A node in the order in which a person would read the workflow, with what leads from it, and its add-ons. */
export interface OutlineEntry {
  node: DocumentNode;
  /** Wires of the flow that leave it. */
  next: readonly Wire[];
  /** Wires that bring it a model, a tool and the like. */
  addOns: readonly Wire[];
}

/** From what starts the workflow along the wires, a branch at a time; the parts of it from the top. Notes come last. */
export const outlineOf = ({ nodes, wires }: Pick<WorkflowDocument, 'nodes' | 'wires'>): OutlineEntry[] => {
  const index = wireIndex(wires);
  const byPlace = Object.values(nodes).sort(
    (a, b) =>
      Number(isStickyNote(a.data.type)) - Number(isStickyNote(b.data.type)) ||
      a.data.position[1] - b.data.position[1] ||
      a.data.position[0] - b.data.position[0],
  );
  const isStart = ({ key }: DocumentNode) =>
    !index.into(key).some(({ sourceType }) => sourceType === 'main') &&
    index.outOf(key).some(({ sourceType }) => sourceType === 'main');
  const entries = new Map<NodeKey, OutlineEntry>();
  const read = (first: DocumentNode) => {
    const due = [first];
    for (let node = due.pop(); node; node = due.pop()) {
      if (entries.has(node.key)) continue;
      const next = index
        .outOf(node.key)
        .filter(({ sourceType }) => sourceType === 'main')
        .sort((a, b) => a.sourceIndex - b.sourceIndex);
      const addOns = index.into(node.key).filter(({ sourceType }) => sourceType !== 'main');
      entries.set(node.key, { node, next, addOns });
      const after = [...addOns.map(({ source }) => source), ...next.map(({ target }) => target)];
      for (const key of after.reverse()) if (nodes[key]) due.push(nodes[key]);
    }
  };
  for (const node of byPlace) if (isStart(node)) read(node);
  for (const node of byPlace) read(node);
  return [...entries.values()];
};
