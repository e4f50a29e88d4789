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

/** A node run as the engine takes it, from the texts that it was stored as. */
const toFinishedRun = (stored: StoredNodeRun): FinishedRun => {
  const task = JSON.parse(stored.task) as TaskData;
  const data = dataOf(stored);
  return { node: stored.node, task: data === undefined ? task : { ...task, data } };
};

const addPieces = ({ task }: FinishedRun, { chunks }: StoredNodeRun): void => {
  const lists = new Map(Object.entries(task.data ?? {}));
  for (const { connection, output, items } of chunks ?? []) {
    const target = lists.get(connection)?.[output];
    for (const item of JSON.parse(items) as Item[]) target?.push(item);
  }
};

/** Gathers node runs that come in pages: the pieces of one may be spread over several. */
export const createRecordedNodeRuns = (): {
  readonly runs: FinishedRun[];
  add(page: readonly StoredNodeRun[]): void;
} => {
  const runs: FinishedRun[] = [];
  let last: number | undefined;
  return {
    runs,
    add(page) {
      for (const stored of page) {
        if (stored.position === last) addPieces(runs.at(-1) as FinishedRun, stored);
        else runs.push(toFinishedRun(stored));
        last = stored.position;
      }
    },
  };
};
