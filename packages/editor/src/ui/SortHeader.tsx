import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { t } from '../messages/index.ts';
import type { Sorting } from './sort-rows.ts';
import table from './Table.module.css';

/** The head of a column by which a table is sorted with a click; a second one turns the order. */
export const SortHeader = <Column extends string>({
  label,
  column,
  sorting,
  onSort,
}: {
  label: string;
  column: Column;
  sorting: Sorting<Column>;
  onSort: (column: Column) => void;
}) => {
  const isSorted = sorting.column === column;
  const Arrow = sorting.isDescending ? IconArrowDown : IconArrowUp;
  return (
    <th aria-sort={isSorted ? (sorting.isDescending ? 'descending' : 'ascending') : undefined}>
      <UnstyledButton
        className={table.sort}
        aria-label={t('shell.sortBy', { column: label })}
        onClick={() => onSort(column)}
      >
        {label}
        {isSorted && <Arrow size={13} aria-hidden="true" />}
      </UnstyledButton>
    </th>
  );
};
