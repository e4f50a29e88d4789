import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { type ActiveRun, aboutRun } from './controller/active-run.ts';
import type { RunQueue } from './queue/run-queue.ts';
import type { Turns } from './queue/turns.ts';
import { queueIsFull, serverStops } from './starts.ts';
import type { ExecutionStore } from './store/execution-store.ts';
import type { GroupCommit } from './store/group-commit.ts';
import type { Dispatcher } from './types.ts';
import { type Audience, unattended } from './waiters/audience.ts';

/** Milliseconds within which the end of a wait is awaited here instead of by whoever looks for due dates. */
const shortWait = 60_000;

/** Ends waits of runs. */
export interface Resuming {
  resume: Dispatcher['resume'];
  /** A run of this process waits until then (epoch milliseconds): a short wait is ended from here. */
  expect(entry: ActiveRun, till: number): void;
  close(): void;
}

export const createResuming = (options: {
  processId: string;
  mostQueued: number;
  store: Pick<ExecutionStore, 'find'>;
  commit: GroupCommit;
  audience: Audience;
  turns: Turns;
  queue: RunQueue | null;
  clock: Clock;
  log: Log;
  untilDone<T>(work: Promise<T>): Promise<T>;
  isClosing(): boolean;
}): Resuming => {
  const { processId, store, commit, audience, turns, queue, clock, log, isClosing } = options;
  const timers = new Map<number, NodeJS.Timeout>();

  const resume: Dispatcher['resume'] = async (executionId, resumption, { lastNodeAnswer, waitCount } = {}) => {
    const stored = await store.find(executionId);
    if (stored?.status !== 'waiting') return false;
    if (isClosing()) throw serverStops();
    if (queue ? queue.waiting() >= options.mostQueued : turns.laneOf(stored.mode).isFull()) throw queueIsFull();
    const isAwaited = resumption.kind === 'webhook' || resumption.kind === 'form';
    const attendance = isAwaited || !queue ? audience.attend(executionId, { untilWait: !isAwaited }) : unattended;
    const origin = isAwaited ? processId : undefined;
    const write = { executionId, resumption, waitCount, lastNodeAnswer, origin, processId: null };
    const isResumed = await options.untilDone(commit.write({ kind: 'resume', ...write })).catch((error: unknown) => {
      audience.dismiss(executionId, attendance);
      throw error;
    });
    if (!isResumed) {
      audience.dismiss(executionId, attendance);
      return false;
    }
    clearTimeout(timers.get(executionId));
    timers.delete(executionId);
    turns.lineUp(executionId, stored.mode);
    const { response, ended } = attendance;
    return { executionId, response, ended };
  };

  return {
    resume,

    expect(entry, till) {
      const { executionId, waitCount } = entry;
      const wait = till - clock.now();
      if (wait > shortWait || isClosing()) return;
      const end = () => {
        timers.delete(executionId);
        resume(executionId, { kind: 'time' }, { waitCount }).catch((error: unknown) =>
          log.debug({ err: error, ...aboutRun(entry) }, 'A wait will be ended a little later'),
        );
      };
      timers.set(executionId, setTimeout(end, Math.max(0, wait)));
    },

    close() {
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
};
