import { type ExecutionSummary, waitIndefinitely } from '@millrace/contract';
import { t } from '../../messages/executions.ts';
import { formatDate } from '../../ui/dates.ts';

/** Until when an execution waits. */
export const waitText = ({ waitTill }: Pick<ExecutionSummary, 'waitTill'>): string =>
  waitTill === null || waitTill === waitIndefinitely
    ? t('executions.wait.indefinitely')
    : t('executions.wait.until', { date: formatDate(waitTill) });
