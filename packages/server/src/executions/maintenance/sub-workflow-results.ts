import type { TaskData } from '@millrace/contract';
import type { Log } from '../../platform/log.ts';
import type { ExecutionStore } from '../store/execution-store.ts';
import type { NodeRunRecord } from '../store/writes.ts';
import type { ExecutionFiles } from './execution-files.ts';

/**
 * Sub-workflows that are not kept stay, hidden, until their parent has recorded what they gave: should it go on elsewhere before, and call
 * again, it gets the same result, and nothing is done twice.
 */
export interface SubWorkflowResults {
  /** The parent has recorded node runs; of these, the last one. */
  recorded(parentId: number, last: NodeRunRecord): Promise<void>;
  /** The parent has ended. */
  forget(parentId: number): Promise<void>;
}

/** It stands before the run of the node that it serves, which may still be under way. */
const servesAnother = ({ task }: NodeRunRecord): boolean => {
  const { serves } = JSON.parse(task) as TaskData;
  return serves !== undefined && !serves.isRun;
};

/** Nothing here rejects; what could not be deleted goes at the next start. */
export const createSubWorkflowResults = (options: {
  store: Pick<ExecutionStore, 'deleteCalled'>;
  files: Pick<ExecutionFiles, 'remove'>;
  log: Log;
  untilDone<T>(work: Promise<T>): Promise<T>;
}): SubWorkflowResults => {
  const { store, files, log, untilDone } = options;
  const drop = (parentId: number, upTo?: number): Promise<void> =>
    untilDone(store.deleteCalled(parentId, upTo).then(files.remove)).catch((error: unknown) =>
      log.warn({ err: error, executionId: parentId }, 'Sub-workflows that are not kept could not be deleted'),
    );
  return {
    recorded: async (parentId, last) => (servesAnother(last) ? undefined : drop(parentId, last.position)),
    forget: (parentId) => drop(parentId),
  };
};
