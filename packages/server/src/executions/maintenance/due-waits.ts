import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import type { Dispatcher } from '../types.ts';

/**
 * Ends waits whose date has come. One process of many does it. It asks the database, by an index over what waits, so there is nothing to set up or to
 * forget for a single wait: one that came due while nobody looked is found like any other, and one that was resumed otherwise is not there.
 */
export interface DueWaits {
  start(): void;
  /** Resolves when nothing is under way any more. It may be started again. */
  stop(): Promise<void>;
}

/** Most milliseconds between two looks. So a clock that was set, and a wait that began since, are noticed in time. */
const longestPause = 1000;
/** Runs that are resumed at once; also how long a list the database gives. */
const batchSize = 500;

export const createDueWaits = (options: {
  db: Kysely<Database>;
  dispatcher: Pick<Dispatcher, 'resume'>;
  clock: Clock;
  log: Log;
}): DueWaits => {
  const { db, dispatcher, clock, log } = options;
  let isOpen = false;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();

  // Written out, since SQLite takes an index over a part of the rows only where it sees which part is asked for.
  const waiting = () => db.selectFrom('executions').where('status', '=', sql.lit('waiting'));

  /** Milliseconds until the next date, as far as the next look reaches. */
  const untilNext = async (): Promise<number> => {
    const next = await waiting().select('wait_till').orderBy('wait_till').limit(1).executeTakeFirst();
    const due = next?.wait_till ?? Number.POSITIVE_INFINITY;
    return Math.min(Math.max(due - clock.now(), 0), longestPause);
  };

  /** Those that no worker can take now stay as they are until a later look. */
  const resumeBatch = async (): Promise<'more' | 'done' | 'held up'> => {
    const due = await waiting()
      .select(['id', 'wait_count'])
      .where('wait_till', '<=', clock.now())
      .orderBy('wait_till')
      .limit(batchSize)
      .execute();
    const outcomes = await Promise.allSettled(
      due.map(({ id, wait_count }) => dispatcher.resume(id, { kind: 'time' }, { waitCount: wait_count })),
    );
    const isHeldUp = outcomes.some((outcome) => {
      if (outcome.status === 'fulfilled') return outcome.value === false;
      const { reason } = outcome;
      if (reason instanceof AppError && reason.error === 'tooManyRuns') return true;
      throw reason;
    });
    if (isHeldUp) return 'held up';
    return due.length === batchSize ? 'more' : 'done';
  };

  const look = async (): Promise<void> => {
    let pause = longestPause;
    try {
      let state = await resumeBatch();
      while (isOpen && state === 'more') state = await resumeBatch();
      if (isOpen && state === 'done') pause = await untilNext();
    } catch (error) {
      log.error({ err: error }, 'Waits that are over could not be ended; this is tried again');
    }
    if (isOpen) timer = setTimeout(begin, pause);
  };
  const begin = () => {
    looking = look();
  };

  return {
    start() {
      if (isOpen) return;
      isOpen = true;
      begin();
    },
    async stop() {
      isOpen = false;
      clearTimeout(timer);
      await looking;
    },
  };
};
