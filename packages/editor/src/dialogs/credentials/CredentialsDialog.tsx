import { Button, Modal, TextInput } from '@mantine/core';
import type { Credential } from '@millrace/contract';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { credentialsQuery, credentialTypesQuery } from '../../api/credentials.ts';
import { describeError } from '../../api/errors.ts';
import { t } from '../../messages/credentials.ts';
import { FailureMessage } from '../../ui/FailureMessage.tsx';
import { LoadingMessage } from '../../ui/LoadingMessage.tsx';
import { Message } from '../../ui/Message.tsx';
import { findRows, type Sorting } from '../../ui/sort-rows.ts';
import { showError } from '../../ui/toasts.ts';
import { openDialog } from '../stack.ts';
import { useIsTop } from '../top.ts';
import { type CredentialColumn, CredentialTable } from './CredentialTable.tsx';
import classes from './credentials.module.css';

const edit = ({ id }: Credential) => openDialog('credentialEdit', { id });

/** All credentials that the person may use: search, sort, edit, delete, add. */
export const CredentialsDialog = ({ close }: { close: () => void }) => {
  const isTop = useIsTop();
  const { data: list, error, isPending, refetch } = useQuery(credentialsQuery);
  const { data: types } = useQuery(credentialTypesQuery);
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed);
  const [sorting, setSorting] = useState<Sorting<CredentialColumn>>({ column: 'name', isDescending: false });

  useEffect(() => {
    if (error) showError(t('credential.list.failed'), describeError(error));
  }, [error]);

  const found = useMemo(() => {
    const titleOf = ({ type }: Credential) => types?.find(type)?.displayName ?? t('credential.type.unknown', { type });
    return findRows(list ?? [], search, sorting, {
      searched: (row) => `${row.name} ${titleOf(row)}`,
      sorted: (row, column) => (column === 'type' ? titleOf(row) : row[column]),
    });
  }, [list, types, search, sorting]);

  const sortBy = (column: CredentialColumn) =>
    setSorting((now) => ({ column, isDescending: now.column === column && !now.isDescending }));

  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => openDialog('credentialSelect', {})}>
      {t('credential.list.add')}
    </Button>
  );
  return (
    <Modal
      opened
      onClose={close}
      closeOnEscape={isTop}
      title={t('credential.list.title')}
      size="max(80vw, min(720px, 96vw))"
      classNames={{ body: classes.body }}
    >
      <div className={classes.bar}>
        <TextInput
          className={classes.search}
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          placeholder={t('credential.list.search')}
          aria-label={t('credential.list.search')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && found[0]) edit(found[0]);
          }}
          data-autofocus
        />
        <span className={classes.count} role="status">
          {list && list.length > 0 && t('credential.list.count', { count: found.length })}
        </span>
        {list?.length !== 0 && add}
      </div>
      {found.length > 0 ? (
        <CredentialTable rows={found} types={types} sorting={sorting} onSort={sortBy} onEdit={edit} />
      ) : (
        <div className={classes.nothing}>
          {isPending ? (
            <LoadingMessage />
          ) : error ? (
            <FailureMessage title={t('credential.list.failed')} error={error} onRetry={() => void refetch()} />
          ) : search !== '' ? (
            <Message
              title={t('credential.list.nothingFound.title')}
              text={t('credential.list.nothingFound.message', { search })}
            />
          ) : (
            <Message title={t('credential.list.empty.title')} text={t('credential.list.empty.message')} action={add} />
          )}
        </div>
      )}
    </Modal>
  );
};
