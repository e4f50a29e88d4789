import { t } from '../../messages/executions.ts';
import { type ExecutionRow, isUnderWay } from './execution-list.ts';

/** What is worth a line of its own: why it failed, or how it belongs to others. */
export const remarkOf = ({ status, stoppedAt, retryOf, retrySuccessId, error }: ExecutionRow): string | undefined => {
  if (stoppedAt === null && !isUnderWay(status)) return t('executions.probablyRunning');
  const lines = [
    retryOf === undefined ? undefined : t('executions.retryOf', { id: retryOf }),
    retrySuccessId === undefined ? undefined : t('executions.retrySuccess', { id: retrySuccessId }),
    error?.node === undefined ? error?.message : `${error.node}: ${error.message}`,
  ];
  return lines.filter((line) => line !== undefined).join(' · ') || undefined;
};
