import { type Item, isItem, isObject, type JsonObject, type TaskData } from '@millrace/contract';

const itemsOfPinned = new WeakMap<readonly unknown[], Item[]>();

/** Pinned data holds items or bare JSON objects. The same pinned data gives the same list, so that views of it stay as they are. */
export const pinnedItems = (entries: readonly unknown[]): Item[] => {
  const known = itemsOfPinned.get(entries);
  if (known) return known;
  const items = entries.filter(isObject).map((entry, index) => {
    const item = isItem(entry) ? (entry as unknown as Item) : { json: entry as JsonObject };
    return item.pairedItem === undefined ? { ...item, pairedItem: { item: index } } : item;
  });
  itemsOfPinned.set(entries, items);
  return items;
};

const pinnedTasks = new WeakMap<readonly unknown[], readonly TaskData[]>();

/** Pinned data as the one run of a node that it stands for. */
export const tasksOfPinned = (entries: readonly unknown[]): readonly TaskData[] => {
  const known = pinnedTasks.get(entries);
  if (known) return known;
  const tasks = [{ startTime: 0, executionTime: 0, source: [], data: { main: [pinnedItems(entries)] } }];
  pinnedTasks.set(entries, tasks);
  return tasks;
};
