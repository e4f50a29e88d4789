import type { Item, TaskData } from '@millrace/contract';
import type { NodeKey } from '../../workflow/types.ts';
import { inputsOf, outputItems, type RunSnapshot, shownInputsOf, storedCount } from './node-data.ts';
import { useStoredItem } from './use-stored-item.ts';
import { useTask } from './use-task.ts';

interface InputItems {
  /** The run that the items came from, where it had to be read from the server. */
  given: TaskData | undefined;
  itemCount: number;
  /** So many of them are here; of a result that is too large, the first ones. */
  loadedCount: number;
  /** Index of the item that is looked at. */
  shownItem: number;
  /** That item, once it is read, where it is not among those that are here. */
  chosenItem: Item | undefined;
}

/**
 * The items of the first input of a node, among which one is looked at.
 * @param task the run of the node that is looked at
 * @param wanted index of the item
 */
export const useInputItems = (
  snapshot: RunSnapshot,
  key: NodeKey,
  task: TaskData | undefined,
  wanted: number,
): InputItems => {
  const source = inputsOf(snapshot, key, task)[0]?.source;
  const { task: given } = useTask(source?.key, source?.run ?? -1);
  const items = shownInputsOf(snapshot, key, task)[0]?.items ?? (source && outputItems(given, source.output));
  const loadedCount = items?.length ?? 0;
  const itemCount = Math.max(loadedCount, (source && storedCount(given, source.output)) ?? 0);
  const shownItem = Math.min(wanted, Math.max(0, itemCount - 1));
  const isHere = shownItem < loadedCount;
  const chosenItem = useStoredItem(source ? { ...source, task: given } : undefined, isHere ? -1 : shownItem);
  return { given, itemCount, loadedCount, shownItem, chosenItem };
};
