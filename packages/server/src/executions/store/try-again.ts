import { setTimeout as sleep } from 'node:timers/promises';
import type { ExecutionStore } from './execution-store.ts';

const firstPause = 100;
const longestPause = 5000;

/** Does what only reads, again as long as the failure is one that passes and the signal has not aborted. */
export const tryAgain = async <T>(
  work: () => Promise<T>,
  { isPassing, signal }: { isPassing: ExecutionStore['isPassing']; signal: AbortSignal },
): Promise<T> => {
  for (let pause = firstPause; ; pause = Math.min(pause * 2, longestPause)) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted || !isPassing(error)) throw error;
      await sleep(pause, undefined, { signal, ref: false });
    }
  }
};
