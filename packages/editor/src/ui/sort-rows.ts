import { language } from '../messages/language.ts';

export interface Sorting<Column extends string> {
  column: Column;
  isDescending: boolean;
}

const byText = new Intl.Collator(language, { numeric: true, sensitivity: 'base' });

/** Texts in the order in which people look for them. */
export const compareTexts = byText.compare;

/**
 * The rows in whose texts each word of the search stands, in the wanted order.
 * @param searched what of a row is searched
 * @param sorted what of it a column shows
 */
export const findRows = <Row, Column extends string>(
  rows: readonly Row[],
  search: string,
  { column, isDescending }: Sorting<Column>,
  { searched, sorted }: { searched: (row: Row) => string; sorted: (row: Row, column: Column) => string },
): Row[] => {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const order = isDescending ? -1 : 1;
  return rows
    .filter((row) => {
      const text = searched(row).toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .map((row) => ({ row, key: sorted(row, column) }))
    .sort((a, b) => order * compareTexts(a.key, b.key))
    .map(({ row }) => row);
};
