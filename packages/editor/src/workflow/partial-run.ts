import type { RunData } from '@millrace/contract';
import {
  buildGraph,
  cyclesOf,
  dirtyNodes,
  type Graph,
  neededFor,
  outdatedNodes,
  parentsOf,
  reachableFrom,
  rootsOf,
  startNodesOf,
  withServed,
  withSubNodes,
} from '@millrace/engine';
import { keyGraph, keyOfName, nameOfKey } from './key-graph.ts';
import type { NodeKey, NodeRunState, RunView, WorkflowDocument } from './types.ts';
import { isWhole } from './whole-results.ts';

/*
 * Which results of the run on the canvas still count, by the engine's rules. Nodes are called by their keys here, so that a rename changes
 * nothing.
 */

export interface PartialRun {
  /** Where it begins; a trigger, or another node that nothing leads to, if nothing can be kept. */
  starts: NodeKey[];
  /** Whether each start has kept results to begin with; else the run begins at a trigger. */
  isPartial: boolean;
  /** Nodes whose results are used again. */
  kept: NodeKey[];
  /** Those of them that lead to the end. */
  keptBefore: NodeKey[];
}

/** Whether the results of a node can be used again. */
type IsUsable = (node: NodeRunState) => boolean;

const runDataOf = (run: RunView): RunData =>
  Object.fromEntries(
    Object.entries(run.nodes)
      .filter(([, { tasks }]) => tasks.length > 0)
      .map(([key, { tasks }]) => [nameOfKey(key), [...tasks]]),
  );

/** Nodes with a result that was not the last word, or that cannot be used again. */
const lostNodes = (graph: Graph, run: RunView, leading: ReadonlySet<string>, isUsable: IsUsable): string[] => {
  const lost = new Set<string>();
  for (const [key, node] of Object.entries(run.nodes)) {
    const name = nameOfKey(key);
    const hasEnded = node.phase === 'success' || node.phase === 'error';
    if (!hasEnded || (leading.has(name) && !isUsable(node))) lost.add(name);
  }
  // A loop that the end of the run came upon may have had more to do.
  const end = run.destination === null ? undefined : nameOfKey(run.destination);
  for (const cycle of cyclesOf(graph)) {
    const isDone = run.status === 'success' && (end === undefined || !cycle.includes(end));
    if (!isDone) for (const name of cycle) lost.add(name);
  }
  return [...lost];
};

/** Plans to run the least that gives `destination` fresh data: itself, and what is not fresh on the way to it. */
export const planPartialRun = (
  document: WorkflowDocument,
  run: RunView,
  destination: NodeKey,
  isUsable: IsUsable = isWhole,
): PartialRun => {
  const now = keyGraph(document);
  const graph = buildGraph(now.nodes, now.connections);
  const ends = withServed(graph, [nameOfKey(destination)]);
  const leading = withSubNodes(graph, neededFor(graph, ends));
  const runData = run.started ? runDataOf(run) : {};
  const before = {
    workflow: keyGraph(run.started ?? document),
    runData,
    lost: lostNodes(graph, run, leading, isUsable),
  };
  const dirty = dirtyNodes(before, now);
  const due = withFeeders(graph, new Set([...dirty, ...ends]), runData);
  const starts = startNodesOf(now, due, nameOfKey(destination));
  const roots = new Set(rootsOf(graph));
  const anew = withSubNodes(graph, reachableFrom(graph, starts));
  const kept = Object.keys(runData).filter(
    (name) => graph.nodes.has(name) && !anew.has(name) && !dirty.has(name) && isUsable(run.nodes[keyOfName(name)]!),
  );
  return {
    starts: starts.map(keyOfName),
    isPartial: starts.length > 0 && !starts.some((name) => roots.has(name)),
    kept: kept.map(keyOfName),
    keptBefore: kept.filter((name) => leading.has(name)).map(keyOfName),
  };
};

/** What is to run needs something to begin with: where no node before it has a result, those run as well. */
const withFeeders = (graph: Graph, due: Set<string>, runData: RunData): Set<string> => {
  for (const name of due) {
    const parents = parentsOf(graph, name);
    if (!parents.some((parent) => due.has(parent) || Object.hasOwn(runData, parent))) {
      for (const parent of parents) due.add(parent);
    }
  }
  return due;
};

/** Nodes whose results on the canvas another run would not give any more. */
export const staleNodes = (document: WorkflowDocument, run: RunView): ReadonlySet<NodeKey> => {
  if (!run.started) return new Set();
  const outdated = outdatedNodes({ workflow: keyGraph(run.started), runData: runDataOf(run) }, keyGraph(document));
  return new Set([...outdated].map(keyOfName).filter((key) => Object.hasOwn(run.nodes, key)));
};
