import { ActionIcon, Tooltip } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { client } from '../api/client.ts';
import { describeError } from '../api/errors.ts';
import { activeWorkflowsQuery } from '../api/queries.ts';
import { t } from '../messages/index.ts';
import { showError } from '../ui/toasts.ts';

/** Whether the triggers of a workflow are meant to run and do not. @param isMeant it is stored as active, and nothing is about to change that */
export const useIsStuck = (id: string | null, isMeant: boolean): boolean => {
  const { data: running } = useQuery({ ...activeWorkflowsQuery, enabled: isMeant });
  return isMeant && id !== null && running !== undefined && !running.includes(id);
};

/** Says why on a click. */
export const ActivationWarning = ({ id }: { id: string }) => (
  <Tooltip label={t('header.activationError')}>
    <ActionIcon color="yellow" aria-label={t('header.activationError')} onClick={() => void tellActivationError(id)}>
      <IconAlertTriangle size={18} color="var(--warning)" />
    </ActionIcon>
  </Tooltip>
);

const tellActivationError = async (id: string) => {
  try {
    const problem = await client.active.error({ params: { id } });
    showError(t('workflow.activate.failed'), {
      message: problem?.error.message ?? t('header.activationError.unknown'),
    });
  } catch (error) {
    showError(t('workflow.activate.failed'), describeError(error));
  }
};
