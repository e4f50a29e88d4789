/**
 * Waits for it, but no longer than so many milliseconds: what talks to a database that is away may never end.
 *
 * @returns whether it has ended. Rejects as it does, while it is waited for
 */
export const within = async (milliseconds: number, work: Promise<unknown>): Promise<boolean> => {
  const timeUp = Promise.withResolvers<false>();
  const timer = setTimeout(timeUp.resolve, milliseconds, false);
  try {
    return await Promise.race([work.then(() => true), timeUp.promise]);
  } finally {
    clearTimeout(timer);
  }
};
