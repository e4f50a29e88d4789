import { ActionIcon, Tooltip } from '@mantine/core';
import { IconPlayerStop } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { ApiError, describeError } from '../../api/errors.ts';
import { executionsKey } from '../../api/queries.ts';
import { t } from '../../messages/executions.ts';
import { showError, showInfo } from '../../ui/toasts.ts';

/** Ends an execution that runs, waits or is queued. */
export const StopButton = ({ id }: { id: string }) => {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => client.executions.stop({ params: { id } }),
    onSuccess: () => showInfo(t('run.stopped')),
    onError: (error) => {
      if (error instanceof ApiError && (error.status === 404 || error.status === 409))
        showInfo(t('run.finishedBeforeStop.title'), { message: t('run.finishedBeforeStop.message') });
      else showError(t('run.stop.failed'), describeError(error));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: executionsKey }),
  });
  return (
    <Tooltip label={t('executions.stop', { id })}>
      <ActionIcon aria-label={t('executions.stop', { id })} loading={isPending} onClick={() => mutate()}>
        <IconPlayerStop size={16} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  );
};
