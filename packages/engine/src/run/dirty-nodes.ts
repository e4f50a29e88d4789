import {
  isSameJson,
  type PinData,
  type RunData,
  type TaskData,
  type WorkflowGraph,
  type WorkflowNode,
} from '@millrace/contract/data';
import {
  buildGraph,
  cyclesOf,
  type Graph,
  parentsOf,
  reachableFrom,
  sortByCanvas,
  sourcesOf,
  targetsOf,
  withServed,
  withSubNodes,
} from '../graph/index.ts';
import { neededFor, referencesIn } from './node-references.ts';

/**
 * Which results of an earlier run still count, after the workflow was changed. An editor asks with each change of a large workflow: nodes that
 * did not change are the same objects.
 */

/** A workflow and what its last run left behind. */
export interface EarlierRun {
  workflow: WorkflowGraph;
  /** Of a task that is `stored` elsewhere the counts are enough. */
  runData: RunData;
  /** Nodes whose results are not at hand any more, though the run gave them: they must run anew, like changed ones. */
  lost?: Iterable<string>;
}

interface Comparison {
  graph: Graph;
  /** All that the earlier run, had it gone on, could reach. */
  concerned: ReadonlySet<string>;
  changed: ReadonlySet<string>;
}

/**
 * Names of the nodes that must run anew: those that are new, were changed (parameters, wires, sub-nodes, pinned data, settings that matter for the
 * result), failed or did not get their turn, and all behind them or reading from them; of the nodes that the earlier run, had it gone on, could reach. What only
 * looks different counts as unchanged; a node with another name is a new node.
 */
export const dirtyNodes = (before: EarlierRun, now: WorkflowGraph): Set<string> => {
  const { graph, concerned, changed } = compare(before, now);
  const dirty = new Set(changed);
  const lost = new Set(before.lost);
  for (const name of concerned) {
    if (lost.has(name) || hasFailed(before.runData, name) || hasMissedItsTurn(graph, before.runData, name)) {
      for (const served of withServed(graph, [name])) dirty.add(served);
    }
  }
  return withDependents(graph, dirty, concerned);
};

/**
 * Names of the nodes whose results, good or bad, another run would not give any more, since they or what they depend on were changed: those of
 * `dirtyNodes` but for what failed, was lost or did not get its turn.
 */
export const outdatedNodes = (before: EarlierRun, now: WorkflowGraph): Set<string> => {
  const { graph, concerned, changed } = compare(before, now);
  return withDependents(graph, changed, concerned);
};

const compare = (before: EarlierRun, now: WorkflowGraph): Comparison => {
  const graph = buildGraph(now.nodes, now.connections ?? {});
  const withResult = [...graph.nodes.keys()].filter((name) => lastRun(before.runData, name));
  if (withResult.length === 0) {
    const all = new Set(graph.nodes.keys());
    return { graph, concerned: all, changed: all };
  }
  const concerned = withSubNodes(graph, reachableFrom(graph, withResult));
  if (before.workflow.settings?.timezone !== now.settings?.timezone) return { graph, concerned, changed: concerned };

  const earlier = buildGraph(before.workflow.nodes, before.workflow.connections ?? {});
  const changed = new Set<string>();
  for (const name of concerned) {
    const node = graph.nodes.get(name)!;
    const was = earlier.nodes.get(name);
    const isSame =
      was !== undefined &&
      isSameJson(relevant(was), relevant(node)) &&
      isSameJson(wiresInto(earlier, name), wiresInto(graph, name)) &&
      isSameJson(pinned(before.workflow.pinData, name), pinned(now.pinData, name));
    if (!isSame) for (const served of withServed(graph, [name])) changed.add(served);
  }
  return { graph, concerned, changed };
};

/** The nodes, all behind them, and all that read from any of these in expressions. */
const withDependents = (graph: Graph, nodes: ReadonlySet<string>, among: ReadonlySet<string>): Set<string> => {
  if (nodes.size === 0) return new Set();
  const readers = new Map([...among].map((name) => [name, referencesIn(graph.nodes.get(name)!)]));
  let dirty = reachableFrom(graph, nodes);
  for (let size = -1; size !== dirty.size; ) {
    size = dirty.size;
    const concerned = [...readers].filter(([, names]) => !names || names.some((name) => dirty.has(name)));
    dirty = reachableFrom(graph, [...dirty, ...concerned.flatMap(([name]) => [...withServed(graph, [name])])]);
  }
  return dirty;
};

/**
 * Where a partial run has to begin so that all dirty nodes (that a run to the destination needs) have fresh results.
 * @param dirty as `dirtyNodes` gives them, with whatever else is to run anew
 */
export const startNodesOf = (now: WorkflowGraph, dirty: ReadonlySet<string>, destination?: string): string[] => {
  const graph = buildGraph(now.nodes, now.connections ?? {});
  const wanted = destination === undefined ? undefined : neededFor(graph, withServed(graph, [destination]));
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
    const targets = targetsOf(graph, parent);
    return itemCounts(lastRun(runData, parent)).some(
      (count, output) => count > 0 && targets[output]?.some(({ node }) => node === name),
    );
  });
};

/** Items by main output. */
const itemCounts = (task: TaskData | undefined): number[] =>
  task?.data
    ? (task.data.main ?? []).map((items) => items?.length ?? 0)
    : (task?.stored?.outputs.main ?? []).map((count) => count ?? 0);
