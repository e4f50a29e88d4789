/**
 * A limit of runs at once, and a queue of those that wait: production runs have one lane and runs by hand another, so neither
 * holds up the other.
 */
export interface Lane<T> {
  /** Takes a free place, or one in the queue that `wait` then fills; 'full' takes nothing. */
  enter(): 'running' | 'queued' | 'full';
  /** Takes all places that are free. @returns how many */
  enterAll(): number;
  /** Fills the place in the queue that `enter` gave. */
  wait(entry: T): void;
  /** Puts into the queue, however full it is, what was accepted long ago. */
  line(entry: T): void;
  /** Takes an entry out of the queue; false if it is not there any more. */
  remove(entry: T): boolean;
  /** Gives back a running place, or one in the queue that was never filled. */
  leave(place: 'running' | 'queued'): void;
  /** True while no further entry would be queued. */
  isFull(): boolean;
  /** Resolves when a place is free that no entry of the queue gets. */
  whenFree(): Promise<void>;
  counts(): { running: number; queued: number };
  /** Lets no one have a turn any more, and gives those that wait, oldest first. */
  close(): T[];
}

/** @param onTurn called with an entry that has left the queue and holds a running place from now on */
export const createLane = <T>(limits: { running: number; queued: number }, onTurn: (entry: T) => void): Lane<T> => {
  const queue = new Set<T>();
  let running = 0;
  /** Places in the queue that are taken and not filled yet. */
  let promised = 0;
  let isClosed = false;
  let watchers: (() => void)[] = [];

  const hasFreePlace = () => running < limits.running && queue.size === 0;

  const advance = () => {
    for (const entry of queue) {
      if (isClosed || running >= limits.running) return;
      queue.delete(entry);
      running++;
      onTurn(entry);
    }
    if (watchers.length === 0 || !hasFreePlace()) return;
    const told = watchers;
    watchers = [];
    for (const tell of told) tell();
  };
  const isFull = () => queue.size + promised >= limits.queued;

  return {
    enter() {
      if (hasFreePlace()) {
        running++;
        return 'running';
      }
      if (isFull()) return 'full';
      promised++;
      return 'queued';
    },
    enterAll() {
      if (!hasFreePlace()) return 0;
      const free = limits.running - running;
      running = limits.running;
      return free;
    },
    wait(entry) {
      promised--;
      queue.add(entry);
      advance();
    },
    line(entry) {
      queue.add(entry);
      advance();
    },
    remove: (entry) => queue.delete(entry),
    leave(place) {
      if (place === 'running') running--;
      else promised--;
      advance();
    },
    isFull,
    whenFree: () =>
      new Promise((resolve) => {
        if (hasFreePlace()) resolve();
        else watchers.push(resolve);
      }),
    counts: () => ({ running, queued: queue.size }),
    close() {
      isClosed = true;
      const waiting = [...queue];
      queue.clear();
      return waiting;
    },
  };
};
