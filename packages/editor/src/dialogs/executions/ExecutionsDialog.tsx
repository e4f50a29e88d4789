import { Button, Checkbox, Group, Loader, Modal, Select, Text } from '@mantine/core';
import { limits } from '@millrace/contract';
import { IconTrash } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { client } from '../../api/client.ts';
import { describeError } from '../../api/errors.ts';
import { currentExecutionsQuery, executionsKey, executionsQuery, workflowsQuery } from '../../api/queries.ts';
import { t } from '../../messages/index.ts';
import { Message } from '../../ui/Message.tsx';
import table from '../../ui/Table.module.css';
import { showError, showSuccess } from '../../ui/toasts.ts';
import { confirm, type DialogProps } from '../stack.ts';
import classes from './ExecutionsDialog.module.css';
import { ExecutionsTable } from './ExecutionsTable.tsx';
import { filterOf, mergeExecutions, type StatusFilter, statusFilters } from './execution-list.ts';

/** Running and past executions, newest first, kept fresh. */
export const ExecutionsDialog = ({ workflowId: first, close }: DialogProps['executions'] & { close: () => void }) => {
  const [workflowId, setWorkflowId] = useState<string | null>(first ?? null);
  const [status, setStatus] = useState<StatusFilter | null>(null);
  const [refreshes, setRefreshes] = useState(true);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const queryClient = useQueryClient();

  const refetchInterval = refreshes ? limits.executionsRefreshInterval : false;
  const past = useInfiniteQuery({
    ...executionsQuery(filterOf(status, workflowId)),
    refetchInterval,
    enabled: status !== 'running',
  });
  const current = useQuery({
    ...currentExecutionsQuery(workflowId ?? undefined),
    refetchInterval,
    enabled: status === null || status === 'running',
  });
  const rows = useMemo(() => {
    const results = status === 'running' ? [] : (past.data?.pages.flatMap((page) => page.results) ?? []);
    return mergeExecutions(current.data ?? [], results, status);
  }, [past.data, current.data, status]);
  const shown = new Set(rows.map((row) => row.id));
  const chosen = [...selected].filter((id) => shown.has(id));
  const error = past.error ?? current.error;
  const isPending = status === 'running' ? current.isPending : past.isPending;

  const remove = async () => {
    const isSure = await confirm({
      title: t('executions.delete.title'),
      message: t('executions.delete.message', { count: chosen.length }),
      confirm: t('delete.confirm'),
      danger: true,
    });
    if (!isSure) return;
    try {
      await client.executions.remove({ body: { ids: chosen } });
      setSelected(new Set());
      showSuccess(t('executions.deleted'));
    } catch (failure) {
      showError(t('executions.delete.failed'), describeError(failure));
    }
    await queryClient.invalidateQueries({ queryKey: executionsKey });
  };

  return (
    <Modal
      opened
      onClose={close}
      title={t('executions.title')}
      size="min(1152px, 80vw)"
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
        {chosen.length > 0 && (
          <Button
            variant="default"
            leftSection={<IconTrash size={16} stroke={1.7} aria-hidden="true" />}
            onClick={() => void remove()}
          >
            {`${t('executions.delete')} (${chosen.length})`}
          </Button>
        )}
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
          <ExecutionsTable rows={rows} selected={selected} onSelect={setSelected} />
        ) : isPending ? (
          <Message title={t('shell.loading')} icon={<Loader size="sm" />} />
        ) : error ? (
          <Message title={t('executions.failed')} text={describeError(error).message} />
        ) : (
          <Message title={t('executions.empty.title')} text={t('executions.empty.message')} />
        )}
      </div>
      <Group justify="space-between" className={classes.footer}>
        <Text size="sm" c="dimmed">
          {past.data && rows.length > 0 && status !== 'running'
            ? t('executions.count', {
                shown: rows.length,
                count: Math.max(rows.length, past.data.pages[0]?.count ?? 0),
              })
            : ''}
        </Text>
        {past.hasNextPage && status !== 'running' && (
          <Button variant="default" loading={past.isFetchingNextPage} onClick={() => void past.fetchNextPage()}>
            {t('executions.loadMore')}
          </Button>
        )}
      </Group>
    </Modal>
  );
};

const WorkflowFilter = ({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) => {
  const { data: workflows = [] } = useQuery(workflowsQuery);
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
