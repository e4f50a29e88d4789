import type { TaskData } from '@millrace/contract';
import { buildGraph, parentsOf, reachableFrom, withServed, withSubNodes } from '@millrace/engine';
import { keyGraph, keyOfName, nameOfKey } from './key-graph.ts';
import { tasksOfPinned } from './pinned-tasks.ts';
import type { RunPlan } from './run-plan.ts';
import type { NodeKey, RunView, WorkflowDocument } from './types.ts';
import { isReadable, isWhole, withWholeResults } from './whole-results.ts';

interface SingleRun {
  plan: RunPlan;
  /** The results that it goes on from. */
  results: RunView['nodes'];
  /** What these and the new one hold for: what was changed since the results were made stays marked as changed. */
  started: WorkflowDocument;
}

/**
 * Plans a run of one node alone, on what is pinned at the nodes before it or what they gave last, whether or not they were changed since.
 * @returns undefined: no node before it has either
 */
export const planSingleRun = async (
  document: WorkflowDocument,
  previous: RunView,
  key: NodeKey,
): Promise<SingleRun | undefined> => {
  const { nodes, connections } = keyGraph(document);
  const graph = buildGraph(nodes, connections);
  const alone = [...withServed(graph, [nameOfKey(key)])];
  const anew = withSubNodes(graph, reachableFrom(graph, alone));
  const parents = alone.flatMap((name) => [...parentsOf(graph, name)].map(keyOfName));
  const wanted = Object.keys(previous.nodes).filter(
    (other) => document.nodes[other] && !anew.has(nameOfKey(other)) && isReadable(previous.nodes[other]!),
  );
  const { nodes: results } = await withWholeResults(previous, wanted);
  const kept = wanted.filter((other) => results[other]!.tasks.length > 0 && isWhole(results[other]!));
  const pinned = Object.entries(document.pinData).filter(([other]) => !anew.has(nameOfKey(other)));
  const given: (readonly [NodeKey, readonly TaskData[]])[] = [
    ...kept.map((other) => [other, results[other]!.tasks] as const),
    ...pinned.map(([other, entries]) => [other, tasksOfPinned(entries)] as const),
  ];
  const feeding = new Set(given.map(([other]) => other));
  if (parents.length > 0 && !parents.some((parent) => feeding.has(parent))) return undefined;
  const nameOf = (other: NodeKey) => document.nodes[other]!.data.name;
  return {
    plan: {
      request: {
        startNodes: [nameOf(key)],
        runData: Object.fromEntries(given.map(([other, tasks]) => [nameOf(other), [...tasks]])),
        destinationNode: nameOf(key),
      },
      path: new Set([...withSubNodes(graph, alone)].map(keyOfName)),
      kept,
    },
    results,
    started: startedFor(document, previous.started, [...alone].map(keyOfName)),
  };
};

/** The earlier state, with these nodes as they are now. */
const startedFor = (
  document: WorkflowDocument,
  before: WorkflowDocument | null,
  keys: readonly NodeKey[],
): WorkflowDocument => {
  if (!before) return document;
  const anew = new Set(keys);
  const isInto = ([, { target }]: [string, { target: NodeKey }]) => anew.has(target);
  const own = (values: WorkflowDocument['pinData']) => Object.entries(values).filter(([key]) => anew.has(key));
  return {
    ...before,
    // A node that came later is in both states as it is now.
    nodes: {
      ...document.nodes,
      ...before.nodes,
      ...Object.fromEntries(keys.map((key) => [key, document.nodes[key]!])),
    },
    wires: {
      ...Object.fromEntries(Object.entries(before.wires).filter((wire) => !isInto(wire))),
      ...Object.fromEntries(Object.entries(document.wires).filter(isInto)),
    },
    pinData: { ...before.pinData, ...Object.fromEntries(own(document.pinData)) },
  };
};
