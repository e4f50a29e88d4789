import type { WebhookResponse } from '@millrace/engine/node-api';
import type { BinaryStore } from '../../platform/binary/index.ts';
import type { Log } from '../../platform/log.ts';
import type { ExecutionStore } from '../store/execution-store.ts';

/** Files belong to an execution and are deleted when neither that nor another one that refers to them is stored. What a sudden end leaves behind goes at the next start. */
export interface ExecutionFiles {
  /** @param executionIds executions whose files no one needs any more. Never rejects. */
  remove(executionIds: readonly number[]): Promise<void>;
  /** As `remove`, but gives an answer that is one of the files time to open it. */
  removeAfter(executionIds: readonly number[], answers: readonly (WebhookResponse | undefined)[]): Promise<void>;
  /**
   * Removes what no execution owns or refers to. Resolves when it is known which those are; rejects if that cannot be found out.
   * @param untouchedSince epoch milliseconds: later files may be those of an execution that another process is about to start
   */
  removeOrphans(untouchedSince?: number): Promise<{ removed: Promise<void> }>;
  close(): void;
}

const answerTime = 10_000;

export const createExecutionFiles = (options: {
  binary: Pick<BinaryStore, 'deleteExecutions' | 'executionIds'>;
  store: Pick<ExecutionStore, 'withUnusedFiles'>;
  log: Log;
}): ExecutionFiles => {
  const { binary, store, log } = options;
  const timers = new Set<NodeJS.Timeout>();

  const remove = (executionIds: readonly number[]): Promise<void> =>
    binary
      .deleteExecutions(executionIds.map(String))
      .catch((error: unknown) => log.warn({ err: error, executionIds }, 'Files of executions could not be deleted'));

  return {
    remove,

    async removeAfter(executionIds, answers) {
      if (!answers.some((answer) => answer?.body.kind === 'binary')) return remove(executionIds);
      const timer = setTimeout(() => {
        timers.delete(timer);
        void remove(executionIds);
      }, answerTime);
      timers.add(timer);
    },

    async removeOrphans(untouchedSince) {
      const orphans = await store.withUnusedFiles((await binary.executionIds(untouchedSince)).map(Number));
      if (orphans.length > 0) log.info({ executions: orphans.length }, 'Files without an execution are deleted');
      return { removed: remove(orphans) };
    },

    close() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
};
