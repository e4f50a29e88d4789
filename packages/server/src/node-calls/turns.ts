/**
 * How many calls are made at a time, and with how much: what is more waits here for its turn instead of in a process, which would have to hold it all.
 */
export interface Turns {
  /** Resolves when it is this call's turn, with what ends it. Rejects with the signal's reason. */
  take(bytes: number, signal: AbortSignal): Promise<() => void>;
}

interface Waiting {
  bytes: number;
  begin(): void;
}

export const createTurns = (limits: { calls: number; bytes: number }): Turns => {
  const queue = new Set<Waiting>();
  let calls = 0;
  let held = 0;

  const hasRoom = (bytes: number): boolean => calls === 0 || (calls < limits.calls && held + bytes <= limits.bytes);

  const begin = (bytes: number): (() => void) => {
    calls++;
    held += bytes;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      calls--;
      held -= bytes;
      for (const next of queue) {
        if (!hasRoom(next.bytes)) return;
        queue.delete(next);
        next.begin();
      }
    };
  };

  return {
    async take(bytes, signal) {
      signal.throwIfAborted();
      if (queue.size === 0 && hasRoom(bytes)) return begin(bytes);
      return new Promise((resolve, reject) => {
        const giveUp = (): void => {
          queue.delete(waiting);
          reject(signal.reason);
        };
        const waiting: Waiting = {
          bytes,
          begin() {
            signal.removeEventListener('abort', giveUp);
            resolve(begin(bytes));
          },
        };
        queue.add(waiting);
        signal.addEventListener('abort', giveUp, { once: true });
      });
    },
  };
};
