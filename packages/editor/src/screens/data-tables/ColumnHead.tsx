import { Menu, UnstyledButton } from '@mantine/core';
import {
  type DataTable,
  type DataTableColumn,
  type DataTableColumnType,
  type DataTableSort,
  limits,
} from '@millrace/contract';
import {
  IconAbc,
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowUp,
  IconCalendar,
  IconNumber123,
  IconPencil,
  IconToggleLeft,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import { client } from '../../api/client.ts';
import { forgetRows } from '../../api/data-tables.ts';
import { describeError } from '../../api/errors.ts';
import { confirm, openDialog } from '../../dialogs/stack.ts';
import { t } from '../../messages/data-tables.ts';
import { showError } from '../../ui/toasts.ts';
import classes from './data-tables.module.css';

const icons = { string: IconAbc, number: IconNumber123, boolean: IconToggleLeft, date: IconCalendar } as const;

export interface ShownColumn {
  /** Undefined: every table has it. */
  id?: string;
  name: string;
  type: DataTableColumnType;
}

const change = async (table: DataTable, work: () => Promise<unknown>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    showError(t('dataTable.column.failed'), describeError(error));
  }
  await forgetRows(table.id);
};

const rename = (table: DataTable, { id, name: initial }: DataTableColumn): void =>
  openDialog('name', {
    title: t('dataTable.column.rename.title'),
    label: t('dataTable.column.name'),
    confirm: t('dataTable.column.rename'),
    initial,
    maxLength: limits.dataTableNameMaxLength,
    async submit(name) {
      await client.dataTables.changeColumn({ params: { id: table.id, columnId: id }, body: { name } });
      await forgetRows(table.id);
    },
  });

const remove = async (table: DataTable, { id, name }: DataTableColumn): Promise<void> => {
  const isSure = await confirm({
    title: t('dataTable.column.delete.title'),
    message: t('dataTable.column.delete.message', { name }),
    confirm: t('dataTables.delete'),
    danger: true,
  });
  if (isSure) await change(table, () => client.dataTables.removeColumn({ params: { id: table.id, columnId: id } }));
};

/** The head of a column, with what can be done with it. */
export const ColumnHead = ({
  table,
  column,
  sort,
  mayChange,
  onSort,
}: {
  table: DataTable;
  column: ShownColumn;
  sort: DataTableSort | undefined;
  mayChange: boolean;
  onSort: (direction: 'asc' | 'desc' | undefined) => void;
}) => {
  const Icon = icons[column.type];
  const place = table.columns.findIndex(({ id }) => id === column.id);
  const own = table.columns[place];
  const moveTo = (position: number) =>
    own &&
    change(table, () =>
      client.dataTables.changeColumn({ params: { id: table.id, columnId: own.id }, body: { position } }),
    );
  const sorted = sort?.column === column.name ? sort.direction : undefined;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the button in it has the focus
    // biome-ignore lint/a11y/useSemanticElements: a table of this many rows is no table element
    <div
      role="columnheader"
      className={`${classes.headCell} ${column.name === 'id' ? classes.narrow : ''}`}
      aria-sort={sorted === undefined ? undefined : sorted === 'asc' ? 'ascending' : 'descending'}
    >
      <Menu position="bottom-start" withinPortal withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <UnstyledButton className={classes.headButton} aria-label={t('dataTable.column.menu', { name: column.name })}>
            <Icon size={15} stroke={1.7} aria-hidden="true" />
            <span title={column.name}>{column.name}</span>
            {sorted === 'asc' && <IconArrowUp size={13} aria-hidden="true" />}
            {sorted === 'desc' && <IconArrowDown size={13} aria-hidden="true" />}
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconArrowUp size={16} />} onClick={() => onSort('asc')}>
            {t('dataTable.column.sortAscending')}
          </Menu.Item>
          <Menu.Item leftSection={<IconArrowDown size={16} />} onClick={() => onSort('desc')}>
            {t('dataTable.column.sortDescending')}
          </Menu.Item>
          {sorted !== undefined && (
            <Menu.Item leftSection={<IconX size={16} />} onClick={() => onSort(undefined)}>
              {t('dataTable.column.unsorted')}
            </Menu.Item>
          )}
          {own && mayChange && (
            <>
              <Menu.Divider />
              <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => rename(table, own)}>
                {t('dataTable.column.rename')}
              </Menu.Item>
              {place > 0 && (
                <Menu.Item leftSection={<IconArrowLeft size={16} />} onClick={() => void moveTo(place - 1)}>
                  {t('dataTable.column.left')}
                </Menu.Item>
              )}
              {place < table.columns.length - 1 && (
                <Menu.Item leftSection={<IconArrowRight size={16} />} onClick={() => void moveTo(place + 1)}>
                  {t('dataTable.column.right')}
                </Menu.Item>
              )}
              <Menu.Item
                leftSection={<IconTrash size={16} />}
                color="var(--error)"
                onClick={() => void remove(table, own)}
              >
                {t('dataTable.column.delete')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
};
