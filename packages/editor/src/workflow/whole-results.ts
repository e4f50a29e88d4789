import type { Item, ItemLists, TaskData } from '@millrace/contract';
import { limits } from '@millrace/contract';
import { readItems } from '../api/execution-data.ts';
import { findRun } from './find-run.ts';
import type { NodeKey, NodeRunState, RunView } from './types.ts';

/*
 * A partial run takes the results that it goes on from along with its request. Those that lie on the server only are read for that, as long
 * as they are not too much: what a node has asked of a service is not asked again.
 */

/** Of all results together. */
const mostBytes = 16 * 1024 * 1024;

const isHere = (task: TaskData): boolean => !task.stored || task.data !== undefined;

/** Whether all that a node gave is here, and not only on the server. */
export const isWhole = ({ earlier, tasks }: NodeRunState): boolean => earlier === 0 && tasks.every(isHere);

/** Whether what is not here can be had from the server, if it is not too much. */
export const isReadable = ({ earlier, tasks }: NodeRunState): boolean =>
  earlier === 0 && tasks.every((task) => isHere(task) || Object.keys(task.stored!.outputs).join() === 'main');

/** The part of a run that is still unread, and what is left to be read. */
interface Reading {
  run: RunView;
  bytesLeft: number;
}

/** @returns undefined if it would be too much, or is not there any more */
const readTask = async (
  reading: Reading,
  key: NodeKey,
  index: number,
  task: TaskData,
): Promise<TaskData | undefined> => {
  if (isHere(task)) return task;
  const { stored, ...rest } = task;
  const place =
    stored!.position === undefined || stored!.size === undefined ? await findRun(reading.run, key, index) : stored!;
  const executionId = reading.run.executionId;
  if (place?.position === undefined || executionId === null) return undefined;
  const size = place.size ?? Number.POSITIVE_INFINITY;
  if (size > reading.bytesLeft) return undefined;
  reading.bytesLeft -= size;
  const main: ItemLists = [];
  for (const [output, count] of (stored!.outputs.main ?? []).entries()) {
    main.push(count === null ? null : await readAll({ executionId, position: place.position, output }, count));
  }
  return { ...rest, data: { main } };
};

const readAll = async (place: Parameters<typeof readItems>[0], count: number): Promise<Item[]> => {
  const items: Item[] = [];
  while (items.length < count) {
    const page = await readItems(place, { offset: items.length, limit: limits.itemsMaxPageSize });
    if (page.length === 0) throw new Error('The execution has fewer items than it says');
    items.push(...page);
  }
  return items;
};

/** The run with all items of these nodes, but of those whose results are too large together or cannot be read. */
export const withWholeResults = async (run: RunView, keys: readonly NodeKey[]): Promise<RunView> => {
  const reading: Reading = { run, bytesLeft: mostBytes };
  const nodes = { ...run.nodes };
  for (const key of keys) {
    const node = nodes[key];
    if (!node || isWhole(node)) continue;
    try {
      const tasks: (TaskData | undefined)[] = [];
      for (const [index, task] of node.tasks.entries()) tasks.push(await readTask(reading, key, index, task));
      if (tasks.every((task) => task !== undefined)) nodes[key] = { ...node, tasks, preview: undefined };
    } catch {
      // It is run again then, as if it were not there.
    }
  }
  return { ...run, nodes };
};
