import { Anchor, Button, Checkbox, Group, Modal, Select, Skeleton, Text } from '@mantine/core';
import { limits } from '@millrace/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { describeError } from '../../api/errors.ts';
import { workflowsQuery } from '../../api/queries.ts';
import { t } from '../../messages/executions.ts';
import { FailureMessage } from '../../ui/FailureMessage.tsx';
import { Message } from '../../ui/Message.tsx';
import table from '../../ui/Table.module.css';
import { showError } from '../../ui/toasts.ts';
import { closeAllDialogs, type DialogProps } from '../stack.ts';
import { useIsTop } from '../top.ts';
import { DeleteButtons } from './DeleteButtons.tsx';
import classes from './ExecutionsDialog.module.css';
import { ExecutionsTable } from './ExecutionsTable.tsx';
import { type StatusFilter, statusFilters } from './execution-list.ts';
import { StartFilter } from './StartFilter.tsx';
import { type StartedBy, startFilterOf } from './started-by.ts';
import { useExecutionList } from './use-execution-list.ts';

/** Running and past executions, newest first, kept fresh. */
export const ExecutionsDialog = ({ workflowId: first, close }: DialogProps['executions'] & { close: () => void }) => {
  const isTop = useIsTop();
  const [workflowId, setWorkflowId] = useState<string | null>(first ?? null);
  const [status, setStatus] = useState<StatusFilter | null>(null);
  const [startedBy, setStartedBy] = useState<StartedBy | null>(null);
  const [refreshes, setRefreshes] = useState(true);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());

  const { rows, past, filter, error, isPending, retry, isLoadingMore, loadMore } = useExecutionList({
    workflowId,
    status,
    more: useMemo(() => startFilterOf(startedBy), [startedBy]),
    refreshes,
  });
  const chosen = past?.rows.filter(({ id }) => selected.has(id)).map(({ id }) => id) ?? [];
  return (
    <Modal
      opened
      onClose={close}
      closeOnEscape={isTop}
      title={t('executions.title')}
      size="max(80vw, min(960px, 100vw - 2rem))"
      classNames={{ body: classes.body }}
    >
      <Group gap="xs">
        <WorkflowFilter value={workflowId} onChange={setWorkflowId} />
        <Select
          w={160}
          aria-label={t('executions.column.status')}
          placeholder={t('executions.filter.status')}
          data={statusFilters.map((value) => ({ value, label: t(`status.${value}`) }))}
          value={status}
          onChange={(value) => setStatus(value as StatusFilter | null)}
          clearable
        />
        <StartFilter w={190} value={startedBy} onChange={setStartedBy} />
        <DeleteButtons
          chosen={chosen}
          areAllShown={past !== undefined && chosen.length === past.rows.length}
          count={past?.count ?? 0}
          filter={filter}
          onDone={() => setSelected(new Set())}
        />
        <Checkbox
          ml="auto"
          size="sm"
          label={t('executions.autoRefresh')}
          checked={refreshes}
          onChange={(event) => setRefreshes(event.currentTarget.checked)}
        />
      </Group>
      <div className={`${table.scroll} ${classes.list}`}>
        {rows.length > 0 ? (
          <ExecutionsTable
            rows={rows}
            selected={selected}
            onSelect={setSelected}
            gapAfter={past?.cursor ?? undefined}
            onFillGap={loadMore}
          />
        ) : isPending && !error ? (
          <div className={classes.loading} role="status" aria-label={t('shell.loading')}>
            {Array.from({ length: limits.executionsPerPage }, (_, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all the same
              <Skeleton key={row} height={18} />
            ))}
          </div>
        ) : error ? (
          <FailureMessage title={t('executions.failed')} error={error} onRetry={retry} />
        ) : status !== null || workflowId !== null || startedBy !== null ? (
          <Message title={t('executions.none.title')} text={t('executions.none.message')} />
        ) : (
          <Message title={t('executions.empty.title')} text={t('executions.empty.message')} />
        )}
      </div>
      <Group justify="space-between" mih={36}>
        <Anchor
          component={Link}
          to={workflowId === null ? '/executions' : `/workflow/${workflowId}/executions`}
          size="sm"
          onClick={closeAllDialogs}
        >
          {t('executions.openPage')}
        </Anchor>
        <Text size="sm" c="dimmed" aria-live="polite">
          {error && rows.length > 0
            ? `${t('executions.refresh.failed')}: ${describeError(error).message}`
            : past && past.rows.length > 0
              ? t('executions.count', { shown: past.rows.length, count: Math.max(past.rows.length, past.count) })
              : ''}
        </Text>
        {past && past.cursor !== null && (
          <Button variant="default" loading={isLoadingMore} onClick={loadMore}>
            {t('executions.loadMore')}
          </Button>
        )}
      </Group>
    </Modal>
  );
};

const WorkflowFilter = ({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) => {
  const { data: workflows = [], error } = useQuery(workflowsQuery);
  useEffect(() => {
    if (error) showError(t('executions.workflows.failed'), describeError(error));
  }, [error]);
  return (
    <Select
      w={260}
      aria-label={t('executions.column.workflow')}
      placeholder={t('executions.filter.workflow')}
      data={workflows.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={onChange}
      searchable
      clearable
    />
  );
};
