import { Menu } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { client } from '../../api/client.ts';
import { describeError } from '../../api/errors.ts';
import { executionsKey } from '../../api/queries.ts';
import { t } from '../../messages/executions.ts';
import { hideToastsOf, showError, showInfo, showSuccess } from '../../ui/toasts.ts';
import { isShowcase, upgrade } from '../../workflow/showcase.ts';
import { type ExecutionRow, isRetryable } from './execution-list.ts';

interface RetryMenuProps {
  execution: Pick<ExecutionRow, 'id' | 'workflowId' | 'status' | 'retryOf' | 'retrySuccessId'>;
  /** The button that opens the menu. */
  children: (isBusy: boolean) => ReactElement;
}

/** Retries a failed execution, with the workflow as it is stored now or as it was. */
export const RetryMenu = ({ execution, children }: RetryMenuProps) => {
  const { id, workflowId } = execution;
  const queryClient = useQueryClient();
  const topic = `retry ${id}`;
  const { mutate, isPending } = useMutation({
    mutationFn: (loadWorkflow: boolean) => client.executions.retry({ params: { id }, body: { loadWorkflow } }),
    onMutate: () =>
      showInfo(t('executions.retry.started'), { message: t('executions.retry.started.message', { id }), topic }),
    onSuccess: (isSuccess) => {
      if (isSuccess)
        showSuccess(t('executions.retry.success'), { message: t('executions.retry.success.message', { id }) });
      else showError(t('executions.retry.failed'), { message: t('executions.retry.failed.message', { id }) });
    },
    onError: (error) => showError(t('executions.retry.problem'), describeError(error)),
    onSettled: () => {
      hideToastsOf(topic);
      return queryClient.invalidateQueries({ queryKey: executionsKey });
    },
  });
  if (!isRetryable(execution)) return null;
  const retry = (loadWorkflow: boolean) => (isShowcase() ? upgrade() : mutate(loadWorkflow));
  return (
    <Menu position="bottom-end" withinPortal zIndex={1000}>
      <Menu.Target>{children(isPending)}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item disabled={workflowId === null} onClick={() => retry(true)}>
          {t('executions.retry.current')}
        </Menu.Item>
        <Menu.Item onClick={() => retry(false)}>{t('executions.retry.original')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
