import type { ExecutionFilter, ExecutionStatus, ExecutionSummary } from '@millrace/contract';

/** One line of the list: a past execution, or one that runs now. */
export type ExecutionRow = Pick<
  ExecutionSummary,
  | 'id'
  | 'workflowId'
  | 'workflowName'
  | 'mode'
  | 'triggerType'
  | 'status'
  | 'startedAt'
  | 'stoppedAt'
  | 'waitTill'
  | 'retryOf'
  | 'retrySuccessId'
  | 'error'
  | 'customData'
>;

export const statusFilters = ['error', 'running', 'success', 'waiting'] as const;
export type StatusFilter = (typeof statusFilters)[number];

interface CurrentExecution
  extends Pick<
    ExecutionRow,
    'id' | 'workflowId' | 'workflowName' | 'mode' | 'triggerType' | 'status' | 'startedAt' | 'retryOf'
  > {}

/** What the server is asked for past executions; `running` ones are in a list of their own. */
export const filterOf = (status: StatusFilter | null, workflowId: string | null): ExecutionFilter => ({
  ...(workflowId ? { workflowId } : {}),
  ...(status === 'success' ? { finished: true } : {}),
  ...(status === 'error' ? { finished: false } : {}),
  ...(status === 'waiting' ? { waitTill: true } : {}),
});

/** Running ones first, then the past, newest first; one that ended between the two calls is shown as ended. */
export const mergeExecutions = (
  current: readonly CurrentExecution[],
  past: readonly ExecutionSummary[],
  status: StatusFilter | null,
): ExecutionRow[] => {
  const ended = new Set(past.map((execution) => execution.id));
  const running = current
    .filter((execution) => !ended.has(execution.id))
    .map((execution): ExecutionRow => ({ ...execution, stoppedAt: null, waitTill: null }));
  if (status === 'running') return running;
  return status === null ? [...running, ...past] : [...past];
};

export const isStoppable = (status: ExecutionStatus): boolean =>
  status === 'running' || status === 'queued' || status === 'waiting';

/** Runs, or waits for a free worker. */
export const isUnderWay = (status: ExecutionStatus): boolean => status === 'running' || status === 'queued';

/** A failed one, unless it is a retry itself or was retried with success. */
export const isRetryable = ({
  status,
  retryOf,
  retrySuccessId,
}: Pick<ExecutionRow, 'status' | 'retryOf' | 'retrySuccessId'>): boolean =>
  (status === 'error' || status === 'canceled' || status === 'crashed') &&
  retryOf === undefined &&
  retrySuccessId === undefined;
