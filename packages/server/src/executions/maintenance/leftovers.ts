import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { NewRun } from '../starts.ts';
import type { ExecutionStore } from '../store/execution-store.ts';
import type { RunFiles } from './run-files.ts';

/** Ended runs by hand that were not to be kept are shown so long at most. */
const temporaryLifetime = 24 * 3_600_000;
/** Milliseconds between two looks for these. */
const lookEvery = 3_600_000;
/** A reserved id whose execution does not begin within this time is not used any more, in milliseconds. */
const reservationLifetime = 3_600_000;

/** What ended runs have left that no one needs any more. */
export interface Leftovers {
  /** Drops the runs by hand before this one that were not to be kept. */
  dropBefore(executionId: number, run: NewRun): void;
  /** Drops what an earlier life left, and goes on to drop what becomes too old. Resolves when this process may begin to store files. */
  begin(): Promise<void>;
  close(): void;
}

export const createLeftovers = (options: {
  store: Pick<ExecutionStore, 'deleteTemporary' | 'deleteTemporaryBefore'>;
  files: RunFiles;
  clock: Clock;
  log: Log;
  /** Other processes store files as well. */
  isShared: boolean;
  untilDone<T>(work: Promise<T>): Promise<T>;
}): Leftovers => {
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
      log.warn({ err: error }, 'Runs by hand of long ago could not be deleted'),
    );
  };

  return {
    dropBefore(executionId, { version, sessionId }) {
      const bucket = { workflowId: version.workflowId, sessionId: sessionId ?? null, olderThanId: executionId };
      untilDone(store.deleteTemporary(bucket).then(files.remove)).catch((error: unknown) =>
        log.warn({ err: error }, 'Earlier runs by hand could not be deleted'),
      );
    },

    async begin() {
      await dropOrphans();
      dropOld();
      looking = setInterval(dropOld, lookEvery).unref();
    },

    close: () => clearInterval(looking),
  };
};
