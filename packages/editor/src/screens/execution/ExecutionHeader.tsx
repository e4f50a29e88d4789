import { ActionIcon, Anchor, Button, Loader, Tooltip } from '@mantine/core';
import type { ExecutionOutline } from '@millrace/contract';
import { IconInfoCircle, IconLock, IconRefresh } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ExecutionRow, isStoppable } from '../../dialogs/executions/execution-list.ts';
import { RetryMenu } from '../../dialogs/executions/RetryMenu.tsx';
import { StartMark } from '../../dialogs/executions/StartMark.tsx';
import { StopButton } from '../../dialogs/executions/StopButton.tsx';
import { waitText } from '../../dialogs/executions/wait-text.ts';
import { openDialog } from '../../dialogs/stack.ts';
import { t } from '../../messages/executions.ts';
import { formatDate, formatDuration } from '../../ui/dates.ts';
import { Header } from '../../ui/Header.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { shorten } from '../../ui/shorten.ts';
import { useNameLimit } from '../../ui/use-name-limit.ts';
import { durationOf } from '../../workflow/run-view.ts';
import type { ListPlace } from '../executions/places.ts';
import { BackToList, CompareMenu, DebugLink, DeleteButton } from './ExecutionActions.tsx';
import classes from './ExecutionScreen.module.css';

interface ExecutionHeaderProps {
  execution: ExecutionOutline;
  /** How many node runs are shown so far; null when all are. */
  runsRead: number | null;
  isRefreshing: boolean;
  onRefresh: () => void;
  /** The list that it is shown beside, if it is. */
  place: ListPlace | undefined;
  /** What stands there. */
  others: readonly ExecutionRow[] | undefined;
}

/** Which execution is shown, how it stands, and what can be done with it. */
export const ExecutionHeader = ({
  execution,
  runsRead,
  isRefreshing,
  onRefresh,
  place,
  others = [],
}: ExecutionHeaderProps) => {
  const { id, status, startedAt } = execution;
  const duration = durationOf(execution);
  const hasEnded = duration !== undefined;
  const times = [
    formatDate(startedAt),
    hasEnded && formatDuration(duration),
    status === 'waiting' && waitText(execution),
  ]
    .filter((part) => part !== false)
    .join(' · ');
  return (
    <Header
      start={
        <>
          {place && <BackToList place={place} />}
          <strong className={classes.id}>{t('header.execution', { id })}</strong>
          <StatusBadge status={status} />
          {!place?.workflowId && (
            <>
              <span className={classes.of}>{t('header.execution.of')}</span>
              <WorkflowLink execution={execution} />
            </>
          )}
          <span className={classes.times} title={times}>
            {times}
          </span>
          <span className={classes.start}>
            <StartMark {...execution} />
          </span>
          <Relations execution={execution} />
          {runsRead !== null && (
            <span className={classes.reading} role="status">
              <Loader size={13} aria-hidden />
              {t('execution.reading', { count: runsRead })}
            </span>
          )}
        </>
      }
      end={
        <>
          {status === 'waiting' && (
            <Tooltip label={t('execution.moreInfo')}>
              <ActionIcon
                aria-label={t('execution.moreInfo')}
                onClick={() => openDialog('waiting', { execution })}
                size={32}
              >
                <IconInfoCircle size={18} stroke={1.7} />
              </ActionIcon>
            </Tooltip>
          )}
          {!hasEnded && (
            <Button variant="default" h={32} loading={isRefreshing} onClick={onRefresh}>
              {t('execution.refresh')}
            </Button>
          )}
          {isStoppable(status) && <StopButton id={id} />}
          {hasEnded && place && (
            <>
              <CompareMenu execution={execution} place={place} others={others} />
              <DeleteButton id={id} place={place} />
            </>
          )}
          {hasEnded && <DebugLink execution={execution} />}
          <RetryMenu execution={execution}>
            {(isBusy) => (
              <Button
                variant="default"
                h={32}
                className={classes.action}
                aria-label={t('execution.retry')}
                loading={isBusy}
                leftSection={<IconRefresh size={15} stroke={1.7} aria-hidden="true" />}
              >
                {t('execution.retry')}
              </Button>
            )}
          </RetryMenu>
          <span className={`${classes.readOnly} ${place ? classes.beside : ''}`} title={t('header.readOnly')}>
            <IconLock size={15} aria-hidden="true" />
            <span className={classes.readOnlyText}>{t('header.readOnly')}</span>
          </span>
        </>
      }
    />
  );
};

const WorkflowLink = ({ execution: { workflowId, workflowName } }: { execution: ExecutionOutline }) => {
  const name = workflowName || t('executions.unsaved');
  const shown = shorten(name, useNameLimit());
  if (workflowId === null) {
    return (
      <span className={classes.workflow} title={name}>
        {shown}
      </span>
    );
  }
  return (
    <Anchor
      component={Link}
      to={`/workflow/${workflowId}`}
      className={classes.workflow}
      title={name}
      aria-label={t('header.openWorkflow', { name })}
    >
      {shown}
    </Anchor>
  );
};

/** Links to the executions that this one belongs to. */
const Relations = ({ execution: { parent, retryOf, retrySuccessId } }: { execution: ExecutionOutline }) => {
  const related = [
    parent && { id: parent.executionId, text: t('execution.calledBy', { id: parent.executionId }) },
    retryOf !== undefined && { id: retryOf, text: t('executions.retryOf', { id: retryOf }) },
    retrySuccessId !== undefined && {
      id: retrySuccessId,
      text: t('executions.retrySuccess', { id: retrySuccessId }),
    },
  ].filter((relation) => typeof relation === 'object');
  return related.map(({ id, text }) => (
    <Anchor key={id} component={Link} to={`/execution/${id}`} className={classes.relation}>
      {text}
    </Anchor>
  ));
};
