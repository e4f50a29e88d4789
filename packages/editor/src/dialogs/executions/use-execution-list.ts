import { type ExecutionFilter, limits } from '@millrace/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { describeError } from '../../api/errors.ts';
import { currentExecutionsQuery } from '../../api/queries.ts';
import { t } from '../../messages/executions.ts';
import { showError } from '../../ui/toasts.ts';
import { filterOf, mergeExecutions, type StatusFilter } from './execution-list.ts';
import { isAskedFor } from './started-by.ts';
import { useExecutions } from './use-executions.ts';

const nothingMore: ExecutionFilter = {};

/**
 * Executions under way and past ones as one list, newest first, kept fresh.
 * @param more what they are filtered by besides
 */
export const useExecutionList = ({
  workflowId,
  status,
  more = nothingMore,
  refreshes,
}: {
  workflowId: string | null;
  status: StatusFilter | null;
  more?: ExecutionFilter;
  refreshes: boolean;
}) => {
  const filter = useMemo(() => ({ ...filterOf(status, workflowId), ...more }), [status, workflowId, more]);
  const listsPast = status !== 'running';
  const listsCurrent = status === 'running' || status === null;
  const { list, more: older } = useExecutions(filter, { enabled: listsPast, refreshes });
  const current = useQuery({
    ...currentExecutionsQuery(workflowId ?? undefined),
    refetchInterval: refreshes && limits.executionsRefreshInterval,
    enabled: listsCurrent,
  });
  const past = listsPast ? list.data : undefined;
  const present = listsCurrent ? current.data : undefined;
  const rows = useMemo(() => {
    const underWay = present?.filter((execution) => isAskedFor(execution, more)) ?? [];
    return mergeExecutions(underWay, past?.rows ?? [], status);
  }, [past, present, status, more]);
  return {
    rows,
    past,
    filter,
    error: (listsPast ? list.error : null) ?? (listsCurrent ? current.error : null),
    isPending: listsPast ? list.isPending : current.isPending,
    retry: () => void Promise.all([listsPast && list.refetch(), listsCurrent && current.refetch()]),
    isLoadingMore: older.isPending,
    loadMore: () => {
      if (past?.cursor)
        older.mutate(past.cursor, {
          onError: (failure) => showError(t('executions.loadMore.failed'), describeError(failure)),
        });
    },
  };
};
