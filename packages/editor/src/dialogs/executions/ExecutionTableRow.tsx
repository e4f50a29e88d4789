import { ActionIcon, Anchor, Checkbox } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { t } from '../../messages/executions.ts';
import { formatDate } from '../../ui/dates.ts';
import { RunningTime } from '../../ui/RunningTime.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import table from '../../ui/Table.module.css';
import { closeAllDialogs } from '../stack.ts';
import classes from './ExecutionsDialog.module.css';
import { type ExecutionRow, isStoppable, isUnderWay } from './execution-list.ts';
import { RetryMenu } from './RetryMenu.tsx';
import { remarkOf } from './remark.ts';
import { StartMark } from './StartMark.tsx';
import { StopButton } from './StopButton.tsx';
import { waitText } from './wait-text.ts';

interface ExecutionTableRowProps {
  row: ExecutionRow;
  isSelected: boolean;
  onSelect: () => void;
}

export const ExecutionTableRow = ({ row, isSelected, onSelect }: ExecutionTableRowProps) => {
  const { id, status, workflowName, startedAt, stoppedAt } = row;
  const name = workflowName || t('executions.unsaved');
  const remark = remarkOf(row);
  return (
    <tr data-under-way={isUnderWay(status) || undefined} className={classes.row}>
      <td>
        <Checkbox
          size="xs"
          aria-label={t('executions.select', { id })}
          checked={isSelected}
          disabled={isUnderWay(status)}
          onChange={onSelect}
        />
      </td>
      <td>
        <StatusBadge status={status} />
        {status === 'waiting' && <span className={table.small}>{waitText(row)}</span>}
      </td>
      <td className={table.grow}>
        {stoppedAt === null ? (
          <span className={classes.name} title={name}>
            {name}
          </span>
        ) : (
          <Anchor
            component={Link}
            to={`/execution/${id}`}
            className={table.link}
            aria-label={t('executions.open', { id })}
            title={name}
            onClick={closeAllDialogs}
          >
            {name}
          </Anchor>
        )}
        {remark && (
          <span className={`${table.small} ${classes.remark}`} title={remark}>
            {remark}
          </span>
        )}
      </td>
      <td>
        {formatDate(startedAt)}
        <span className={table.small}>#{id}</span>
      </td>
      <td>
        {status === 'queued' ? (
          '--'
        ) : (
          <RunningTime startedAt={startedAt} stoppedAt={status === 'running' ? undefined : stoppedAt} />
        )}
      </td>
      <td className={`${table.muted} ${classes.start}`}>
        <StartMark {...row} />
      </td>
      <td>
        <div className={table.actions}>
          <RetryMenu execution={row}>
            {(isBusy) => (
              <ActionIcon
                aria-label={t('executions.retry', { id })}
                title={t('executions.retry', { id })}
                loading={isBusy}
              >
                <IconRefresh size={16} stroke={1.7} />
              </ActionIcon>
            )}
          </RetryMenu>
          {isStoppable(status) && <StopButton id={id} />}
        </div>
      </td>
    </tr>
  );
};
