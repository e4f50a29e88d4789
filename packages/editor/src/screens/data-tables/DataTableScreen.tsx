import { ActionIcon, Button, Tooltip } from '@mantine/core';
import {
  type DataTable,
  type DataTableFilter,
  type DataTableSort,
  type DataTableValue,
  dataTableColumnTypes,
  dataTableSystemColumns,
  limits,
} from '@millrace/contract';
import { IconArrowLeft, IconColumnInsertRight, IconPlus, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { dataTableQuery, forgetRows } from '../../api/data-tables.ts';
import { describeError } from '../../api/errors.ts';
import { confirm, openDialog } from '../../dialogs/stack.ts';
import { t } from '../../messages/data-tables.ts';
import { FailureMessage } from '../../ui/FailureMessage.tsx';
import { LoadingMessage } from '../../ui/LoadingMessage.tsx';
import { Message } from '../../ui/Message.tsx';
import { showError } from '../../ui/toasts.ts';
import { useTitle } from '../../ui/use-title.ts';
import { may } from './actions.ts';
import type { ShownColumn } from './ColumnHead.tsx';
import { TableMenu } from './DataTablesScreen.tsx';
import classes from './data-tables.module.css';
import { FilterMenu } from './FilterMenu.tsx';
import { RowGrid } from './RowGrid.tsx';
import { useRows } from './use-rows.ts';

const columnsOf = ({ columns }: DataTable): ShownColumn[] => {
  const { id, ...times } = dataTableSystemColumns;
  return [
    { name: 'id', type: id },
    ...columns.map(({ id: own, name, type }) => ({ id: own, name, type })),
    ...Object.entries(times).map(([name, type]) => ({ name, type })),
  ];
};

const addColumn = ({ id }: DataTable): void =>
  openDialog('name', {
    title: t('dataTable.addColumn.title'),
    label: t('dataTable.column.name'),
    confirm: t('dataTable.addColumn'),
    maxLength: limits.dataTableNameMaxLength,
    types: {
      label: t('dataTable.column.type'),
      options: dataTableColumnTypes.map((value) => ({ value, label: t(`dataTable.type.${value}`) })),
    },
    async submit(name, type) {
      await client.dataTables.addColumn({
        params: { id },
        body: { name, type: dataTableColumnTypes.find((one) => one === type) ?? 'string' },
      });
      await forgetRows(id);
    },
  });

const removeRows = async ({ id }: DataTable, ids: readonly number[]): Promise<boolean> => {
  const isSure = await confirm({
    title: t('dataTable.deleteRows.title'),
    message: t('dataTable.deleteRows.message'),
    confirm: t('dataTable.deleteRows', { count: ids.length }),
    danger: true,
  });
  if (!isSure) return false;
  try {
    // A filter has so many conditions.
    for (let first = 0; first < ids.length; first += 100)
      await client.dataTables.removeRows({
        params: { id },
        body: {
          filter: {
            match: 'any',
            conditions: ids
              .slice(first, first + 100)
              .map((value) => ({ column: 'id', condition: 'eq' as const, value })),
          },
        },
      });
    return true;
  } catch (error) {
    showError(t('dataTable.deleteRows.failed'), describeError(error));
    return false;
  } finally {
    await forgetRows(id);
  }
};

const write = async ({ id }: DataTable, row: number, column: string, value: DataTableValue): Promise<void> => {
  try {
    const conditions = [{ column: 'id', condition: 'eq' as const, value: row }];
    await client.dataTables.updateRows({
      params: { id },
      body: { filter: { conditions }, data: { [column]: value } },
    });
  } catch (error) {
    showError(t('dataTable.change.failed'), describeError(error));
  }
  await forgetRows(id);
};

/** @returns whether it is there */
const addRow = async ({ id }: DataTable): Promise<boolean> => {
  try {
    await client.dataTables.insertRows({ params: { id }, body: { rows: [{}] } });
    return true;
  } catch (error) {
    showError(t('dataTable.addRow.failed'), describeError(error));
    return false;
  } finally {
    await forgetRows(id);
  }
};

/** One data table: its rows, and all that can be done with it. */
export const DataTableScreen = ({ id }: { id: string }) => {
  const { data: table, error, refetch } = useQuery(dataTableQuery(id));
  useTitle(`${table?.name ?? t('dataTables.title')} · ${t('shell.product')}`);
  if (table) return <Rows key={id} table={table} />;
  return (
    <div className={classes.page}>
      {error ? (
        <FailureMessage title={t('dataTable.failed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingMessage />
      )}
    </div>
  );
};

const Rows = ({ table }: { table: DataTable }) => {
  const navigate = useNavigate();
  const [filter, setFilter] = useState<DataTableFilter>({ match: 'all', conditions: [] });
  const [sort, setSort] = useState<DataTableSort>();
  const [shown, setShown] = useState({ from: 0, to: 0 });
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const { count, error, refetch, row } = useRows(table.id, { filter, sort: sort ? [sort] : [] }, shown);
  const mayWrite = may(table, 'use');
  const mayChange = may(table, 'update');
  const isFiltered = filter.conditions.length > 0;
  const [added, setAdded] = useState(0);
  const add = async () => {
    if (!(await addRow(table))) return;
    // Among the others it would be anywhere, or not shown at all.
    setFilter({ match: 'all', conditions: [] });
    setSort(undefined);
    setAdded((count) => count + 1);
  };
  return (
    <div className={classes.grid}>
      <header className={classes.bar}>
        <Tooltip label={t('dataTable.back')}>
          <ActionIcon
            size={34}
            aria-label={t('dataTable.back')}
            renderRoot={(props) => <Link to="/data-tables" {...props} />}
          >
            <IconArrowLeft size={18} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
        <h1 className={classes.name} title={table.name}>
          {table.name}
        </h1>
        <span className={classes.count} role="status">
          {count !== undefined && t('dataTable.rows', { count })}
        </span>
        <span className={classes.space} />
        {selected.size > 0 && mayWrite && (
          <Button
            size="xs"
            variant="default"
            c="var(--error)"
            leftSection={<IconTrash size={15} />}
            onClick={() =>
              void removeRows(table, [...selected]).then((areGone) => areGone && setSelected(new Set<number>()))
            }
          >
            {t('dataTable.deleteRows', { count: selected.size })}
          </Button>
        )}
        <FilterMenu columns={columnsOf(table)} filter={filter} onFilter={setFilter} />
        {mayChange && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconColumnInsertRight size={15} />}
            onClick={() => addColumn(table)}
          >
            {t('dataTable.addColumn')}
          </Button>
        )}
        {mayWrite && table.columns.length > 0 && (
          <Button size="xs" leftSection={<IconPlus size={15} />} onClick={() => void add()}>
            {t('dataTable.addRow')}
          </Button>
        )}
        <Tooltip label={t('dataTable.refresh')}>
          <ActionIcon size={34} aria-label={t('dataTable.refresh')} onClick={() => void forgetRows(table.id)}>
            <IconRefresh size={17} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
        <TableMenu table={table} onDeleted={() => void navigate({ to: '/data-tables' })} />
      </header>
      {!mayWrite && <p className={classes.notice}>{t('dataTable.readOnly')}</p>}
      <RowGrid
        table={table}
        columns={columnsOf(table)}
        count={count ?? 0}
        row={row}
        added={isFiltered || sort ? 0 : added}
        onWindow={setShown}
        sort={sort}
        onSort={(column, direction) => setSort(direction && { column, direction })}
        mayWrite={mayWrite}
        mayChange={mayChange}
        selected={selected}
        onSelect={setSelected}
        onChange={(id, column, value) => void write(table, id, column, value)}
      >
        {error ? (
          <FailureMessage title={t('dataTable.filter.failed')} error={error} onRetry={() => void refetch()} />
        ) : count === undefined ? (
          <LoadingMessage />
        ) : isFiltered ? (
          <Message title={t('dataTable.noMatch.title')} />
        ) : table.columns.length === 0 ? (
          <Message title={t('dataTable.noColumns.title')} text={t('dataTable.noColumns.message')} />
        ) : (
          <Message title={t('dataTable.empty.title')} text={t('dataTable.empty.message')} />
        )}
      </RowGrid>
    </div>
  );
};
