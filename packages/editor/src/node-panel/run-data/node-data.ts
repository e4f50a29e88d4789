/**
 * What goes into and comes out of a node in the run on screen. Works on the document and the run view alone, so it is the same for a
 * live run, a stored execution, pinned data, and no run at all.
 */
import type { Item, TaskData, TaskSource } from '@millrace/contract';
import { runCount } from '../../workflow/node-run.ts';
import { tasksOfPinned } from '../../workflow/pinned-tasks.ts';
import type { NodeKey, NodeRunState, RunView, WorkflowDocument } from '../../workflow/types.ts';

export interface RunSnapshot {
  document: WorkflowDocument;
  run: RunView;
}

const nodeRunOf = ({ run }: RunSnapshot, key: NodeKey): NodeRunState | undefined =>
  Object.hasOwn(run.nodes, key) ? run.nodes[key] : undefined;

/** How often a node has run. */
export const runCountOf = (snapshot: RunSnapshot, key: NodeKey): number => {
  const node = nodeRunOf(snapshot, key);
  return node ? runCount(node) : 0;
};

const listed = new WeakMap<NodeRunState, readonly (TaskData | undefined)[]>();

/** By the index of the run; a list with a gap in front where results are not kept here. */
const byIndex = (node: NodeRunState): readonly (TaskData | undefined)[] => {
  if (node.earlier === 0) return node.tasks;
  const known = listed.get(node);
  if (known) return known;
  const tasks: (TaskData | undefined)[] = [];
  tasks.length = node.earlier;
  for (const task of node.tasks) tasks.push(task);
  listed.set(node, tasks);
  return tasks;
};

/** Runs of a node by their index; of a long loop only the latest are there. Pinned data stands for one run of a node that has not run. */
export const tasksOf = (snapshot: RunSnapshot, key: NodeKey): readonly (TaskData | undefined)[] => {
  const node = nodeRunOf(snapshot, key);
  if (node && node.tasks.length > 0) return byIndex(node);
  const { document } = snapshot;
  const pinned = Object.hasOwn(document.pinData, key) ? document.pinData[key] : undefined;
  return pinned ? tasksOfPinned(pinned) : [];
};

/** Items of one output of one run. Null: it sent nothing, or its data is not loaded. */
export const outputItems = (task: TaskData | undefined, output: number, type = 'main'): readonly Item[] | null => {
  const outputs = task?.data && Object.hasOwn(task.data, type) ? task.data[type] : undefined;
  return outputs?.[output] ?? null;
};

/** What one output of one run gave, where its items are not loaded: how many there are. Null: they are loaded, or there are none. */
export const storedCount = (task: TaskData | undefined, output: number, type = 'main'): number | null => {
  if (!task?.stored || task.data) return null;
  const outputs = Object.hasOwn(task.stored.outputs, type) ? task.stored.outputs[type] : undefined;
  return outputs?.[output] ?? null;
};

const hasSent = (task: TaskData | undefined, output: number): boolean =>
  outputItems(task, output) !== null || storedCount(task, output) !== null;

/** As `tasksOf`, for expressions: of a last result that is too large to be here, the first items are. */
export const shownTasksOf = (snapshot: RunSnapshot, key: NodeKey): readonly (TaskData | undefined)[] => {
  const tasks = tasksOf(snapshot, key);
  const node = nodeRunOf(snapshot, key);
  const last = tasks.at(-1);
  if (!node?.preview || !last?.stored) return tasks;
  const known = previewed.get(node);
  if (known) return known;
  const shown = tasks.slice(0, -1);
  shown.push({ ...last, data: { main: node.preview } });
  previewed.set(node, shown);
  return shown;
};

const previewed = new WeakMap<NodeRunState, readonly (TaskData | undefined)[]>();

/** As `inputsOf`, for expressions. */
export const shownInputsOf = (snapshot: RunSnapshot, key: NodeKey, task?: TaskData): NodeInput[] =>
  inputsOf(snapshot, key, task).map((input) => {
    const { source, items } = input;
    if (!source || items !== null) return input;
    return { source, items: outputItems(shownTasksOf(snapshot, source.key)[source.run], source.output) };
  });

