import { ActionIcon, Loader, Tooltip, UnstyledButton } from '@mantine/core';
import type { Credential } from '@millrace/contract';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { memo, useRef, useState } from 'react';
import type { CredentialTypes } from '../../api/credentials.ts';
import { CredentialIcon } from '../../credentials/CredentialIcon.tsx';
import { deleteCredential } from '../../credentials/delete-credential.ts';
import { may, useOwnerText } from '../../credentials/rights.ts';
import { type MessageKey, t } from '../../messages/credentials.ts';
import { formatDate } from '../../ui/dates.ts';
import { SortHeader } from '../../ui/SortHeader.tsx';
import type { Sorting } from '../../ui/sort-rows.ts';
import table from '../../ui/Table.module.css';
import { useWindow } from '../../ui/use-window.ts';
import classes from './credentials.module.css';

export type CredentialColumn = 'name' | 'type' | 'createdAt' | 'updatedAt';

const columns: readonly { column: CredentialColumn; label: MessageKey }[] = [
  { column: 'name', label: 'credential.list.name' },
  { column: 'type', label: 'credential.list.type' },
  { column: 'createdAt', label: 'credential.list.created' },
  { column: 'updatedAt', label: 'credential.list.updated' },
];

/** As the stylesheet has them. */
const rowHeight = 43;

interface CredentialTableProps {
  rows: readonly Credential[];
  /** Undefined until they are loaded. */
  types: CredentialTypes | undefined;
  sorting: Sorting<CredentialColumn>;
  onSort(column: CredentialColumn): void;
  onEdit(credential: Credential): void;
}

/** Of many rows only those on screen are mounted. */
export const CredentialTable = ({ rows, types, sorting, onSort, onEdit }: CredentialTableProps) => {
  const scroller = useRef<HTMLDivElement>(null);
  const { start, end } = useWindow(scroller, rows.length, rowHeight);
  return (
    <div ref={scroller} className={`${table.scroll} ${classes.list}`}>
      <table
        className={`${table.table} ${classes.table}`}
        aria-rowcount={rows.length + 1}
        // The room of those that are not.
        style={{ marginTop: start * rowHeight, marginBottom: (rows.length - end) * rowHeight }}
      >
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(({ column, label }) => (
              <SortHeader key={column} label={t(label)} sorting={sorting} column={column} onSort={onSort} />
            ))}
            <th className={classes.actions}>
              <span className="visually-hidden">{t('shell.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(start, end).map((credential, index) => (
            <Row
              key={credential.id}
              credential={credential}
              type={types?.find(credential.type)}
              rowIndex={start + index + 2}
              onEdit={onEdit}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
};

interface RowProps {
  credential: Credential;
  type: ReturnType<CredentialTypes['find']>;
  rowIndex: number;
  onEdit(credential: Credential): void;
}

const Row = memo(({ credential, type, rowIndex, onEdit }: RowProps) => {
  const { name } = credential;
  const isReadable = may(credential, 'read');
  const owner = useOwnerText()(credential);
  const edit = () => onEdit(credential);
  const [isDeleting, setDeleting] = useState(false);
  const remove = async () => {
    if (isDeleting) return;
    setDeleting(true);
    await deleteCredential(credential);
    setDeleting(false);
  };
  return (
    <tr aria-rowindex={rowIndex} data-clickable={isReadable || undefined} onClick={isReadable ? edit : undefined}>
      <td>
        <span className={classes.name}>
          <CredentialIcon type={type} />
          {isReadable ? (
            <UnstyledButton className={table.link} title={name} onClick={edit}>
              {name}
            </UnstyledButton>
          ) : (
            <span className={table.link} title={name}>
              {name}
            </span>
          )}
          {owner && <span className={classes.owner}>{owner}</span>}
        </span>
      </td>
      <td className={table.muted}>{type?.displayName ?? t('credential.type.unknown', { type: credential.type })}</td>
      <td className={table.muted}>{formatDate(credential.createdAt)}</td>
      <td className={table.muted}>{formatDate(credential.updatedAt)}</td>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: keeps clicks on its buttons from the row. */}
      <td onClick={(event) => event.stopPropagation()}>
        <span className={table.actions}>
          {isReadable && (
            <Tooltip label={t('credential.list.edit', { name })}>
              <ActionIcon aria-label={t('credential.list.edit', { name })} onClick={edit}>
                <IconPencil size={16} stroke={1.7} />
              </ActionIcon>
            </Tooltip>
          )}
          {may(credential, 'delete') && (
            <Tooltip label={t('credential.list.delete', { name })}>
              <ActionIcon
                aria-label={t('credential.list.delete', { name })}
                aria-busy={isDeleting}
                onClick={() => void remove()}
              >
                {isDeleting ? <Loader size={14} /> : <IconTrash size={16} stroke={1.7} />}
              </ActionIcon>
            </Tooltip>
          )}
        </span>
      </td>
    </tr>
  );
});
