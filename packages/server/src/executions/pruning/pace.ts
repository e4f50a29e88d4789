/**
 * Work in steps that hold others up for some milliseconds only. A step that took long makes the next one smaller, and after each the
 * rest takes a multiple of its time, so the work as a whole never takes more than its share of the database.
 */
export interface Pace {
  /** Runs one step with the size that fits now, and rests. Undefined when the work was stopped. */
  step<T>(work: (size: number) => Promise<T>): Promise<T | undefined>;
}

/** Milliseconds. A commit alone can take a few of them, so less would never let a step grow. */
const quick = 8;
const slow = 16;
/** Even a small step takes this long: its rows are large. */
const verySlow = 60;
const smallest = 20;
const largest = 2000;
/** Rest after a step, in times of its length. */
const restShare = 3;

export const nextSize = (size: number, milliseconds: number): number => {
  if (milliseconds > verySlow) return Math.max(1, Math.floor(size / 4));
  if (milliseconds > slow) return size > smallest ? Math.max(smallest, Math.floor(size / 2)) : size;
  return milliseconds < quick ? Math.min(largest, Math.ceil(size * 1.5)) : size;
};

/** @param stop ends the rest that is under way, and all further steps */
export const createPace = (stop: AbortSignal): Pace => {
  let size = smallest;

  const rest = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        stop.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      stop.addEventListener('abort', done, { once: true });
    });

  return {
    async step(work) {
      if (stop.aborted) return undefined;
      const begun = performance.now();
      const result = await work(size);
      const took = performance.now() - begun;
      size = nextSize(size, took);
      await rest(Math.min(took * restShare, 1000));
      return result;
    },
  };
};
