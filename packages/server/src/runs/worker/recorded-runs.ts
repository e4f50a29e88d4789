import type { Item, ItemLists, TaskData } from '@millrace/contract';
import type { FinishedRun } from '@millrace/engine';
import type { StoredNodeRun } from '../workers/protocol.ts';

const dataOf = ({ outputs, data, chunks }: StoredNodeRun): TaskData['data'] => {
  if (data !== null) return JSON.parse(data) as TaskData['data'];
  if (outputs === null) return undefined;
  const counts = JSON.parse(outputs) as Record<string, (number | null)[]>;
  const lists = new Map<string, ItemLists>(
    Object.entries(counts).map(([type, each]) => [type, each.map((count) => (count === null ? null : []))]),
  );
  for (const { connection, output, items } of chunks ?? []) {
    const target = lists.get(connection)?.[output];
    for (const item of JSON.parse(items) as Item[]) target?.push(item);
  }
  return Object.fromEntries(lists);
};

/** Node runs as the engine takes them, from the texts that they were stored as. */
export const toFinishedRuns = (recorded: readonly StoredNodeRun[]): FinishedRun[] =>
  recorded.map((stored) => {
    const task = JSON.parse(stored.task) as TaskData;
    const data = dataOf(stored);
    return { node: stored.node, task: data === undefined ? task : { ...task, data } };
  });
