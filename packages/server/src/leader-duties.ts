import type { Log } from './platform/log.ts';
import type { Leadership } from './processes/leadership.ts';
import type { RunQueue } from './processes/run-queue.ts';

/** Work that one process of the instance does at a time. */
export interface Duty {
  start(): unknown;
  /** It may be started again. */
  stop(): unknown;
}

/** Milliseconds between two looks for what dead processes left. */
const recoverEvery = 1000;

/** Looks between two sweeps of the queue. */
const sweepEvery = 10;

/** Takes up what dead processes left, and what the queue has forgotten, for as long as this process leads. */
export const createRecovery = (options: {
  recover(): Promise<void>;
  queue: Pick<RunQueue, 'sweep'> | null;
  log: Log;
}): Duty => {
  const { recover, queue, log } = options;
  let looks = 0;
  let timer: NodeJS.Timeout | undefined;
  let isFailing = false;

  const look = async (): Promise<void> => {
    try {
      await recover();
      looks += 1;
      if (looks % sweepEvery === 0) {
        const count = (await queue?.sweep()) ?? 0;
        if (count > 0) log.warn({ executions: count }, 'Queued executions that had no entry in the queue were added');
      }
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, 'What dead processes left cannot be taken up now; this is tried again');
      isFailing = true;
    }
    if (timer) again();
  };
  const again = (): void => {
    timer = setTimeout(() => void look(), recoverEvery);
    timer.unref();
  };
  return {
    start() {
      clearTimeout(timer);
      again();
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
};

/**
 * Starts the duties when this process becomes the leader, and stops them when it is the leader no more.
 *
 * @returns `end` stops them and gives the lead away
 */
export const followLead = (leadership: Leadership, duties: readonly Duty[], log: Log): { end(): Promise<void> } => {
  let last: Promise<unknown> = Promise.resolve();
  let isRunning = false;
  let hasEnded = false;

  /** One change after another, so that what was started last is not stopped by an earlier change. */
  const change = (isLeader: boolean): Promise<unknown> => {
    last = last.then(() => {
      if (isRunning === isLeader) return undefined;
      isRunning = isLeader;
      return Promise.all(
        duties.map(async (duty) => {
          try {
            await (isLeader ? duty.start() : duty.stop());
          } catch (error) {
            log.error({ err: error }, 'A duty of the leader failed');
          }
        }),
      );
    });
    return last;
  };
  leadership.onChange((isLeader) => void change(isLeader && !hasEnded));
  return {
    async end() {
      hasEnded = true;
      await change(false);
      await leadership.close();
    },
  };
};
