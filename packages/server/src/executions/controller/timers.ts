/** Timers that belong to something, and go with it. */
export interface Timers {
  /** Calls `act` after so long, however long that is, unless the owner's timers are cleared before. */
  start(owner: object, milliseconds: number, act: () => void): void;
  clear(owner: object): void;
}

const longest = 2 ** 31 - 1;

export const createTimers = (): Timers => {
  const timersOf = new Map<object, Set<NodeJS.Timeout>>();

  const start: Timers['start'] = (owner, milliseconds, act) => {
    const timers = timersOf.get(owner) ?? new Set();
    timersOf.set(owner, timers);
    const wait = Math.min(milliseconds, longest);
    const timer = setTimeout(() => {
      timers.delete(timer);
      if (wait < milliseconds) start(owner, milliseconds - wait, act);
      else act();
    }, wait);
    timers.add(timer);
  };

  return {
    start,
    clear(owner) {
      for (const timer of timersOf.get(owner) ?? []) clearTimeout(timer);
      timersOf.delete(owner);
    },
  };
};
