import { AppError } from '../platform/errors.ts';

/** Seconds after which the next attempt may find room. */
const retryAfter = '5';

/**
 * Lets a few do something at a time and a bounded number wait, in their order. Further ones are refused at once, before they cost anything.
 *
 * @throws AppError tooManyAttempts from what it returns
 */
export const createTurns = ({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }) => {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.length >= mostWaiting)
        throw new AppError('tooManyAttempts', 'Too many people sign in at this moment; please try again.', {
          headers: { 'retry-after': retryAfter },
        });
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      // The turn goes to the next in line, or back.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
};
