/**
 * What goes into and comes out of a node in the run on screen. Works on the document and the run view alone, so it is the same for a
 * live run, a stored execution, pinned data, and no run at all.
 */
import type { Item, JsonObject, TaskData, TaskSource } from '@millrace/contract';
import { isObject } from '@millrace/contract';
import type { NodeKey, RunView, WorkflowDocument } from '../../workflow/types.ts';

export interface RunSnapshot {
  document: WorkflowDocument;
  run: RunView;
}

const itemsOfPinned = new WeakMap<readonly unknown[], Item[]>();

/** Pinned data holds items or bare JSON objects. The same pinned data gives the same list, so that views of it stay as they are. */
export const pinnedItems = (entries: readonly unknown[]): Item[] => {
  const known = itemsOfPinned.get(entries);
  if (known) return known;
  const items = entries.filter(isObject).map((entry, index) => {
    const item = isObject(entry.json) ? (entry as unknown as Item) : { json: entry as JsonObject };
    return item.pairedItem === undefined ? { ...item, pairedItem: { item: index } } : item;
  });
  itemsOfPinned.set(entries, items);
  return items;
};

/** Runs of a node, oldest first. Pinned data stands for one run of a node that has not run. */
export const tasksOf = ({ document, run }: RunSnapshot, key: NodeKey): readonly TaskData[] => {
  const tasks = Object.hasOwn(run.nodes, key) ? run.nodes[key]!.tasks : [];
  if (tasks.length > 0) return tasks;
  const pinned = Object.hasOwn(document.pinData, key) ? document.pinData[key] : undefined;
  if (!pinned) return [];
  return [{ startTime: 0, executionTime: 0, source: [], data: { main: [pinnedItems(pinned)] } }];
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
 * @param runIndex the last run if left out.
 */
export const inputsOf = (snapshot: RunSnapshot, key: NodeKey, runIndex?: number): NodeInput[] => {
  const tasks = Object.hasOwn(snapshot.run.nodes, key) ? snapshot.run.nodes[key]!.tasks : [];
  const task = tasks[runIndex ?? tasks.length - 1];
  const recorded = task && task.source.length > 0 ? recordedInputs(snapshot, task.source) : [];
  const isKnown = recorded.some(
    ({ source, items }) =>
      items !== null || (source && storedCount(tasksOf(snapshot, source.key)[source.run], source.output) !== null),
  );
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
