/**
 * A limit of runs at once, and a bounded queue of those that wait: production runs have one lane and runs by hand another, so neither
 * holds up the other.
 */
export interface Lane<T> {
  /** Takes a free place, or one in the queue that `wait` then fills; 'full' takes nothing. */
  enter(): 'running' | 'queued' | 'full';
  /** Fills the place in the queue that `enter` gave. */
  wait(entry: T): void;
  /** Takes an entry out of the queue; false if it is not there any more. */
  remove(entry: T): boolean;
  /** Gives back a running place, or one in the queue that was never filled. */
  leave(place: 'running' | 'queued'): void;
  /** Entries that wait, oldest first. */
  waiting(): T[];
}

/** @param onTurn called with an entry that has left the queue and holds a running place from now on */
export const createLane = <T>(limits: { running: number; queued: number }, onTurn: (entry: T) => void): Lane<T> => {
  const queue = new Set<T>();
  let running = 0;
  /** Places in the queue that are taken and not filled yet. */
  let promised = 0;

  const advance = () => {
    for (const entry of queue) {
      if (running >= limits.running) return;
      queue.delete(entry);
      running++;
      onTurn(entry);
    }
  };

  return {
    enter() {
      if (running < limits.running && queue.size === 0) {
        running++;
        return 'running';
      }
      if (queue.size + promised >= limits.queued) return 'full';
      promised++;
      return 'queued';
    },
    wait(entry) {
      promised--;
      queue.add(entry);
      advance();
    },
    remove: (entry) => queue.delete(entry),
    leave(place) {
      if (place === 'running') running--;
      else promised--;
      advance();
    },
    waiting: () => [...queue],
  };
};
