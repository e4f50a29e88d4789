import type { Item, TaskData } from '@millrace/contract';
import { readItems } from '../api/execution-data.ts';
import { workflowStore } from './store.ts';
import type { NodeKey, RunView } from './types.ts';

/** Of one result. What is larger is read in pages, and expressions see no data of it in the editor. */
const mostBytes = 1024 * 1024;
const mostItems = 1000;

/** The last result of a node, if its items are on the server and few enough to be loaded. */
const loadable = (run: RunView, key: NodeKey): { task: TaskData; outputs: (number | null)[]; position: number }[] => {
  const task = Object.hasOwn(run.nodes, key) ? run.nodes[key]!.tasks.at(-1) : undefined;
  const { position, outputs: { main: outputs = [] } = {}, size = Number.POSITIVE_INFINITY } = task?.stored ?? {};
  if (!task || task.data || position === undefined || size > mostBytes) return [];
  return outputs.every((count) => (count ?? 0) <= mostItems) ? [{ task, outputs, position }] : [];
};

const replaced = (run: RunView, key: NodeKey, task: TaskData, loaded: TaskData): RunView => {
  const node = run.nodes[key];
  if (!node?.tasks.includes(task)) return run;
  const tasks = node.tasks.map((other) => (other === task ? loaded : other));
  return { ...run, nodes: { ...run.nodes, [key]: { ...node, tasks } } };
};

/** Loads the items of the last results of these nodes, where they are few: expressions can then be shown with them. */
export const loadResults = async (keys: readonly NodeKey[]): Promise<void> => {
  const { run } = workflowStore.getState();
  const { executionId } = run;
  if (executionId === null) return;
  const load = async (key: NodeKey) => {
    for (const { task, outputs, position } of loadable(run, key)) {
      const read = (count: number | null, output: number): Promise<Item[] | null> =>
        count === null
          ? Promise.resolve(null)
          : count === 0
            ? Promise.resolve([])
            : readItems({ executionId, position, output }, { offset: 0, limit: mostItems });
      const main = await Promise.all(outputs.map(read));
      const { stored: _, ...rest } = task;
      workflowStore.setState((state) => ({ run: replaced(state.run, key, task, { ...rest, data: { main } }) }));
    }
  };
  // What cannot be loaded here is shown by the pane that asks for it, with the reason.
  await Promise.allSettled(keys.map(load));
};
