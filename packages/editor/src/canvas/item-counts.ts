import type { NodeRunState } from '../workflow/types.ts';
import { portId } from './ports.ts';

/** How many items each output of a node gave, over all of its runs in the shown execution. By port id, `main:0`. */
export type ItemCounts = ReadonlyMap<string, number>;

const counted = new WeakMap<NodeRunState, ItemCounts>();

export const itemCounts = (run: NodeRunState): ItemCounts => {
  const known = counted.get(run);
  if (known) return known;
  const counts = new Map<string, number>();
  const add = (port: string, items: number) => counts.set(port, (counts.get(port) ?? 0) + items);
  for (const task of run.tasks) {
    if (task.data) {
      for (const [type, outputs] of Object.entries(task.data)) {
        outputs.forEach((items, index) => {
          add(portId(type, index), items?.length ?? 0);
        });
      }
    } else {
      for (const [type, outputs] of Object.entries(task.stored?.outputs ?? {})) {
        outputs.forEach((items, index) => {
          add(portId(type, index), items ?? 0);
        });
      }
    }
  }
  counted.set(run, counts);
  return counts;
};
