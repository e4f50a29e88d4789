/** Items as a table: one row an item, one column for each field that occurs. */
import type { Item } from '@millrace/contract';

interface TableColumns {
  names: string[];
  /** Further columns that were left out: a table of thousands of columns helps nobody. */
  omitted: number;
}

const maxColumns = 200;

export const columnsOf = (items: readonly Item[]): TableColumns => {
  const names = new Set<string>();
  for (const { json } of items) for (const name of Object.keys(json)) names.add(name);
  return { names: [...names].slice(0, maxColumns), omitted: Math.max(0, names.size - maxColumns) };
};

const maxCellLength = 300;

/** One line for a value. Null and undefined are told apart by the caller's styling, not by this text. */
export const cellText = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > maxCellLength ? `${text.slice(0, maxCellLength)}…` : text;
};

export interface IndexedItem {
  item: Item;
  /** Place in the whole list. */
  index: number;
}

/**
 * Items whose JSON text has the words, with their places.
 * @param first place of the first one in the whole list
 */
export const searchItems = (items: readonly Item[], search: string, first = 0): IndexedItem[] => {
  const text = search.trim().toLowerCase();
  const indexed = items.map((item, index) => ({ item, index: first + index }));
  return text === '' ? indexed : indexed.filter(({ item }) => JSON.stringify(item.json).toLowerCase().includes(text));
};

export const pageSizes = [25, 50, 100, 250, 500, 1000] as const;

/** Page sizes worth offering for so many items: all up to the first that holds everything, and the present one. */
export const pageSizesFor = (count: number, present: number = pageSizes[0]): number[] => {
  const enough = pageSizes.findIndex((size) => size >= count);
  return pageSizes.filter((size, index) => enough < 0 || index <= enough || size === present);
};

export const pageOf = <T>(list: readonly T[], page: number, size: number): readonly T[] =>
  list.slice(page * size, (page + 1) * size);

/** Length of the JSON text of the items. Counting ends far above the limit, where the exact number no longer matters. */
export const jsonLength = (items: readonly Item[], limit: number): number => {
  let length = 2;
  for (const { json } of items) {
    length += JSON.stringify(json).length + 1;
    if (length > limit * 64) return length;
  }
  return length;
};
