import type { NodeKey, WorkflowDocument } from '../workflow/types.ts';

const sameButFor = (a: object, b: object, except: string): boolean => {
  const [left, right] = [new Map<string, unknown>(Object.entries(a)), new Map<string, unknown>(Object.entries(b))];
  left.delete(except);
  right.delete(except);
  return left.size === right.size && [...left].every(([name, value]) => right.has(name) && right.get(name) === value);
};

/** Whether two documents are the same but, at most, for the parameters of one node. Unchanged parts must be the same objects. */
export const differsOnlyInParameters = (a: WorkflowDocument, b: WorkflowDocument, key: NodeKey): boolean => {
  if (a === b) return true;
  if (!sameButFor(a, b, 'nodes') || !sameButFor(a.nodes, b.nodes, key)) return false;
  const [before, after] = [a.nodes[key], b.nodes[key]];
  if (!before || !after) return before === after;
  return sameButFor(before, after, 'data') && sameButFor(before.data, after.data, 'parameters');
};
