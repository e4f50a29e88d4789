import { Button } from '@mantine/core';
import type { ExecutionFilter } from '@millrace/contract';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { describeError } from '../../api/errors.ts';
import { executionsKey } from '../../api/queries.ts';
import { t } from '../../messages/executions.ts';
import { showError, showSuccess } from '../../ui/toasts.ts';
import { confirm } from '../stack.ts';
import { forgetExecutions } from './use-executions.ts';

interface DeleteButtonsProps {
  /** Ids of the selected executions. */
  chosen: readonly string[];
  /** All that are loaded are selected. */
  areAllShown: boolean;
  /** How many match the filter, loaded or not. */
  count: number;
  filter: ExecutionFilter;
  onDone: () => void;
}

/** Deletes what is selected, or, once all that is shown is selected, everything that matches the filter. */
export const DeleteButtons = ({ chosen, areAllShown, count, filter, onDone }: DeleteButtonsProps) => {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (body: { ids: string[] } | { deleteBefore: string; filters: ExecutionFilter }) =>
      client.executions.remove({ body }),
    onSuccess: (_, body) => {
      if ('ids' in body) forgetExecutions(queryClient, new Set(body.ids));
      onDone();
      showSuccess(t('executions.deleted'));
    },
    onError: (error) => showError(t('executions.delete.failed'), describeError(error)),
    onSettled: (_, error, body) =>
      error || 'ids' in body
        ? queryClient.invalidateQueries({ queryKey: executionsKey })
        : queryClient.resetQueries({ queryKey: executionsKey }),
  });
  const ask = (many: number) =>
    confirm({
      title: t('executions.delete.title'),
      message: t('executions.delete.message', { count: many }),
      confirm: t('delete.confirm'),
      danger: true,
    });
  if (chosen.length === 0) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconTrash size={16} stroke={1.7} aria-hidden="true" />}
        loading={isPending}
        onClick={async () => {
          if (await ask(chosen.length)) mutate({ ids: [...chosen] });
        }}
      >
        {`${t('executions.delete')} (${chosen.length})`}
      </Button>
      {areAllShown && count > chosen.length && (
        <Button
          variant="subtle"
          color="red"
          disabled={isPending}
          onClick={async () => {
            if (await ask(count)) mutate({ deleteBefore: new Date().toISOString(), filters: filter });
          }}
        >
          {t('executions.deleteAll', { count })}
        </Button>
      )}
    </>
  );
};
