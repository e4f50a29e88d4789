import type { TaskData } from '@millrace/contract';
import type { Log } from '../../platform/log.ts';
import type { ExecutionStore } from '../store/execution-store.ts';
import type { NodeRunRecord } from '../store/writes.ts';
import type { RunFiles } from './run-files.ts';

/**
 * Called executions that are not kept stay, hidden, until their caller has recorded what they gave: should it be gone on with before, and call
 * again, it gets the same result, and nothing is done twice.
 */
export interface CalledRuns {
  /** The caller has recorded node runs; of these, the last one. */
  recorded(callerId: number, last: NodeRunRecord): Promise<void>;
  /** The caller has ended. */
  forget(callerId: number): Promise<void>;
}

/** It stands before the run of the node that it serves, which may still be under way. */
const servesAnother = ({ task }: NodeRunRecord): boolean => (JSON.parse(task) as TaskData).serves !== undefined;

/** Nothing here rejects; what could not be deleted goes at the next start. */
export const createCalledRuns = (options: {
  store: Pick<ExecutionStore, 'deleteCalled'>;
  files: Pick<RunFiles, 'remove'>;
  log: Log;
  untilDone<T>(work: Promise<T>): Promise<T>;
}): CalledRuns => {
  const { store, files, log, untilDone } = options;
  const drop = (callerId: number, upTo?: number): Promise<void> =>
    untilDone(store.deleteCalled(callerId, upTo).then(files.remove)).catch((error: unknown) =>
      log.warn({ err: error, executionId: callerId }, 'Called executions that are not kept could not be deleted'),
    );
  return {
    recorded: async (callerId, last) => (servesAnother(last) ? undefined : drop(callerId, last.position)),
    forget: (callerId) => drop(callerId),
  };
};
