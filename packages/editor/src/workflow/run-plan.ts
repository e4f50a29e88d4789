import type { RunData, TaskData } from '@millrace/contract';
import {
  buildGraph,
  firstTrigger,
  leadingTo,
  neededFor,
  reachableFrom,
  withServed,
  withSubNodes,
} from '@millrace/engine';
import { keyGraph, keyOfName, nameOfKey } from './key-graph.ts';
import { planPartialRun } from './partial-run.ts';

export { staleNodes } from './partial-run.ts';

import type { NodeKey, RunView, WorkflowDocument } from './types.ts';
import { isReadable, isWhole, withWholeResults } from './whole-results.ts';

/** What a run by hand asks of the server, and what it will touch. Loaded with the first run. */
export interface RunPlan {
  /** Names, not keys: they go to the server. */
  request: { startNodes: string[]; runData?: RunData; destinationNode?: string; triggerNode?: string };
  /** Where it begins, if that is a trigger. */
  trigger?: NodeKey;
  /** Nodes that the run can reach. */
  path: ReadonlySet<NodeKey>;
  /** Nodes whose results are used again. */
  kept: readonly NodeKey[];
}

export interface RunEnds {
  /** The run ends with this node. */
  destinationNode?: NodeKey;
  /** Which trigger starts it, where there are several. */
  triggerNode?: NodeKey;
  /** Selected nodes: the trigger that leads to one of them is preferred. */
  selection?: Iterable<NodeKey>;
  /** Whether a trigger starts runs without a person too; all do if left out. */
  startsByItself?(trigger: NodeKey): boolean;
}

/**
 * The run on the canvas, with those results that another run to `destination` would use again and only the server has; what is too much
 * for that stays there, and is run again.
 */
export const withReusedResults = (
  document: WorkflowDocument,
  run: RunView,
  destination: NodeKey,
): Promise<RunView> | RunView => {
  const { isPartial, keptBefore } = planPartialRun(document, run, destination, isReadable);
  return isPartial && keptBefore.some((key) => !isWhole(run.nodes[key]!)) ? withWholeResults(run, keptBefore) : run;
};

/**
 * Plans a run of the whole workflow, or of what leads to one node. The latter begins where results stop being fresh; a run from the start
 * begins at the named trigger; else at the one whose branch is selected, else at the first (`firstTrigger`).
 * @param triggers enabled ones, in the order of the canvas
 */
export const planRun = (
  document: WorkflowDocument,
  previous: RunView,
  triggers: readonly NodeKey[],
  { destinationNode, triggerNode, selection = [], startsByItself = () => true }: RunEnds,
): RunPlan => {
  const nameOf = (key: NodeKey | undefined) => (key === undefined ? undefined : document.nodes[key]?.data.name);
  const { nodes, connections } = keyGraph(document);
  const graph = buildGraph(nodes, connections);
  const before = (keys: Iterable<NodeKey>, nodesBefore: typeof leadingTo): Set<NodeKey> => {
    const served = withServed(graph, [...keys].map(nameOfKey));
    return new Set([...withSubNodes(graph, nodesBefore(graph, served))].map(keyOfName));
  };
  const leading = destinationNode === undefined ? undefined : before([destinationNode], leadingTo);
  const needed = destinationNode === undefined ? undefined : before([destinationNode], neededFor);
  const behind = (keys: readonly NodeKey[]): Set<NodeKey> => {
    const reached = [...withSubNodes(graph, reachableFrom(graph, keys.map(nameOfKey)))].map(keyOfName);
    return new Set(needed ? reached.filter((key) => needed.has(key)) : reached);
  };

  const firstOf = (keys: readonly NodeKey[]): NodeKey | undefined => {
    const first = firstTrigger(graph, keys.map(nameOfKey), (name) => startsByItself(keyOfName(name)));
    return first === undefined ? undefined : keyOfName(first);
  };

  let fitting = leading ? triggers.filter((key) => leading.has(key)) : triggers;
  if (destinationNode !== undefined && triggerNode === undefined) {
    const { starts, isPartial, kept } = planPartialRun(document, previous, destinationNode);
    if (isPartial) {
      const runData = kept.flatMap((key): [string, TaskData[]][] => {
        const name = nameOf(key);
        return name === undefined ? [] : [[name, [...previous.nodes[key]!.tasks]]];
      });
      const request = {
        startNodes: starts.flatMap((key) => nameOf(key) ?? []),
        runData: Object.fromEntries(runData),
        destinationNode: nameOf(destinationNode),
      };
      return { request, path: behind(starts), kept };
    }
    const due = fitting.filter((key) => starts.includes(key));
    if (due.length > 0) fitting = due;
  }
  const branch = before(selection, leadingTo);
  const trigger = triggerNode ?? fitting.find((key) => branch.has(key)) ?? firstOf(fitting);
  return {
    request: { startNodes: [], destinationNode: nameOf(destinationNode), triggerNode: nameOf(trigger) },
    trigger,
    path: trigger === undefined ? (needed ?? new Set()) : behind([trigger]),
    kept: [],
  };
};
