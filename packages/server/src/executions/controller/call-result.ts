import type { ExecutionError, ExecutionStatus } from '@millrace/contract';
import type { WorkflowCallResult } from '@millrace/engine/node-api';

/** How a sub-workflow has ended. */
export interface CallOutcome {
  status: ExecutionStatus;
  /** JSON of an ExecutionError. */
  error: string | null;
}

const toError = ({ status, error }: CallOutcome): ExecutionError => {
  if (error !== null) return JSON.parse(error) as ExecutionError;
  const message = status === 'canceled' ? 'The execution was stopped' : 'The execution failed';
  return { name: 'Error', message, timestamp: 0 };
};

/** How an execution has ended, as its row says. */
export interface FinalState extends CallOutcome {
  errorMessage: string | undefined;
  lastNode: string | null;
}

/** What the parent is told: JSON of a WorkflowCallResult. @param items JSON of a list, put in as it stands */
export const callResultText = (executionId: number, outcome: CallOutcome, items: string): string =>
  outcome.status === 'success'
    ? `{"status":"success","executionId":"${executionId}","items":${items}}`
    : JSON.stringify({ status: 'error', executionId: String(executionId), error: toError(outcome) });

export const startedText = (executionId: number): string =>
  JSON.stringify({ status: 'started', executionId: String(executionId) } satisfies WorkflowCallResult);

export const waitingText = (executionId: number): string =>
  JSON.stringify({ status: 'waiting', executionId: String(executionId) } satisfies WorkflowCallResult);

/** It could not even be started. */
export const failedText = (cause: unknown, timestamp: number): string =>
  JSON.stringify({
    status: 'error',
    executionId: '',
    error: { name: 'NodeError', message: cause instanceof Error ? cause.message : String(cause), timestamp },
  } satisfies WorkflowCallResult);
