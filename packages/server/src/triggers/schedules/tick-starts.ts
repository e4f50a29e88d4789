import { DuplicateExecutionError } from '../../executions/types.ts';
import type { Log } from '../../platform/log.ts';
import { mayPass } from '../passing.ts';
import type { Tick } from './schedules.ts';

/**
 * Starts the runs of ticks in their order, a few at a time. When no further run is taken, or the database is away, the ticks wait, for a minute at
 * most; so ten thousand schedules of the same second do not fail because they are more than what may queue.
 */
export interface TickStarts {
  add(tick: Tick): void;
  /** Ticks that have not been started are dropped. */
  close(): Promise<void>;
}

/** Starts under way at once. */
const mostAtOnce = 200;

/** Milliseconds. */
const pause = 500;
const patience = 60_000;

export const createTickStarts = (options: {
  /** @throws AppError; DuplicateExecutionError; the database's error */
  start(tick: Tick): Promise<unknown>;
  log: Log;
}): TickStarts => {
  const { start, log } = options;
  let waiting: { tick: Tick; since: number }[] = [];
  let at = 0;
  const underWay = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const begin = async (entry: (typeof waiting)[number]): Promise<void> => {
    const { tick, since } = entry;
    try {
      await start(tick);
    } catch (error) {
      // Another process was the leader as well for a moment, or the clock has been set back.
      if (error instanceof DuplicateExecutionError) return;
      if (mayPass(error) && !isClosed && performance.now() - since < patience) {
        waiting.push(entry);
        timer ??= setTimeout(() => {
          timer = undefined;
          go();
        }, pause);
        return;
      }
      log.error({ err: error, ...tick }, 'A scheduled run could not be started');
    }
  };

  const go = (): void => {
    while (!timer && at < waiting.length && underWay.size < mostAtOnce) {
      const begun = begin(waiting[at++]!).finally(() => {
        underWay.delete(begun);
        go();
      });
      underWay.add(begun);
    }
    if (at === waiting.length) {
      waiting = [];
      at = 0;
    }
  };

  return {
    add(tick) {
      waiting.push({ tick, since: performance.now() });
      go();
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      waiting = [];
      at = 0;
      await Promise.all(underWay);
    },
  };
};
