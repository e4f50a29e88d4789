import { ActionIcon, Anchor, Switch, Tooltip } from '@mantine/core';
import type { Action, TagReference, WorkflowSummary } from '@millrace/contract';
import { IconTrash, IconUsers } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type MouseEvent, useState } from 'react';
import { personName } from '../../account/person-name.ts';
import { client } from '../../api/client.ts';
import { describeError } from '../../api/errors.ts';
import { activeWorkflowsQuery, settingsQuery, workflowsQuery } from '../../api/queries.ts';
import { basePath } from '../../base-path.ts';
import { t } from '../../messages/dialogs.ts';
import { useUser } from '../../start/use-standing.ts';
import { TagList } from '../../tags/TagList.tsx';
import { formatDate } from '../../ui/dates.ts';
import table from '../../ui/Table.module.css';
import { showError, showSuccess } from '../../ui/toasts.ts';
import { useOpenSession } from '../../workflow/hooks.ts';
import { confirm } from '../stack.ts';
import classes from './OpenWorkflowDialog.module.css';

export const WorkflowRow = ({
  workflow,
  isOpen,
  hasOwners,
  onOpen,
  onTag,
}: {
  workflow: WorkflowSummary;
  /** It is the one on the canvas. */
  isOpen: boolean;
  /** There are accounts, so that it is said whose it is. */
  hasOwners: boolean;
  onOpen: () => void;
  onTag: (tag: TagReference) => void;
}) => {
  const { id, name, active, tags, createdAt, updatedAt, permissions } = workflow;
  const may = (action: Action) => permissions?.includes(action) ?? true;
  const onClick = (event: MouseEvent) => {
    // A new tab is the browser's own doing.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpen();
  };
  return (
    <tr>
      <td className={table.grow}>
        <span className={classes.name}>
          <Anchor href={`${basePath}/workflow/${id}`} className={table.link} onClick={onClick} title={name}>
            {name}
          </Anchor>
          <TagList tags={tags} most={3} isSingleLine onPick={onTag} />
          {isOpen && <span className={classes.open}>{t('open.current')}</span>}
        </span>
      </td>
      <td className={table.muted}>{formatDate(createdAt)}</td>
      <td className={table.muted}>{formatDate(updatedAt)}</td>
      {hasOwners && (
        <td className={classes.owner}>
          <Owner workflow={workflow} />
        </td>
      )}
      <td>
        <ActiveToggle id={id} name={name} isActive={active} isOpen={isOpen} mayChange={may('update')} />
      </td>
      <td>{!isOpen && may('delete') && <DeleteButton id={id} name={name} />}</td>
    </tr>
  );
};

/** Whose it is, and with how many it is shared. */
const Owner = ({ workflow: { ownedBy, sharedWith = 0 } }: { workflow: WorkflowSummary }) => {
  const isSelf = useUser()?.id === ownedBy?.id;
  if (!ownedBy) return null;
  const name = isSelf ? t('open.owner.self') : personName(ownedBy);
  return (
    <span className={classes.person}>
      <bdi title={isSelf ? undefined : (ownedBy.email ?? undefined)}>{name}</bdi>
      {sharedWith > 0 && (
        <span className={classes.shared} title={t('open.shared', { count: sharedWith })}>
          <IconUsers size={14} aria-hidden="true" />
          <span className="visually-hidden">{t('open.shared', { count: sharedWith })}</span>
        </span>
      )}
    </span>
  );
};

const useListRefresh = () => {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: workflowsQuery.queryKey }),
      queryClient.invalidateQueries({ queryKey: activeWorkflowsQuery.queryKey }),
    ]);
};

const ActiveToggle = ({
  id,
  name,
  isActive,
  isOpen,
  mayChange,
}: {
  id: string;
  name: string;
  isActive: boolean;
  isOpen: boolean;
  mayChange: boolean;
}) => {
  const session = useOpenSession();
  const [isBusy, setIsBusy] = useState(false);
  const { data: settings } = useQuery(settingsQuery);
  const isOffered = settings?.demoMode !== false;
  const refresh = useListRefresh();
  const change = async (active: boolean) => {
    setIsBusy(true);
    try {
      if (isOpen && session) await session.saves.setActive(active);
      else await client.workflows.update({ params: { id }, body: { active } });
      await refresh();
    } catch (error) {
      showError(t(active ? 'workflow.activate.failed' : 'workflow.deactivate.failed'), describeError(error));
    }
    setIsBusy(false);
  };
  return (
    <Tooltip label={t('open.activate.notOffered')} disabled={isOffered} multiline w={240}>
      <div>
        <Switch
          size="sm"
          aria-label={t('open.activate', { name })}
          checked={isActive}
          disabled={isBusy || !isOffered || !mayChange}
          onChange={(event) => void change(event.currentTarget.checked)}
        />
      </div>
    </Tooltip>
  );
};

const DeleteButton = ({ id, name }: { id: string; name: string }) => {
  const refresh = useListRefresh();
  const remove = async () => {
    const isSure = await confirm({
      title: t('delete.title'),
      message: t('delete.message', { name }),
      confirm: t('delete.confirm'),
      danger: true,
    });
    if (!isSure) return;
    try {
      await client.workflows.remove({ params: { id } });
      showSuccess(t('workflow.deleted'), { message: t('workflow.deleted.message', { name }) });
    } catch (error) {
      showError(t('workflow.delete.failed'), describeError(error));
    }
    await refresh();
  };
  return (
    <Tooltip label={t('open.delete', { name })}>
      <ActionIcon aria-label={t('open.delete', { name })} onClick={() => void remove()}>
        <IconTrash size={16} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  );
};
