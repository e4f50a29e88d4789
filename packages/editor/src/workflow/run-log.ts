import type { TaskData } from '@millrace/contract';
import { runCount, taskAt } from './node-run.ts';
import type { LogEntry, NodeKey, RunLog, RunView } from './types.ts';

/*
 * The node runs of a run in the order in which they ended, without their items. A watched run appends thousands of them in a second, so all
 * states of one run share a list that only grows; each state sees as much of it as was there.
 */

export const emptyLog: RunLog = { entries: [], length: 0, byRun: new Map() };

const runName = (key: NodeKey, runIndex: number): string => `${key} ${runIndex}`;

/** One node run by its node and index. */
export const loggedRun = ({ byRun }: RunLog, key: NodeKey, runIndex: number): LogEntry | undefined =>
  byRun.get(runName(key, runIndex));

const withEntry = ({ entries, length, byRun }: RunLog, entry: LogEntry): RunLog => {
  const isNewest = entries.length === length && length > 0;
  const list = isNewest ? (entries as LogEntry[]) : entries.slice(0, length);
  const index = isNewest
    ? (byRun as Map<string, LogEntry>)
    : new Map(list.map((one) => [runName(one.key, one.runIndex), one]));
  list.push(entry);
  index.set(runName(entry.key, entry.runIndex), entry);
  return { entries: list, length: length + 1, byRun: index };
};

const countsOf = (task: TaskData): Readonly<Record<string, readonly (number | null)[]>> => {
  if (!task.data) return task.stored?.outputs ?? {};
  return Object.fromEntries(
    Object.entries(task.data).map(([type, outputs]) => [type, outputs.map((items) => items?.length ?? null)]),
  );
};

const sum = (counts: readonly (number | null)[]): number =>
  counts.reduce<number>((total, one) => total + (one ?? 0), 0);

/** Items that came in by all inputs; undefined where what gave them is not known here any more. */
const itemsIn = (run: LoggedRun, { source, serves }: TaskData): number | undefined => {
  if (serves) return serves.input.length;
  let total = 0;
  for (const from of source) {
    if (!from) continue;
    const key = run.keys.get(from.previousNode);
    if (key === undefined) return undefined;
    const { previousNodeRun = 0, previousNodeOutput = 0 } = from;
    // What a run to a node has taken over is in no log.
    const task = run.nodes[key] && taskAt(run.nodes[key], previousNodeRun);
    const outputs = loggedRun(run.log, key, previousNodeRun)?.outputs ?? (task && mainOutputs(task));
    if (!outputs) return undefined;
    total += outputs[previousNodeOutput] ?? 0;
  }
  return total;
};

type LoggedRun = Pick<RunView, 'nodes' | 'keys' | 'log'>;

const mainOutputs = (task: TaskData): number[] => (countsOf(task).main ?? []).map((count) => count ?? 0);

/** The log with one more run of a node. @param run as it stood before that */
export const withLogged = (
  run: LoggedRun,
  key: NodeKey,
  task: TaskData,
  runIndex = run.nodes[key] ? runCount(run.nodes[key]) : 0,
): RunLog => {
  const counts = countsOf(task);
  return withEntry(run.log, {
    key,
    runIndex,
    startTime: task.startTime,
    executionTime: task.executionTime,
    itemsIn: itemsIn(run, task),
    itemsOut: Object.entries(counts).reduce(
      (total, [type, outputs]) => total + (type === 'requests' ? 0 : sum(outputs)),
      0,
    ),
    outputs: mainOutputs(task),
    ...(task.error && { error: task.error.message }),
    ...(task.tries !== undefined && { tries: task.tries }),
    ...(task.serves && { serves: { key: run.keys.get(task.serves.node), runIndex: task.serves.runIndex } }),
    hasAsked: task.asks !== undefined,
  });
};
