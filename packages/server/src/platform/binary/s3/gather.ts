/**
 * Joins calls into few: while one is under way, all that come are done together in the next. Runs that are not kept end by the thousand,
 * and one listing of the bucket then serves many of them.
 *
 * @returns resolves when the values of this call are done; all calls that were joined fail together
 */
export const gather = <T>(work: (values: readonly T[]) => Promise<void>): ((values: readonly T[]) => Promise<void>) => {
  let waiting: T[] = [];
  let next: Promise<void> | undefined;
  let current: Promise<void> = Promise.resolve();

  const begin = (): Promise<void> => {
    const values = waiting;
    waiting = [];
    next = undefined;
    const done = work(values);
    current = done.catch(() => {});
    return done;
  };

  return (values) => {
    waiting.push(...values);
    next ??= current.then(begin);
    return next;
  };
};
