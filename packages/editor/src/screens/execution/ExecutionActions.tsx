import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import type { ExecutionOutline } from '@millrace/contract';
import { IconArrowLeft, IconArrowsDiff, IconBug, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { client } from '../../api/client.ts';
import { describeError } from '../../api/errors.ts';
import { executionsKey } from '../../api/queries.ts';
import { type ExecutionRow, isUnderWay } from '../../dialogs/executions/execution-list.ts';
import { forgetExecutions } from '../../dialogs/executions/use-executions.ts';
import { confirm } from '../../dialogs/stack.ts';
import { t } from '../../messages/executions.ts';
import { formatDate } from '../../ui/dates.ts';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { showError, showSuccess } from '../../ui/toasts.ts';
import { executionPlace, type ListPlace, listAddress } from '../executions/places.ts';
import classes from './ExecutionScreen.module.css';

/** Where there is no room for both, the way back to the list. */
export const BackToList = ({ place }: { place: ListPlace }) => (
  <ActionIcon
    component={Link}
    to={listAddress(place)}
    className={classes.back}
    variant="subtle"
    color="gray"
    aria-label={t('executions.back')}
  >
    <IconArrowLeft size={17} />
  </ActionIcon>
);

/** Opens the workflow as it is now with the data of this execution. */
export const DebugLink = ({ execution: { id, workflowId } }: { execution: ExecutionOutline }) =>
  workflowId !== null && (
    <Tooltip label={t('execution.debug.hint')} multiline w={260}>
      <Button
        renderRoot={(props) => (
          <Link {...props} to="/workflow/$id" params={{ id: workflowId }} search={{ debug: id }} />
        )}
        variant="default"
        h={32}
        className={classes.action}
        aria-label={t('execution.debug')}
        leftSection={<IconBug size={15} stroke={1.7} aria-hidden />}
      >
        {t('execution.debug')}
      </Button>
    </Tooltip>
  );

/** So many of the others are offered. */
const mostOffered = 20;

interface CompareMenuProps {
  execution: ExecutionOutline;
  place: ListPlace;
  others: readonly ExecutionRow[];
}

export const CompareMenu = ({ execution: { id, workflowId }, place, others }: CompareMenuProps) => {
  const navigate = useNavigate();
  const offered = others
    .filter((other) => other.id !== id && other.workflowId === workflowId && !isUnderWay(other.status))
    .slice(0, mostOffered);
  return (
    <Menu position="bottom-end" withinPortal zIndex={1000}>
      <Menu.Target>
        <ActionIcon size={32} aria-label={t('execution.compare')} title={t('execution.compare')}>
          <IconArrowsDiff size={17} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown className={classes.compared}>
        <Menu.Label>{t(offered.length > 0 ? 'execution.compare.with' : 'execution.compare.none')}</Menu.Label>
        {offered.map((other) => (
          <Menu.Item
            key={other.id}
            rightSection={<StatusBadge status={other.status} />}
            onClick={() => void navigate(executionPlace(place, id, other.id))}
          >
            {`#${other.id} · ${formatDate(other.startedAt)}`}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};

export const DeleteButton = ({ id, place }: { id: string; place: ListPlace }) => {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => client.executions.remove({ body: { ids: [id] } }),
    onSuccess: () => {
      forgetExecutions(queryClient, new Set([id]));
      showSuccess(t('executions.deleted'));
      void navigate({ to: listAddress(place), replace: true });
    },
    onError: (error) => showError(t('executions.delete.failed'), describeError(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [...executionsKey, 'list'] }),
  });
  const ask = async () => {
    const isWanted = await confirm({
      title: t('executions.delete.title'),
      message: t('executions.delete.message', { count: 1 }),
      confirm: t('delete.confirm'),
      danger: true,
    });
    if (isWanted) mutate();
  };
  return (
    <ActionIcon
      size={32}
      loading={isPending}
      aria-label={t('executions.deleteOne', { id })}
      title={t('executions.deleteOne', { id })}
      onClick={() => void ask()}
    >
      <IconTrash size={17} stroke={1.7} />
    </ActionIcon>
  );
};
