import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { NewExecutionRequest } from '../admission.ts';
import type { ExecutionStore } from '../store/execution-store.ts';
import type { ExecutionFiles } from './execution-files.ts';

/** Ended executions by hand that were not to be kept are shown so long at most. */
const temporaryLifetime = 24 * 3_600_000;
/** Milliseconds between two looks for these. */
const lookEvery = 3_600_000;
/** A reserved id whose execution does not begin within this time is not used any more, in milliseconds. */
const reservationLifetime = 3_600_000;

/** Drops what ended executions have left that no one needs any more. */
export interface Cleanup {
  /** Drops the executions by hand before this one that were not to be kept. */
  dropBefore(executionId: number, request: NewExecutionRequest): void;
  /** Drops what an earlier life left, and goes on to drop what becomes too old. Resolves when this process may begin to store files. */
  start(): Promise<void>;
  stop(): void;
}

export const createCleanup = (options: {
  store: Pick<ExecutionStore, 'deleteTemporary' | 'deleteTemporaryBefore'>;
  files: ExecutionFiles;
  clock: Clock;
  log: Log;
  /** Other processes store files as well. */
  isShared: boolean;
  untilDone<T>(work: Promise<T>): Promise<T>;
}): Cleanup => {
  const { store, files, clock, log, isShared, untilDone } = options;

  const dropOrphans = async (): Promise<void> => {
    if (!isShared) {
      void untilDone((await files.removeOrphans()).removed);
      return;
    }
    // Other processes store files for executions that they are about to start, and a bucket is slow to list.
    const looking = files.removeOrphans(clock.now() - reservationLifetime).then(({ removed }) => removed);
    untilDone(looking).catch((error: unknown) =>
      log.warn({ err: error }, 'Files without an execution could not be looked for'),
    );
  };

  let looking: NodeJS.Timeout | undefined;
  const dropOld = (): void => {
    const dropped = store.deleteTemporaryBefore(clock.now() - temporaryLifetime).then(files.remove);
    untilDone(dropped).catch((error: unknown) =>
      log.warn({ err: error }, 'Executions by hand of long ago could not be deleted'),
    );
  };

  return {
    dropBefore(executionId, { version, sessionId }) {
      const bucket = { workflowId: version.workflowId, sessionId: sessionId ?? null, olderThanId: executionId };
      untilDone(store.deleteTemporary(bucket).then(files.remove)).catch((error: unknown) =>
        log.warn({ err: error }, 'Earlier executions by hand could not be deleted'),
      );
    },

    async start() {
      await dropOrphans();
      dropOld();
      looking = setInterval(dropOld, lookEvery).unref();
    },

    stop: () => clearInterval(looking),
  };
};
