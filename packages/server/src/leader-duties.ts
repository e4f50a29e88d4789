import type { Log } from './platform/log.ts';
import type { Leadership } from './processes/leadership.ts';

/** Work that one process of the instance does at a time. */
export interface Duty {
  start(): unknown;
  /** It may be started again. */
  stop(): unknown;
}

const hour = 3_600_000;

/** A pass of a duty at a time, each hour: by `runOnce`, which says how many rows it has deleted. */
export const createHourlyDuty = (options: {
  runOnce(): Promise<number>;
  /** After the start of the server other things come first; milliseconds. */
  firstAfter: number;
  /** What the log says where it fails. */
  failure: string;
  log: Log;
}): Duty & { runOnce(): Promise<number> } => {
  const { runOnce, firstAfter, failure, log } = options;
  let timer: NodeJS.Timeout | undefined;
  const schedule = (milliseconds: number): void => {
    timer = setTimeout(async () => {
      await runOnce().catch((error: unknown) => log.warn({ err: error }, failure));
      if (timer) schedule(hour);
    }, milliseconds);
    timer.unref();
  };
  return {
    runOnce,
    start() {
      if (!timer) schedule(firstAfter);
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
};

/** Milliseconds between two looks for what dead processes left. */
const recoverEvery = 1000;

/** Queues again what dead processes left, for as long as this process leads. */
export const createRecovery = ({ recover, log }: { recover(): Promise<void>; log: Log }): Duty => {
  let timer: NodeJS.Timeout | undefined;
  let isFailing = false;

  const look = async (): Promise<void> => {
    try {
      await recover();
      isFailing = false;
    } catch (error) {
      if (!isFailing)
        log.warn({ err: error }, 'What dead processes left cannot be queued again now; this is tried again');
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
