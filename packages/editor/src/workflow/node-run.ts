import type { TaskData } from '@millrace/contract';
import type { NodeRunState } from './types.ts';

/*
 * What a watched run keeps of a node: counts of all its runs, and the results of the latest ones. A loop may run a node 100,000 times, so
 * adding a run costs the same however many came before, and what is kept has an end; older results are read from the execution.
 */

const mostRuns = 500;
/** Rough size in memory of the results that are kept of one node. */
const mostBytes = 4 * 1024 * 1024;

export const emptyNodeRun: NodeRunState = { phase: 'running', tasks: [], earlier: 0, items: new Map() };

export const runCount = ({ earlier, tasks }: NodeRunState): number => earlier + tasks.length;

/** One run by its index; undefined if there is none, or it is not kept any more. */
export const taskAt = ({ earlier, tasks }: NodeRunState, runIndex: number): TaskData | undefined =>
  tasks[runIndex - earlier];

const phaseAfter = (task: TaskData | undefined): NodeRunState['phase'] => (task?.error ? 'error' : 'success');

/** A node that ran so often, all of it kept. */
export const nodeRunOf = (tasks: readonly TaskData[], phase = phaseAfter(tasks.at(-1))): NodeRunState => ({
  phase,
  tasks,
  earlier: 0,
  items: tasks.reduce(withItems, new Map<string, readonly number[]>()),
});

/** The node after one more run. The latest result is kept whatever its size. */
export const withTask = (node: NodeRunState, task: TaskData): NodeRunState => withTasks(node, [task]);

/** The same after several more runs, at least one. */
export const withTasks = (node: NodeRunState, added: readonly TaskData[]): NodeRunState => {
  const size = added.reduce((sum, task) => sum + roughSize(task), sizeOf(node.tasks));
  const tasks = withinBudget([...node.tasks, ...added], size);
  return {
    phase: phaseAfter(added.at(-1)),
    ...(node.console && { console: node.console }),
    tasks,
    earlier: runCount(node) + added.length - tasks.length,
    items: added.reduce(withItems, node.items),
  };
};

/** Lines of the console that are kept of one node. */
const mostLines = 100;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The node after one more line of the console. */
export const withConsoleLine = (node: NodeRunState, values: readonly unknown[]): NodeRunState => ({
  ...node,
  console: [...(node.console ?? []), values.map(textOf).join(' ')].slice(-mostLines),
});

/** The run that has ended, or ended before it could: as its last result says. */
export const settledNode = (node: NodeRunState): NodeRunState => ({ ...node, phase: phaseAfter(node.tasks.at(-1)) });

const withItems = (items: NodeRunState['items'], task: TaskData): NodeRunState['items'] => {
  const counted = new Map(items);
  for (const [type, outputs] of Object.entries(task.data ?? task.stored?.outputs ?? {})) {
    const before = counted.get(type) ?? [];
    const added = Array.from({ length: Math.max(before.length, outputs.length) }, (_, output) => {
      const sent = outputs[output] ?? 0;
      return (before[output] ?? 0) + (typeof sent === 'number' ? sent : sent.length);
    });
    counted.set(type, added);
  }
  return counted;
};

const sizes = new WeakMap<readonly TaskData[], number>();

const sizeOf = (tasks: readonly TaskData[]): number => {
  const known = sizes.get(tasks);
  if (known !== undefined) return known;
  const size = tasks.reduce((sum, task) => sum + roughSize(task), 0);
  sizes.set(tasks, size);
  return size;
};

/** The tasks, or the later half of them (and so on) when they are too many or too large: the work of cutting is spread over many runs. */
const withinBudget = (tasks: readonly TaskData[], size: number): readonly TaskData[] => {
  sizes.set(tasks, size);
  if (tasks.length === 1 || (tasks.length <= mostRuns && size <= mostBytes)) return tasks;
  const half = tasks.slice(Math.ceil(tasks.length / 2));
  return withinBudget(half, sizeOf(half));
};

const roughSize = (value: unknown): number => {
  if (typeof value === 'string') return 24 + value.length;
  if (typeof value !== 'object' || value === null) return 8;
  let size = 40;
  for (const member of Object.values(value)) size += 8 + roughSize(member);
  return size;
};
