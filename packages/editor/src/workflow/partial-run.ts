import type { RunData } from '@millrace/contract';
import { toFormat } from './format.ts';
import type { NodeKey, RunView, WorkflowDocument } from './types.ts';

/** What the server needs to run up to one node, using again what has run before. Names, not keys. */
export interface PartialRun {
  startNodes: string[];
  runData?: RunData;
  destinationNode: string;
}

/**
 * Finds the least that must run so that `destination` has fresh data. A node must run if it has no result, was changed since, or
 * comes after such a node; the destination always. Where that reaches back to a trigger, or a node joins fresh and kept data, the
 * run starts at the trigger.
 */
export const partialRun = (document: WorkflowDocument, run: RunView, destination: NodeKey): PartialRun => {
  const destinationNode = document.nodes[destination]?.data.name ?? '';
  const fromTrigger: PartialRun = { startNodes: [], destinationNode };
  const parents = parentsOf(document);
  const path = withAncestors(destination, parents);
  const due = withDescendants(
    [...path].filter((key) => key === destination || run.stale.has(key) || !hasResult(run, key)),
    path,
    parents,
  );

  const starts: NodeKey[] = [];
  for (const key of due) {
    const before = [...(parents.get(key) ?? [])];
    const kept = before.filter((parent) => !due.has(parent));
    if (before.length === 0) return fromTrigger;
    if (kept.length === before.length) starts.push(key);
    else if (kept.length > 0) return fromTrigger;
  }
  if (starts.length === 0) return fromTrigger;

  const kept = [...path].filter((key) => !due.has(key));
  return {
    startNodes: starts.flatMap((key) => document.nodes[key]?.data.name ?? []),
    runData: Object.fromEntries(
      kept.flatMap((key) => {
        const name = document.nodes[key]?.data.name;
        return name === undefined ? [] : [[name, run.nodes[key]?.tasks ?? []]];
      }),
    ),
    destinationNode,
  };
};

const hasResult = (run: RunView, key: NodeKey): boolean => {
  const node = run.nodes[key];
  return node?.phase === 'success' && node.tasks.every((task) => task.data !== undefined);
};

const parentsOf = (document: WorkflowDocument): Map<NodeKey, Set<NodeKey>> => {
  const parents = new Map<NodeKey, Set<NodeKey>>();
  for (const { source, target } of Object.values(document.wires)) {
    const known = parents.get(target);
    if (known) known.add(source);
    else parents.set(target, new Set([source]));
  }
  return parents;
};

/** The node and all nodes that lead to it. */
const withAncestors = (key: NodeKey, parents: ReadonlyMap<NodeKey, ReadonlySet<NodeKey>>): Set<NodeKey> => {
  const found = new Set([key]);
  for (const next of found) for (const parent of parents.get(next) ?? []) found.add(parent);
  return found;
};

const withDescendants = (
  keys: readonly NodeKey[],
  within: ReadonlySet<NodeKey>,
  parents: ReadonlyMap<NodeKey, ReadonlySet<NodeKey>>,
): Set<NodeKey> => {
  const children = new Map<NodeKey, NodeKey[]>();
  for (const key of within) {
    for (const parent of parents.get(key) ?? []) children.set(parent, [...(children.get(parent) ?? []), key]);
  }
  const found = new Set(keys);
  for (const next of found) for (const child of children.get(next) ?? []) found.add(child);
  return found;
};

/** Nodes that a run can reach: with a destination those that lead to it, else those that follow the triggers. */
export const nodesOnPath = (
  document: WorkflowDocument,
  ends: { destination?: NodeKey; triggers: readonly NodeKey[] },
): Set<NodeKey> => {
  const parents = parentsOf(document);
  if (ends.destination !== undefined) return withAncestors(ends.destination, parents);
  return withDescendants(ends.triggers, new Set(Object.keys(document.nodes)), parents);
};

/** The graph as it is sent to run. */
export const runnable = (document: WorkflowDocument, id: string | null, active: boolean) => {
  const { tags: _, ...graph } = toFormat(document);
  return { ...graph, id, active };
};
