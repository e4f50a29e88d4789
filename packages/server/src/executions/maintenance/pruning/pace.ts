/**
 * Work in steps that hold others up for some milliseconds only. A step that took long makes the next one smaller, and after each the
 * rest takes its own multiple of that time, so the work as a whole takes a part of the database only.
 */
export interface Pace {
  /** Runs one step with the size that fits now, and rests. Undefined when the work was stopped. */
  step<T>(work: (size: number) => Promise<T>): Promise<T | undefined>;
}

/** Milliseconds. A commit alone can take a few of them, so less would never let a step grow. */
const quick = 5;
const slow = 10;
/** Even a small step takes this long: its rows are large. */
const verySlow = 40;
const smallest = 20;
const largest = 2000;
/** Longest rest after a step. */
const longestRest = 1000;

/**
 * Rest after a step, in times of its length. Work that does not come to an end takes a larger share: what comes in meanwhile must
 * not outrun it for ever.
 *
 * @param milliseconds since the work began
 */
export const restAfter = (milliseconds: number): number => {
  if (milliseconds < 40_000) return 6;
  return milliseconds < 90_000 ? 2 : 0.5;
};

export const nextSize = (size: number, milliseconds: number): number => {
  if (milliseconds > verySlow) return Math.max(1, Math.floor(size / 4));
  if (milliseconds > slow) return size > smallest ? Math.max(smallest, Math.floor(size / 2)) : size;
  return milliseconds < quick ? Math.min(largest, Math.ceil(size * 1.5)) : size;
};

/** @param stop ends the rest that is under way, and all further steps */
export const createPace = (stop: AbortSignal = new AbortController().signal): Pace => {
  const begin = performance.now();
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
      const before = performance.now();
      const result = await work(size);
      const after = performance.now();
      size = nextSize(size, after - before);
      await rest(Math.min((after - before) * restAfter(after - begin), longestRest));
      return result;
    },
  };
};
