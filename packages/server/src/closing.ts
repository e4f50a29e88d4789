import type { Log } from './platform/log.ts';

/** What has to be closed, in the reverse order in which it was opened. What fails to close keeps nothing else open. */
export interface Closing {
  add(close: () => unknown): void;
  closeAll(): Promise<void>;
}

export const createClosing = (log: Log): Closing => {
  const closers: (() => unknown)[] = [];
  return {
    add: (close) => void closers.push(close),
    async closeAll() {
      for (const close of closers.splice(0).reverse())
        await Promise.resolve()
          .then(close)
          .catch((error: unknown) => log.error({ err: error }, 'A part of the server did not close cleanly'));
    },
  };
};
