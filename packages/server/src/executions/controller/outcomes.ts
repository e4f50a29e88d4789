import type { Outcome } from '../types.ts';
import type { ExecutionResult } from '../workers/protocol.ts';

/** How executions end that do not end by themselves. */

export const canceled: Outcome = { status: 'canceled' };

export const timedOut = (seconds: number, timestamp: number): Outcome => ({
  status: 'error',
  error: { name: 'TimeoutError', message: `The execution timed out after ${seconds} s.`, timestamp },
});

/** @param reason a clause without capital and full stop */
export const crashed = (reason: string, timestamp: number): Outcome => ({
  status: 'crashed',
  error: { name: 'CrashError', message: `The execution was interrupted: ${reason}.`, timestamp },
});

/** A node had begun that must not be repeated. @param reason a clause without capital and full stop */
export const interrupted = (node: string, reason: string, timestamp: number): Outcome => ({
  status: 'crashed',
  error: {
    name: 'InterruptedError',
    message: `The execution was interrupted while "${node}" ran: ${reason}.`,
    description:
      'The node may or may not have done its work, so it was not run again. Look whether it has, then retry the execution, or let the workflow settings repeat interrupted nodes.',
    node,
    timestamp,
  },
});

/** What a worker would have said of it. */
export const resultOf = (executionId: number, { status, error }: Outcome): ExecutionResult => ({
  executionId,
  status: status === 'crashed' ? 'error' : status,
  error: error ? JSON.stringify(error) : null,
  errorMessage: error?.message,
  lastNode: error?.node ?? null,
  nodes: [],
  items: [],
});
