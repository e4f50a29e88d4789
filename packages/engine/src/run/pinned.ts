import { type Item, isItem, type RunData, type TaskData } from '@millrace/contract/data';
import type { RunRequest } from './types.ts';

/** Pinned data: output that stands in for nodes, in runs by hand only. Pinned items may be bare objects. */

type Pinned = Pick<RunRequest, 'mode' | 'pinData'>;

export const pinnedItems = ({ mode, pinData }: Pinned, node: string): Item[] | undefined => {
  if (mode !== 'manual' || !pinData || !Object.hasOwn(pinData, node)) return undefined;
  return pinData[node]!.map((entry) => (isItem(entry) ? (entry as unknown as Item) : { json: entry }));
};

/** Earlier results, with the pinned data of nodes that have none. */
export const withPinnedRuns = (request: Pinned, runData: RunData, now: number): RunData => {
  const names = Object.keys(request.pinData ?? {}).filter((name) => !Object.hasOwn(runData, name));
  const pinned = names.flatMap((name): [string, TaskData[]][] => {
    const items = pinnedItems(request, name);
    return items ? [[name, [{ startTime: now, executionTime: 0, source: [], data: { main: [items] } }]]] : [];
  });
  return Object.fromEntries([...Object.entries(runData), ...pinned]);
};
