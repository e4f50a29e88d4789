import type { RunData, TaskData } from '@millrace/contract';
import { toFormat } from './format.ts';
import type { NodeKey, RunView, WorkflowDocument } from './types.ts';

/** What a run by hand asks of the server, and what it will touch. */
export interface RunPlan {
  /** Names, not keys: they go to the server. */
  request: { startNodes: string[]; runData?: RunData; destinationNode?: string; triggerNode?: string };
  /** Where it begins, if that is a trigger. */
  trigger?: NodeKey;
  /** Nodes that the run can reach. */
  path: ReadonlySet<NodeKey>;
}

export interface RunEnds {
  /** The run ends with this node. */
  destinationNode?: NodeKey;
  /** Which trigger starts it, where there are several. */
  triggerNode?: NodeKey;
  /** Selected nodes: the trigger that leads to one of them is preferred. */
  selection?: Iterable<NodeKey>;
}

/**
 * Plans a run of the whole workflow, or of what leads to one node. It begins at the named trigger; else at the one whose branch is
 * selected, the first that something is wired to, or the first.
 * @param triggers enabled ones, in the order of the canvas
 */
export const planRun = (
  document: WorkflowDocument,
  previous: RunView,
  triggers: readonly NodeKey[],
  { destinationNode, triggerNode, selection = [] }: RunEnds,
): RunPlan => {
  const nameOf = (key: NodeKey | undefined) => (key === undefined ? undefined : document.nodes[key]?.data.name);
  const parents = parentsOf(document);
  const leading = destinationNode === undefined ? undefined : withAncestors([destinationNode], parents);
  const reached = (starts: readonly NodeKey[]) =>
    withDescendants(starts, leading ?? new Set(Object.keys(document.nodes)), parents);

  if (destinationNode !== undefined && triggerNode === undefined) {
    const partial = partialRun(document, previous, destinationNode);
    if (partial.starts.length > 0) {
      const { starts, runData } = partial;
      const startNodes = starts.flatMap((key) => nameOf(key) ?? []);
      return { request: { startNodes, runData, destinationNode: nameOf(destinationNode) }, path: reached(starts) };
    }
  }
  const fitting = triggers.filter((key) => leading?.has(key) ?? true);
  const branch = withAncestors(selection, parents);
  const wired = new Set([...parents.values()].flatMap((sources) => [...sources]));
  const trigger =
    triggerNode ?? fitting.find((key) => branch.has(key)) ?? fitting.find((key) => wired.has(key)) ?? fitting[0];
  return {
    request: { startNodes: [], destinationNode: nameOf(destinationNode), triggerNode: nameOf(trigger) },
    trigger,
    path: trigger === undefined ? (leading ?? new Set()) : reached([trigger]),
  };
};

/**
 * Finds the least that must run so that `destination` has fresh data, and the results to use again. A node must run if it has no result,
 * was changed since, or comes after such a node; the destination always. No starts mean: from the trigger. So it is where the search
 * reaches back to a trigger, and where a node would join fresh and kept data.
 */
const partialRun = (
  document: WorkflowDocument,
  run: RunView,
  destination: NodeKey,
): { starts: NodeKey[]; runData: RunData } => {
  const fromTrigger = { starts: [], runData: {} };
  const parents = parentsOf(document);
  const path = withAncestors([destination], parents);
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
  const results = [...path].flatMap((key): [string, TaskData[]][] => {
    const name = document.nodes[key]?.data.name;
    return due.has(key) || name === undefined ? [] : [[name, run.nodes[key]?.tasks ?? []]];
  });
  return { starts, runData: Object.fromEntries(results) };
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

/** The nodes and all nodes that lead to them. */
const withAncestors = (keys: Iterable<NodeKey>, parents: ReadonlyMap<NodeKey, ReadonlySet<NodeKey>>): Set<NodeKey> => {
  const found = new Set(keys);
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

/** The graph as it is sent to run. */
export const runnable = (document: WorkflowDocument, id: string | null, active: boolean) => {
  const { tags: _, ...graph } = toFormat(document);
  return { ...graph, id, active };
};
