import { ActionIcon, Anchor, Checkbox, Tooltip } from '@mantine/core';
import { IconPlayerStop } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { client } from '../../api/client.ts';
import { ApiError, describeError } from '../../api/errors.ts';
import { executionsKey } from '../../api/queries.ts';
import { t } from '../../messages/index.ts';
import { formatDate } from '../../ui/dates.ts';
import { RunningTime } from '../../ui/RunningTime.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import table from '../../ui/Table.module.css';
import { showError, showInfo } from '../../ui/toasts.ts';
import { closeAllDialogs } from '../stack.ts';
import { type ExecutionRow, isStoppable } from './execution-list.ts';

export const ExecutionsTable = ({
  rows,
  selected,
  onSelect,
}: {
  rows: readonly ExecutionRow[];
  selected: ReadonlySet<string>;
  onSelect: (ids: ReadonlySet<string>) => void;
}) => (
  <table className={table.table}>
    <thead>
      <tr>
        <th>
          <span className="visually-hidden">{t('executions.delete')}</span>
        </th>
        <th>{t('executions.column.status')}</th>
        <th>{t('executions.column.workflow')}</th>
        <th>{t('executions.column.started')}</th>
        <th>{t('executions.column.duration')}</th>
        <th>{t('executions.column.mode')}</th>
        <th>
          <span className="visually-hidden">{t('executions.stop', { id: '' })}</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <Row
          key={row.id}
          row={row}
          isSelected={selected.has(row.id)}
          onSelect={() => onSelect(toggled(selected, row.id))}
        />
      ))}
    </tbody>
  </table>
);

const toggled = (ids: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  ids.has(id) ? new Set([...ids].filter((other) => other !== id)) : new Set([...ids, id]);

const Row = ({ row, isSelected, onSelect }: { row: ExecutionRow; isSelected: boolean; onSelect: () => void }) => {
  const { id, status, workflowName, startedAt, stoppedAt, mode, retryOf, retrySuccessId } = row;
  const remark = retryOf
    ? t('executions.retryOf', { id: retryOf })
    : retrySuccessId && t('executions.retrySuccess', { id: retrySuccessId });
  return (
    <tr>
      <td>
        <Checkbox
          size="xs"
          aria-label={t('executions.select', { id })}
          checked={isSelected}
          disabled={status === 'running'}
          onChange={onSelect}
        />
      </td>
      <td>
        <StatusBadge status={status} />
      </td>
      <td className={table.grow}>
        <Anchor
          component={Link}
          to={`/execution/${id}`}
          className={table.link}
          aria-label={t('executions.open', { id })}
          onClick={closeAllDialogs}
        >
          {workflowName || t('executions.unsaved')}
        </Anchor>
        {remark && <span className={table.small}>{remark}</span>}
      </td>
      <td>
        {formatDate(startedAt)}
        <span className={table.small}>#{id}</span>
      </td>
      <td>
        <RunningTime startedAt={startedAt} stoppedAt={status === 'running' ? undefined : stoppedAt} />
      </td>
      <td className={table.muted}>{t(`mode.${mode}`)}</td>
      <td>{isStoppable(status) && <StopButton id={id} />}</td>
    </tr>
  );
};

const StopButton = ({ id }: { id: string }) => {
  const queryClient = useQueryClient();
  const stop = async () => {
    try {
      await client.executions.stop({ params: { id } });
      showInfo(t('run.stopped'));
    } catch (error) {
      if (error instanceof ApiError && (error.status === 404 || error.status === 409)) {
        showInfo(t('run.finishedBeforeStop.title'), { message: t('run.finishedBeforeStop.message') });
      } else showError(t('run.stop.failed'), describeError(error));
    }
    await queryClient.invalidateQueries({ queryKey: executionsKey });
  };
  return (
    <Tooltip label={t('executions.stop', { id })}>
      <ActionIcon aria-label={t('executions.stop', { id })} onClick={() => void stop()}>
        <IconPlayerStop size={16} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  );
};
