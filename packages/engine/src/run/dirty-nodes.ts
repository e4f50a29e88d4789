import type { PinData, RunData, WorkflowGraph, WorkflowNode } from '@millrace/contract/data';
import {
  buildGraph,
  cyclesOf,
  type Graph,
  leadingTo,
  parentsOf,
  reachableFrom,
  sortByCanvas,
  sourcesOf,
  targetsOf,
  withServed,
  withSubNodes,
} from '../graph/index.ts';
import { isSameJson } from '../items/same-json.ts';
import { referencesIn } from './node-references.ts';

/** Which results of an earlier run still count, after the workflow was changed. */

/** A workflow and what its last run left behind. */
export interface EarlierRun {
  workflow: WorkflowGraph;
  runData: RunData;
}

/**
 * Names of the nodes that must run anew: those that are new, were changed (parameters, wires, sub-nodes, pinned data, settings that matter for the
 * result), failed or did not get their turn, and all behind them or reading from them; of the nodes that the earlier run, had it gone on, could reach. What only
 * looks different counts as unchanged; a node with another name is a new node.
 */
export const dirtyNodes = (before: EarlierRun, now: WorkflowGraph): Set<string> => {
  const graph = buildGraph(now.nodes, now.connections ?? {});
  const earlier = buildGraph(before.workflow.nodes, before.workflow.connections ?? {});
  const withResult = [...graph.nodes.keys()].filter((name) => lastRun(before.runData, name));
  if (withResult.length === 0) return new Set(graph.nodes.keys());
  const concerned = withSubNodes(graph, reachableFrom(graph, withResult));
  if (before.workflow.settings?.timezone !== now.settings?.timezone) return concerned;

  const dirty = new Set<string>();
  for (const name of concerned) {
    const node = graph.nodes.get(name)!;
    const was = earlier.nodes.get(name);
    const isSame =
      was !== undefined &&
      isSameJson(relevant(was), relevant(node)) &&
      isSameJson(wiresInto(earlier, name), wiresInto(graph, name)) &&
      isSameJson(pinned(before.workflow.pinData, name), pinned(now.pinData, name));
    if (!isSame) for (const served of withServed(graph, [name])) dirty.add(served);
    else if (hasFailed(before.runData, name) || hasMissedItsTurn(graph, before.runData, name)) dirty.add(name);
  }
  return withDependents(graph, dirty, concerned);
};

/** The nodes, all behind them, and all that read from any of these in expressions. */
const withDependents = (graph: Graph, nodes: Iterable<string>, among: ReadonlySet<string>): Set<string> => {
  const references = new Map([...among].map((name) => [name, referencesIn(graph.nodes.get(name)!)]));
  let dirty = reachableFrom(graph, nodes);
  for (let size = -1; size !== dirty.size && dirty.size > 0; ) {
    size = dirty.size;
    const readers = [...references].filter(([, names]) => !names || names.some((name) => dirty.has(name)));
    dirty = reachableFrom(graph, [...dirty, ...readers.flatMap(([name]) => [...withServed(graph, [name])])]);
  }
  return dirty;
};

/**
 * Where a partial run has to begin so that all dirty nodes (that lead to the destination) have fresh results.
 * @param dirty as `dirtyNodes` gives them
 */
export const startNodesOf = (now: WorkflowGraph, dirty: ReadonlySet<string>, destination?: string): string[] => {
  const graph = buildGraph(now.nodes, now.connections ?? {});
  const wanted = destination === undefined ? undefined : leadingTo(graph, withServed(graph, [destination]));
  const cycleOf = new Map(cyclesOf(graph).flatMap((cycle) => cycle.map((name) => [name, cycle] as const)));
  const serving = new Set([...graph.nodes.keys()].filter((name) => withServed(graph, [name]).size > 1));
  const first = [...dirty].filter((name) => {
    if (serving.has(name) || (wanted && !wanted.has(name))) return false;
    return parentsOf(graph, name).every((parent) => !dirty.has(parent) || cycleOf.get(name)?.includes(parent));
  });
  return sortByCanvas(graph, first);
};

/** What the result of a node depends on. */
const relevant = (node: WorkflowNode) => ({
  type: node.type,
  typeVersion: node.typeVersion ?? 1,
  parameters: node.parameters ?? {},
  credentials: node.credentials ?? {},
  disabled: node.disabled ?? false,
  executeOnce: node.executeOnce ?? false,
  alwaysOutputData: node.alwaysOutputData ?? false,
  onError: node.onError ?? (node.continueOnFail ? 'continueRegularOutput' : 'stopWorkflow'),
});

/** Everything that is wired to a node: over `main` by port, and its sub-nodes. */
const wiresInto = (graph: Graph, name: string): string[] => {
  const wires = sourcesOf(graph, name).map((source) => JSON.stringify([source.node, source.output, source.input]));
  const subNodes = [...withSubNodes(graph, [name])].filter((one) => one !== name && !graph.nodes.get(one)?.disabled);
  return [...wires.sort(), ...subNodes.sort()];
};

const pinned = (pinData: PinData | null | undefined, name: string) =>
  pinData && Object.hasOwn(pinData, name) ? pinData[name] : undefined;

const lastRun = (runData: RunData, name: string) => (Object.hasOwn(runData, name) ? runData[name]!.at(-1) : undefined);

const hasFailed = (runData: RunData, name: string): boolean => lastRun(runData, name)?.error !== undefined;

/** A node without a result for which there was something to do. */
const hasMissedItsTurn = (graph: Graph, runData: RunData, name: string): boolean => {
  if (lastRun(runData, name)) return false;
  return parentsOf(graph, name).some((parent) => {
    const outputs = lastRun(runData, parent)?.data?.main ?? [];
    const targets = targetsOf(graph, parent);
    return outputs.some((items, output) => items?.length && targets[output]?.some(({ node }) => node === name));
  });
};
