import type { Item, ItemLists, TaskData } from '@millrace/contract';
import { readItems } from '../api/execution-data.ts';
import { findRun } from './find-run.ts';
import { runCount } from './node-run.ts';
import type { WorkflowStore } from './store.ts';
import type { NodeKey, NodeRunState, RunView } from './types.ts';

/** Of one result. What is larger is read in pages; of that, expressions see the first items in the editor. */
const mostBytes = 1024 * 1024;
const mostItems = 1000;
/** About so many bytes of first items, but one item at least. */
const previewBytes = 128 * 1024;
const previewItems = 25;

interface StoredResult {
  task: TaskData;
  position: number;
  outputs: (number | null)[];
  size: number;
}

/** Where the last result of a node lies, if that is on the server. */
const locate = async (run: RunView, key: NodeKey): Promise<StoredResult | undefined> => {
  const node = Object.hasOwn(run.nodes, key) ? run.nodes[key]! : undefined;
  const task = node?.tasks.at(-1);
  if (!node || !task?.stored || task.data || node.preview) return undefined;
  const { position, outputs: { main: outputs = [] } = {}, size } = task.stored;
  if (position !== undefined) return { task, position, outputs, size: size ?? Number.POSITIVE_INFINITY };
  // Messages of a run under way do not say it.
  const found = await findRun(run, key, runCount(node) - 1);
  return found && { task, position: found.position, outputs, size: found.size };
};

/** The run with the items of one result, unless that is not the last of its node any more. */
const withResult = (run: RunView, key: NodeKey, task: TaskData, main: ItemLists, isWhole: boolean): RunView => {
  const node = run.nodes[key];
  if (node?.tasks.at(-1) !== task) return run;
  const { stored: _, ...rest } = task;
  const changed: NodeRunState = isWhole
    ? { ...node, tasks: [...node.tasks.slice(0, -1), { ...rest, data: { main } }] }
    : { ...node, preview: main };
  return { ...run, nodes: { ...run.nodes, [key]: changed } };
};

/**
 * Loads the items of the last results of these nodes: all of them, where they are few, else the first ones. So expressions can be shown with
 * them.
 */
export const loadResults = async (store: WorkflowStore, keys: readonly NodeKey[]): Promise<void> => {
  const { run } = store.getState();
  const { executionId } = run;
  if (executionId === null) return;
  const load = async (key: NodeKey) => {
    const found = await locate(run, key);
    if (!found) return;
    const { task, position, outputs, size } = found;
    const total = outputs.reduce<number>((sum, count) => sum + (count ?? 0), 0);
    const isSmall = size <= mostBytes && outputs.every((count) => (count ?? 0) <= mostItems);
    const fitting = Math.floor(previewBytes / (size / Math.max(1, total)));
    const limit = isSmall ? mostItems : Math.max(1, Math.min(previewItems, fitting));
    const read = (count: number | null, output: number): Promise<Item[] | null> =>
      count === null
        ? Promise.resolve(null)
        : count === 0
          ? Promise.resolve([])
          : readItems({ executionId, position, output }, { offset: 0, limit });
    const main: ItemLists = await Promise.all(outputs.map(read));
    store.setState((state) => ({ run: withResult(state.run, key, task, main, isSmall) }));
  };
  // What cannot be loaded here is shown by the pane that asks for it, with the reason.
  await Promise.allSettled(keys.map(load));
};
