import { limits, type RunData, type TaskData } from '@millrace/contract/data';
import {
  cyclesOf,
  firstTrigger,
  type Graph,
  leadingTo,
  parentsOf,
  reachableFrom,
  rootsOf,
  sortByCanvas,
  sourcesOf,
  withServed,
  withSubNodes,
} from '../graph/index.ts';
import type { TriggerPayload } from '../node-api/context.ts';
import { WorkflowError } from './errors.ts';
import type { PreparedWorkflow } from './prepare.ts';
import type { QueuedRun } from './types.ts';
import type { Delivery } from './work-queue.ts';

const isTrigger = (workflow: PreparedWorkflow, name: string): boolean =>
  workflow.node(name).definition?.group.includes('trigger') ?? false;

/**
 * The nodes that a run without a named trigger begins with: the first enabled trigger, or, where none leads to the destination, all
 * nodes before it that nothing leads to.
 */
const chooseStart = (workflow: PreparedWorkflow, destinations: ReadonlySet<string> | undefined): string[] => {
  const { graph } = workflow;
  const candidates = destinations ? leadingTo(graph, destinations) : graph.rank.keys();
  const inOrder = sortByCanvas(graph, candidates).filter((name) => !graph.nodes.get(name)!.disabled);
  const trigger = firstTrigger(
    graph,
    inOrder.filter((name) => isTrigger(workflow, name)),
    (name) => workflow.node(name).definition?.name !== limits.manualTriggerType,
  );
  if (trigger !== undefined) return [trigger];
  if (!destinations) throw new WorkflowError('The workflow has no enabled trigger to start from');
  const roots = new Set(rootsOf(graph));
  const before = inOrder.filter((name) => roots.has(name));
  return before.length > 0 ? before : [...destinations];
};

/** The first node runs of a run from a trigger. A node that is no trigger starts with the items that are given, or one empty item. */
export const startFromTrigger = (
  workflow: PreparedWorkflow,
  start: { node?: string; payload: TriggerPayload },
  destinations: ReadonlySet<string> | undefined,
): QueuedRun[] => {
  if (start.node === undefined) {
    return chooseStart(workflow, destinations).map((name) => startAt(workflow, name, start.payload));
  }
  const name = start.node;
  const node = workflow.graph.nodes.get(name);
  if (!node) throw new WorkflowError(`There is no node "${name}" to start from`);
  if (node.disabled) throw new WorkflowError(`"${name}" cannot start the workflow because it is disabled`);
  return [startAt(workflow, name, start.payload)];
};

/** Nodes that only serve others give way to those that they serve: they are not run by themselves. One that serves nobody stays. */
export const withoutSubNodes = (workflow: PreparedWorkflow, names: readonly string[]): Set<string> => {
  const isSubNode = (name: string) => {
    const { definition } = workflow.node(name);
    return definition?.supply !== undefined && !definition.execute;
  };
  return new Set(
    names.flatMap((name) => {
      const served = isSubNode(name) ? [...withServed(workflow.graph, [name])].filter((one) => !isSubNode(one)) : [];
      return served.length > 0 ? served : [name];
    }),
  );
};

const startAt = (workflow: PreparedWorkflow, name: string, payload: TriggerPayload): QueuedRun => {
  if (isTrigger(workflow, name)) return { node: name, inputs: [], source: [], trigger: payload };
  const items = payload.kind === 'items' ? payload.items : [{ json: {} }];
  return { node: name, inputs: [items], source: [null], trigger: payload };
};

/** How a partial run begins: results that stay, deliveries from them into what is to be run anew, and runs from scratch. */
export interface PartialStart {
  reused: [string, TaskData[]][];
  deliveries: (Delivery & { only: ReadonlySet<string> })[];
  runs: QueuedRun[];
}

/**
 * Start nodes and all behind them are run anew; what other nodes gave is taken over. A start node gets the latest output of each
 * node before it that is not run anew itself. So do nodes with several inputs further on, which would otherwise miss the inputs that stay as they
 * are. A start node that nothing leads to begins with the payload, as does one that gets nothing and `needsNoInput`. A cycle begins anew where it
 * is entered, wherever in it the start node lies.
 * @throws WorkflowError where no start node has anything to begin with
 */
export const startPartially = (
  workflow: PreparedWorkflow,
  start: { startNodes: string[]; runData: RunData; payload: TriggerPayload; needsNoInput: (node: string) => boolean },
): PartialStart => {
  const { graph } = workflow;
  for (const name of start.startNodes) {
    if (!graph.nodes.has(name)) throw new WorkflowError(`There is no node "${name}" to start from`);
  }
  const startNodes = sortByCanvas(graph, withEntries(graph, withoutSubNodes(workflow, start.startNodes)));
  const anew = reachableFrom(graph, startNodes);
  const forgotten = withSubNodes(graph, anew);
  const reused = Object.entries(start.runData).filter(([name]) => graph.nodes.has(name) && !forgotten.has(name));
  const deliveries: PartialStart['deliveries'] = [];

  const takeOverInputs = (name: string): boolean => {
    const before = deliveries.length;
    for (const parent of parentsOf(graph, name)) {
      if (anew.has(parent)) continue;
      const tasks = Object.hasOwn(start.runData, parent) ? start.runData[parent]! : [];
      const outputs = tasks.at(-1)?.data?.main;
      if (outputs) deliveries.push({ node: parent, outputs, runIndex: tasks.length - 1, only: new Set([name]) });
    }
    return deliveries.length > before;
  };

  const unfed = startNodes.filter((name) => !takeOverInputs(name));
  const runs = unfed
    .filter((name) => sourcesOf(graph, name).length === 0 || start.needsNoInput(name))
    .map((name) => startAt(workflow, name, start.payload));
  if (unfed.length === startNodes.length && runs.length === 0) {
    const names = start.startNodes.map((name) => `"${name}"`).join(', ');
    throw new WorkflowError(`There is no data to run ${names} with: run the nodes before it first`);
  }
  for (const name of anew) {
    const hasSeveralInputs = new Set(sourcesOf(graph, name).map((source) => source.input)).size > 1;
    if (hasSeveralInputs && !startNodes.includes(name)) takeOverInputs(name);
  }
  return { reused, deliveries, runs };
};

/** Nodes that lie on a cycle give way to those by which it is entered from outside, if there are any. */
const withEntries = (graph: Graph, names: Iterable<string>): Set<string> => {
  const entriesOf = new Map<string, string[]>();
  for (const cycle of cyclesOf(graph)) {
    const members = new Set(cycle);
    const entries = cycle.filter((name) => parentsOf(graph, name).some((parent) => !members.has(parent)));
    for (const name of cycle) entriesOf.set(name, entries.length > 0 ? entries : [name]);
  }
  return new Set([...names].flatMap((name) => entriesOf.get(name) ?? [name]));
};
