import type { NodeKey, WorkflowDocument } from './types.ts';

const reached = (start: NodeKey, next: ReadonlyMap<NodeKey, readonly NodeKey[]>): Set<NodeKey> => {
  const found = new Set<NodeKey>();
  const open = [...(next.get(start) ?? [])];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    if (found.has(key)) continue;
    found.add(key);
    open.push(...(next.get(key) ?? []));
  }
  return found;
};

/** The loops of a workflow: each node that data can come back to, with a number for its loop. A loop within another one is a part of that. */
export const loopsOf = ({ wires }: Pick<WorkflowDocument, 'wires'>): ReadonlyMap<NodeKey, number> => {
  const next = new Map<NodeKey, NodeKey[]>();
  const previous = new Map<NodeKey, NodeKey[]>();
  for (const { source, target, sourceType } of Object.values(wires)) {
    if (sourceType !== 'main') continue;
    next.set(source, [...(next.get(source) ?? []), target]);
    previous.set(target, [...(previous.get(target) ?? []), source]);
  }
  const loops = new Map<NodeKey, number>();
  for (const key of next.keys()) {
    if (loops.has(key)) continue;
    const after = reached(key, next);
    if (!after.has(key)) continue;
    const before = reached(key, previous);
    const number = loops.size;
    for (const other of after) if (before.has(other)) loops.set(other, number);
  }
  return loops;
};
