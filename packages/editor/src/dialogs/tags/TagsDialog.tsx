import { Button, Group, Modal, TextInput } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { describeError } from '../../api/errors.ts';
import { tagsQuery } from '../../api/tags.ts';
import { t } from '../../messages/organizing.ts';
import { useStanding } from '../../start/use-standing.ts';
import { LoadingMessage } from '../../ui/LoadingMessage.tsx';
import { Message } from '../../ui/Message.tsx';
import { findRows } from '../../ui/sort-rows.ts';
import table from '../../ui/Table.module.css';
import { useIsTop } from '../top.ts';
import { NewTagRow, TagRow, type TagsMode } from './TagRow.tsx';
import classes from './TagsDialog.module.css';

/** All tags: search, create, rename and delete. */
export const TagsDialog = ({ close }: { close: () => void }) => {
  const isTop = useIsTop();
  const query = useQuery(tagsQuery);
  const [search, setSearch] = useState('');
  const [mode, setMode] = useState<TagsMode>();
  // Deleting takes a tag off the workflows of everyone.
  const mayDelete = !useStanding().has('member');
  const tags = query.data ?? [];
  const found = findRows(
    tags,
    search,
    { column: 'name', isDescending: false },
    { searched: ({ name }) => name, sorted: ({ name }) => name },
  );
  const end = () => setMode(undefined);
  return (
    <Modal opened onClose={close} closeOnEscape={isTop && !mode} title={t('tags.title')} size={720}>
      {query.data === undefined ? (
        query.error ? (
          <Message
            title={t('tags.failed')}
            text={describeError(query.error).message}
            action={<Button onClick={() => void query.refetch()}>{t('shell.retry')}</Button>}
          />
        ) : (
          <LoadingMessage />
        )
      ) : tags.length === 0 && !mode ? (
        <Message
          title={t('tags.empty.title')}
          text={t('tags.empty.message')}
          action={
            <Button onClick={() => setMode({ kind: 'create' })} data-autofocus>
              {t('tags.empty.action')}
            </Button>
          }
        />
      ) : (
        <>
          <Group justify="space-between" mb="sm">
            <TextInput
              className={classes.search}
              leftSection={<IconSearch size={16} aria-hidden="true" />}
              placeholder={t('tags.manager.search')}
              aria-label={t('tags.manager.search')}
              value={search}
              disabled={mode !== undefined}
              onChange={(event) => setSearch(event.currentTarget.value)}
              data-autofocus
            />
            <Button
              leftSection={<IconPlus size={16} aria-hidden="true" />}
              disabled={mode !== undefined}
              onClick={() => {
                setSearch('');
                setMode({ kind: 'create' });
              }}
            >
              {t('tags.manager.add')}
            </Button>
          </Group>
          <div className={`${table.scroll} ${classes.list}`}>
            <table className={table.table} aria-label={t('tags.title')}>
              <thead>
                <tr>
                  <th>{t('tags.column.name')}</th>
                  <th>{t('tags.column.usage')}</th>
                  <th>
                    <span className="visually-hidden">{t('shell.actions')}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {mode?.kind === 'create' && <NewTagRow onEnd={end} />}
                {found.map((tag) => (
                  <TagRow
                    key={tag.id}
                    tag={tag}
                    mode={mode && mode.kind !== 'create' && mode.id === tag.id ? mode.kind : undefined}
                    isDisabled={mode !== undefined}
                    mayDelete={mayDelete}
                    onMode={setMode}
                    onEnd={end}
                  />
                ))}
              </tbody>
            </table>
            {found.length === 0 && mode === undefined && <Message title={t('tags.nothingFound')} />}
          </div>
        </>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={close}>
          {t('shell.done')}
        </Button>
      </Group>
    </Modal>
  );
};