interface NodeInput {
  /** Where the items come from; null where nothing is connected. */
  source: { key: NodeKey; name: string; output: number; run: number } | null;
  /** Null: there are none, or they are not loaded. */
  items: readonly Item[] | null;
}

interface ParentLink {
  key: NodeKey;
  name: string;
  output: number;
  input: number;
}

/** Nodes whose output leads straight into this one, by input, then in the order of the canvas. */
export const parentsOf = (document: WorkflowDocument, key: NodeKey): ParentLink[] =>
  Object.values(document.wires)
    .filter((wire) => wire.target === key && wire.targetType === 'main' && Object.hasOwn(document.nodes, wire.source))
    .map((wire) => ({
      key: wire.source,
      name: document.nodes[wire.source]!.data.name,
      output: wire.sourceIndex,
      input: wire.targetIndex,
      y: document.nodes[wire.source]!.data.position[1],
    }))
    .sort((a, b) => a.input - b.input || a.y - b.y)
    .map(({ key: parent, name, output, input }) => ({ key: parent, name, output, input }));

export const keyOfName = (document: WorkflowDocument, name: string): NodeKey | undefined =>
  Object.values(document.nodes).find((node) => node.data.name === name)?.key;

const recordedInputs = (snapshot: RunSnapshot, sources: readonly (TaskSource | null)[]): NodeInput[] =>
  sources.map((source) => {
    const parent = source && keyOfName(snapshot.document, source.previousNode);
    if (!source || !parent) return { source: null, items: null };
    const output = source.previousNodeOutput ?? 0;
    const run = source.previousNodeRun ?? 0;
    return {
      source: { key: parent, name: source.previousNode, output, run },
      items: outputItems(tasksOf(snapshot, parent)[run], output),
    };
  });

/** Inputs that the node would get next: for each input the connected parent that has data, else the first connected. */
const expectedInputs = (snapshot: RunSnapshot, key: NodeKey): NodeInput[] => {
  const inputs: NodeInput[] = [];
  const fed = new Set<number>();
  for (const parent of parentsOf(snapshot.document, key)) {
    if (fed.has(parent.input)) continue;
    const tasks = tasksOf(snapshot, parent.key);
    const run = tasks.findLastIndex((task) => hasSent(task, parent.output));
    if (inputs[parent.input] && run < 0) continue;
    if (run >= 0) fed.add(parent.input);
    inputs[parent.input] = {
      source: { key: parent.key, name: parent.name, output: parent.output, run: Math.max(run, 0) },
      items: run < 0 ? null : outputItems(tasks[run], parent.output),
    };
  }
  return Array.from(inputs, (input) => input ?? { source: null, items: null });
};

/**
 * Inputs of one run of a node, by index: what it got if it has run, else what it would get.
 * @param task the run; the last one if left out.
 */
export const inputsOf = (
  snapshot: RunSnapshot,
  key: NodeKey,
  task = nodeRunOf(snapshot, key)?.tasks.at(-1),
): NodeInput[] => {
  const recorded = task && task.source.length > 0 ? recordedInputs(snapshot, task.source) : [];
  const isKnown = recorded.some(({ source, items }) => {
    if (items !== null || !source) return items !== null;
    const given = tasksOf(snapshot, source.key)[source.run];
    return given ? storedCount(given, source.output) !== null : source.run < runCountOf(snapshot, source.key);
  });
  return isKnown ? recorded : expectedInputs(snapshot, key);
};

/** All nodes from which a path leads to this one, nearest first, each with the output by which it does. */
export const ancestorsOf = (document: WorkflowDocument, key: NodeKey): Map<NodeKey, number> => {
  const bySource = new Map<NodeKey, { source: NodeKey; output: number }[]>();
  for (const wire of Object.values(document.wires)) {
    const into = bySource.get(wire.target) ?? [];
    into.push({ source: wire.source, output: wire.sourceIndex });
    bySource.set(wire.target, into);
  }
  const found = new Map<NodeKey, number>();
  let frontier = [key];
  while (frontier.length > 0) {
    const next: NodeKey[] = [];
    for (const target of frontier) {
      for (const { source, output } of bySource.get(target) ?? []) {
        if (found.has(source)) continue;
        found.set(source, output);
        next.push(source);
      }
    }
    frontier = next;
  }
  found.delete(key);
  return found;
};
