import { Modal, TextInput } from '@mantine/core';
import type { TagReference, WorkflowSummary } from '@millrace/contract';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { describeError } from '../../api/errors.ts';
import { activeWorkflowsQuery, settingsQuery, workflowsQuery } from '../../api/queries.ts';
import { type MessageKey, t } from '../../messages/dialogs.ts';
import { useStanding } from '../../start/use-standing.ts';
import { TagPicker } from '../../tags/TagPicker.tsx';
import { FailureMessage } from '../../ui/FailureMessage.tsx';
import { LoadingMessage } from '../../ui/LoadingMessage.tsx';
import { Message } from '../../ui/Message.tsx';
import { SortHeader } from '../../ui/SortHeader.tsx';
import type { Sorting } from '../../ui/sort-rows.ts';
import table from '../../ui/Table.module.css';
import { showError, showInfo } from '../../ui/toasts.ts';
import { useOpenWorkflow } from '../../workflow/hooks.ts';
import { closeAllDialogs } from '../stack.ts';
import { useIsTop } from '../top.ts';
import classes from './OpenWorkflowDialog.module.css';
import { WorkflowRow } from './WorkflowRow.tsx';
import { findWorkflows, type SortColumn } from './workflow-list.ts';

const columns: readonly { column: SortColumn; label: MessageKey }[] = [
  { column: 'name', label: 'open.column.name' },
  { column: 'createdAt', label: 'open.column.created' },
  { column: 'updatedAt', label: 'open.column.updated' },
];

/** All workflows: search, open, activate, delete. */
export const OpenWorkflowDialog = ({ close }: { close: () => void }) => {
  const isTop = useIsTop();
  const query = useQuery(workflowsQuery);
  const { error: activeFailure } = useQuery(activeWorkflowsQuery);
  useEffect(() => {
    if (activeFailure) showError(t('open.active.failed'), describeError(activeFailure));
  }, [activeFailure]);
  const [search, setSearch] = useState('');
  const [sorting, setSorting] = useState<Sorting<SortColumn>>({ column: 'updatedAt', isDescending: true });
  const hasTags = useQuery(settingsQuery).data?.workflowTagsDisabled === false;
  const [tags, setTags] = useState<TagReference[]>([]);
  const openId = useOpenWorkflow((state) => (state.readOnly ? null : state.id));
  const navigate = useNavigate();
  const hasOwners = !useStanding().has('default');

  const open = ({ id, name }: WorkflowSummary) => {
    if (id === openId) {
      showInfo(t('open.already'), { message: t('open.already.message', { name }) });
      return;
    }
    closeAllDialogs();
    void navigate({ to: '/workflow/$id', params: { id } });
  };
  const sortBy = (column: SortColumn) =>
    setSorting((now) => ({
      column,
      isDescending: now.column === column ? !now.isDescending : column !== 'name',
    }));

  const found = findWorkflows(query.data ?? [], search, sorting, tags);
  return (
    <Modal
      opened
      onClose={close}
      closeOnEscape={isTop}
      title={t('open.title')}
      size="max(80vw, min(640px, 100vw - 2rem))"
      classNames={{ body: classes.body }}
    >
      <div className={classes.filters}>
        <TextInput
          className={classes.search}
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          placeholder={t('open.search')}
          aria-label={t('open.search')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && found[0]) open(found[0]);
          }}
          data-autofocus
        />
        {hasTags && (
          <div className={classes.tags}>
            <TagPicker value={tags} onChange={setTags} label={t('open.tags')} isWide canCreate={false} />
          </div>
        )}
      </div>
      <div className={`${table.scroll} ${classes.list}`}>
        {found.length > 0 ? (
          <table className={table.table}>
            <thead>
              <tr>
                {columns.map(({ column, label }) => (
                  <SortHeader key={column} label={t(label)} sorting={sorting} column={column} onSort={sortBy} />
                ))}
                {hasOwners && <th>{t('open.column.owner')}</th>}
                <th>{t('open.column.active')}</th>
                <th>
                  <span className="visually-hidden">{t('shell.menu.delete')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {found.map((workflow) => (
                <WorkflowRow
                  key={workflow.id}
                  workflow={workflow}
                  isOpen={workflow.id === openId}
                  hasOwners={hasOwners}
                  onOpen={() => open(workflow)}
                  onTag={(tag) => setTags((now) => (now.some(({ id }) => id === tag.id) ? now : [...now, tag]))}
                />
              ))}
            </tbody>
          </table>
        ) : (
          <Nothing query={query} search={search} isFiltered={tags.length > 0} />
        )}
      </div>
    </Modal>
  );
};

const Nothing = ({
  query: { isPending, error, refetch },
  search,
  isFiltered,
}: {
  query: { isPending: boolean; error: Error | null; refetch: () => unknown };
  search: string;
  isFiltered: boolean;
}) => {
  if (isPending) return <LoadingMessage />;
  if (error) return <FailureMessage title={t('open.failed')} error={error} onRetry={() => void refetch()} />;
  if (isFiltered) return <Message title={t('open.nothingFound.title')} text={t('open.nothingFound.tags')} />;
  if (search !== '') {
    return <Message title={t('open.nothingFound.title')} text={t('open.nothingFound.message', { search })} />;
  }
  return <Message title={t('open.empty.title')} text={t('open.empty.message')} />;
};
