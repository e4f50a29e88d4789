import { Checkbox } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ExecutionRow } from '../../dialogs/executions/execution-list.ts';
import { isStoppable } from '../../dialogs/executions/execution-list.ts';
import { remarkOf } from '../../dialogs/executions/remark.ts';
import { StartMark } from '../../dialogs/executions/StartMark.tsx';
import { StopButton } from '../../dialogs/executions/StopButton.tsx';
import { waitText } from '../../dialogs/executions/wait-text.ts';
import { t } from '../../messages/executions.ts';
import { formatDate } from '../../ui/dates.ts';
import { RunningTime } from '../../ui/RunningTime.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import classes from './executions.module.css';
import { executionPlace, type ListPlace } from './places.ts';

interface ExecutionItemProps {
  row: ExecutionRow;
  place: ListPlace;
  isShown: boolean;
  /** Undefined for what is under way: it cannot be deleted. */
  selection: { isSelected: boolean; onSelect(): void } | undefined;
}

/** One execution in the list: when, how it stands, how long, what started it, and why it failed. */
export const ExecutionItem = ({ row, place, isShown, selection }: ExecutionItemProps) => {
  const { id, status, startedAt, stoppedAt, workflowName, customData } = row;
  const remark = remarkOf(row);
  return (
    <li className={classes.item} data-shown={isShown || undefined}>
      <Checkbox
        size="xs"
        aria-label={t('executions.select', { id })}
        checked={selection?.isSelected ?? false}
        disabled={!selection}
        onChange={selection?.onSelect}
      />
      <Link
        {...executionPlace(place, id)}
        data-execution
        className={classes.link}
        aria-current={isShown || undefined}
        aria-label={`${t('executions.open', { id })}, ${t(`status.${status}`)}, ${formatDate(startedAt)}`}
      >
        {place.workflowId === null && (
          <strong className={classes.name}>{workflowName || t('executions.unsaved')}</strong>
        )}
        <span className={classes.line}>
          <span className={classes.date}>{formatDate(startedAt)}</span>
          <StatusBadge status={status} />
        </span>
        <span className={classes.facts}>
          {status === 'queued' ? (
            '--'
          ) : (
            <RunningTime startedAt={startedAt} stoppedAt={status === 'running' ? undefined : stoppedAt} />
          )}
          {` · #${id}`}
          {status === 'waiting' && ` · ${waitText(row)}`}
        </span>
        <span className={classes.facts}>
          <StartMark {...row} />
        </span>
        {remark && (
          <span className={classes.remark} title={remark}>
            {remark}
          </span>
        )}
        {customData && (
          <span className={classes.facts}>
            {Object.entries(customData)
              .map(([name, value]) => `${name}: ${value}`)
              .join(', ')}
          </span>
        )}
      </Link>
      {isStoppable(status) && <StopButton id={id} />}
    </li>
  );
};
