import type { Log } from './platform/log.ts';
import { within } from './platform/within.ts';

/**
 * What has to be closed, in the reverse order in which it was opened. What fails to close keeps nothing else open, nor does what does not come to
 * an end.
 */
export interface Closing {
  /** @param patience milliseconds that it may take. Default: what a part needs that has nothing more to wait for */
  add(close: () => unknown, patience?: number): void;
  closeAll(): Promise<void>;
}

const usualPatience = 1000;

export const createClosing = (log: Log): Closing => {
  const closers: { close: () => unknown; patience: number }[] = [];
  return {
    add: (close, patience = usualPatience) => void closers.push({ close, patience }),
    async closeAll() {
      for (const { close, patience } of closers.splice(0).reverse())
        try {
          const isClosed = await within(patience, Promise.resolve().then(close));
          if (!isClosed)
            log.warn({ milliseconds: patience }, 'A part of the server did not close in time and was left');
        } catch (error) {
          log.error({ err: error }, 'A part of the server did not close cleanly');
        }
    },
  };
};
