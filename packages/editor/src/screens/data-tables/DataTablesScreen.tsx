import { ActionIcon, Button, Menu, TextInput } from '@mantine/core';
import type { DataTable } from '@millrace/contract';
import {
  IconDots,
  IconDownload,
  IconPencil,
  IconPlus,
  IconSearch,
  IconTrash,
  IconUpload,
  IconUserShare,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { personName } from '../../account/person-name.ts';
import { dataTablesQuery } from '../../api/data-tables.ts';
import { HelpLink } from '../../help/HelpLink.tsx';
import { t } from '../../messages/data-tables.ts';
import { language } from '../../messages/language.ts';
import { useStanding, useUser } from '../../start/use-standing.ts';
import { formatDate } from '../../ui/dates.ts';
import { FailureMessage } from '../../ui/FailureMessage.tsx';
import { LoadingMessage } from '../../ui/LoadingMessage.tsx';
import { Message } from '../../ui/Message.tsx';
import { SortHeader } from '../../ui/SortHeader.tsx';
import { findRows, type Sorting } from '../../ui/sort-rows.ts';
import list from '../../ui/Table.module.css';
import { useTitle } from '../../ui/use-title.ts';
import { createTable, deleteTable, exportTable, importRows, may, renameTable, shareTable } from './actions.ts';
import classes from './data-tables.module.css';
import { formatSize } from './format-size.ts';

type Column = 'name' | 'rowCount' | 'size' | 'updatedAt';

/** All data tables that the person may see. */
export const DataTablesScreen = () => {
  useTitle(`${t('dataTables.title')} · ${t('shell.product')}`);
  const { data: tables, error, refetch } = useQuery(dataTablesQuery);
  const [search, setSearch] = useState('');
  const [sorting, setSorting] = useState<Sorting<Column>>({ column: 'name', isDescending: false });
  const navigate = useNavigate();
  const open = ({ id }: DataTable) => void navigate({ to: '/data-tables/$id', params: { id } });
  const found = findRows(tables ?? [], search, sorting, {
    searched: ({ name }) => name,
    sorted: (row, column) => String(row[column]),
  });
  const actions = (
    <div className={classes.actions}>
      <Button
        variant="default"
        leftSection={<IconUpload size={16} />}
        onClick={() => void importRows().then((table) => table && open(table))}
      >
        {t('dataTables.import')}
      </Button>
      <Button leftSection={<IconPlus size={16} />} onClick={() => createTable(open)}>
        {t('dataTables.create')}
      </Button>
    </div>
  );
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div>
          <h1 className={classes.title}>{t('dataTables.title')}</h1>
          <p className={classes.text}>
            {t('dataTables.text')} <HelpLink page="guides/data-tables" />
          </p>
        </div>
        {tables?.length !== 0 && actions}
      </header>
      {tables && tables.length > 0 && (
        <TextInput
          className={classes.search}
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          placeholder={t('dataTables.search')}
          aria-label={t('dataTables.search')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      {found.length > 0 ? (
        <TableList
          tables={found}
          sorting={sorting}
          onSort={(column) =>
            setSorting((now) => ({ column, isDescending: now.column === column && !now.isDescending }))
          }
        />
      ) : (
        <div className={classes.nothing}>
          {error ? (
            <FailureMessage title={t('dataTables.failed')} error={error} onRetry={() => void refetch()} />
          ) : tables === undefined ? (
            <LoadingMessage />
          ) : search !== '' ? (
            <Message
              title={t('dataTables.nothingFound.title')}
              text={t('dataTables.nothingFound.message', { search })}
            />
          ) : (
            <Message title={t('dataTables.empty.title')} text={t('dataTables.empty.message')} action={actions} />
          )}
        </div>
      )}
    </div>
  );
};

const TableList = ({
  tables,
  sorting,
  onSort,
}: {
  tables: readonly DataTable[];
  sorting: Sorting<Column>;
  onSort: (column: Column) => void;
}) => {
  const user = useUser();
  return (
    <div className={list.scroll}>
      <table className={list.table} aria-label={t('dataTables.title')}>
        <thead>
          <tr>
            <SortHeader label={t('dataTables.column.name')} column="name" sorting={sorting} onSort={onSort} />
            <SortHeader label={t('dataTables.column.rows')} column="rowCount" sorting={sorting} onSort={onSort} />
            <SortHeader label={t('dataTables.column.size')} column="size" sorting={sorting} onSort={onSort} />
            <SortHeader label={t('dataTables.column.updated')} column="updatedAt" sorting={sorting} onSort={onSort} />
            <th aria-label={t('dataTables.actions')} />
          </tr>
        </thead>
        <tbody>
          {tables.map((table) => (
            <tr key={table.id}>
              <td className={list.grow}>
                <Link to="/data-tables/$id" params={{ id: table.id }} className={list.link}>
                  {table.name}
                </Link>
                {table.ownedBy && user && table.ownedBy.id !== user.id && (
                  <span className={list.small}>{t('dataTables.owner', { name: personName(table.ownedBy) })}</span>
                )}
              </td>
              <td className={list.muted}>{table.rowCount.toLocaleString(language)}</td>
              <td className={list.muted}>{formatSize(table.size)}</td>
              <td className={list.muted}>{formatDate(table.updatedAt)}</td>
              <td>
                <TableMenu table={table} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

/** What can be done with a table as a whole. */
export const TableMenu = ({ table, onDeleted }: { table: DataTable; onDeleted?: () => void }) => {
  const hasAccounts = !useStanding().has('default');
  return (
    <Menu position="bottom-end" withinPortal withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon size={34} aria-label={t('dataTables.actions.of', { name: table.name })}>
          <IconDots size={18} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {may(table, 'update') && (
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => renameTable(table)}>
            {t('dataTables.rename')}
          </Menu.Item>
        )}
        {may(table, 'share') && hasAccounts && (
          <Menu.Item leftSection={<IconUserShare size={16} />} onClick={() => shareTable(table)}>
            {t('dataTables.share')}
          </Menu.Item>
        )}
        {may(table, 'use') && (
          <Menu.Item leftSection={<IconUpload size={16} />} onClick={() => void importRows(table)}>
            {t('dataTables.import')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconDownload size={16} />} onClick={() => exportTable(table)}>
          {t('dataTables.export')}
        </Menu.Item>
        {may(table, 'delete') && (
          <Menu.Item
            leftSection={<IconTrash size={16} />}
            color="var(--error)"
            onClick={() => void deleteTable(table).then((isGone) => isGone && onDeleted?.())}
          >
            {t('dataTables.delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
};
