import type { RunStore, RunWrite, WriteResult } from './run-store.ts';

/**
 * All writes that wait at the end of a turn of the event loop are committed as one transaction: the group grows with the
 * load by itself, without a timer, so many runs share one flush to the disk. One group is under way at a time.
 */
export interface GroupCommit {
  /** Resolves when it is durable. Rejects with the database's error; nothing of this write is stored then. */
  write(write: RunWrite): Promise<WriteResult>;
  /** As `write`, but tries again while the failure is one that passes. */
  writeAtLast(write: RunWrite): Promise<WriteResult>;
  /** Resolves when nothing waits any more. Gives up waiting for what `writeAtLast` keeps trying. */
  close(): Promise<void>;
}

interface Waiting {
  write: RunWrite;
  resolve(result: WriteResult): void;
  reject(error: unknown): void;
}

const firstRetryAfter = 100;
const retryAfterAtMost = 5000;

export const createGroupCommit = (store: Pick<RunStore, 'write' | 'isPassing'>): GroupCommit => {
  let waiting: Waiting[] = [];
  let scheduled = false;
  let closed = false;
  let idle: (() => void) | undefined;
  const pauses = new Map<NodeJS.Timeout, () => void>();

  const commit = async (group: Waiting[]): Promise<void> => {
    try {
      const results = await store.write(group.map(({ write }) => write));
      for (const [index, { resolve }] of group.entries()) resolve(results[index]);
    } catch (error) {
      if (group.length === 1 || store.isPassing(error)) {
        for (const { reject } of group) reject(error);
        return;
      }
      // One write that the database refuses must not take the others with it.
      for (const single of group) await commit([single]);
    }
  };

  const flush = async () => {
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      await commit(group);
    }
    scheduled = false;
    idle?.();
  };

  const write = (one: RunWrite): Promise<WriteResult> =>
    new Promise((resolve, reject) => {
      waiting.push({ write: one, resolve, reject });
      if (scheduled) return;
      scheduled = true;
      setImmediate(() => void flush());
    });

  const pause = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        pauses.delete(timer);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      pauses.set(timer, done);
    });

  return {
    write,

    async writeAtLast(one) {
      for (let retryAfter = firstRetryAfter; ; retryAfter = Math.min(retryAfter * 2, retryAfterAtMost)) {
        try {
          return await write(one);
        } catch (error) {
          if (closed || !store.isPassing(error)) throw error;
          await pause(retryAfter);
        }
      }
    },

    async close() {
      closed = true;
      for (const done of [...pauses.values()]) done();
      if (scheduled) await new Promise<void>((resolve) => (idle = resolve));
    },
  };
};
