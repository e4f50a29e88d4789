import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { queueIsFull, serverStops } from './admission.ts';
import type { Intake } from './intake.ts';
import type { ExecutionQueue, QueueEntry } from './queue/execution-queue.ts';
import { type Slots, slotKindOf } from './queue/slots.ts';
import type { ExecutionStore } from './store/execution-store.ts';
import type { GroupCommit } from './store/group-commit.ts';
import type { Dispatcher, EnqueuedExecution } from './types.ts';
import { noResult } from './waiters/result-waiter.ts';
import type { ResultWaiters } from './waiters/result-waiters.ts';

/** Milliseconds within which the end of a wait is awaited here instead of by whoever looks for due dates. */
const shortWait = 60_000;

type OmitFirst<T extends readonly unknown[]> = T extends [unknown, ...infer Rest] ? Rest : never;

/** Ends waits of executions. */
export interface Resumption {
  resume: Dispatcher['resume'];
  /** An execution of this process waits until then (epoch milliseconds): a short wait is ended from here. */
  expect(execution: QueueEntry & { waitCount: number }, till: number): void;
  close(): void;
}

export const createResumption = (options: {
  processId: string;
  mostQueued: number;
  store: Pick<ExecutionStore, 'find'>;
  commit: GroupCommit;
  waiters: ResultWaiters;
  queue: ExecutionQueue;
  executes: boolean;
  slots: Pick<Slots, 'tryTake'>;
  /** Begins what this process holds. */
  intake: Pick<Intake, 'beginHeld'>;
  clock: Clock;
  log: Log;
  untilDone<T>(work: Promise<T>): Promise<T>;
  isClosing(): boolean;
}): Resumption => {
  const { processId, executes, store, commit, waiters, queue, slots, clock, log, isClosing } = options;
  const timers = new Map<number, NodeJS.Timeout>();

  const resume: Dispatcher['resume'] = async (executionId, ...how) => {
    const stored = await store.find(executionId);
    return stored?.status === 'waiting' ? resumeWaiting(stored, ...how) : false;
  };

  /** It goes on at once where a slot is free, and else waits for one. */
  const resumeWaiting = async (
    waiting: QueueEntry,
    ...[resumption, { lastNodeAnswer, waitCount } = {}]: OmitFirst<Parameters<Dispatcher['resume']>>
  ): Promise<EnqueuedExecution | false> => {
    if (isClosing()) throw serverStops();
    const { executionId, mode, workflowId } = waiting;
    const kind = slotKindOf(mode);
    // What was let in long ago is not refused when its time comes.
    const isAwaited = resumption.kind === 'webhook' || resumption.kind === 'form';
    const slot = executes && queue.waiting(kind) === 0 ? slots.tryTake(kind, workflowId) : null;
    if (!slot && isAwaited && queue.waiting(kind) >= options.mostQueued) throw queueIsFull();
    const waiter = isAwaited ? waiters.add(executionId) : noResult(executionId);
    const origin = isAwaited ? processId : undefined;
    const write = { executionId, resumption, waitCount, lastNodeAnswer, origin, processId: slot ? processId : null };
    const isResumed = await options.untilDone(commit.write({ kind: 'resume', ...write })).catch((error: unknown) => {
      slot?.release();
      waiters.remove(executionId, waiter);
      throw error;
    });
    if (!isResumed) {
      slot?.release();
      waiters.remove(executionId, waiter);
      return false;
    }
    clearTimeout(timers.get(executionId));
    timers.delete(executionId);
    if (slot) options.intake.beginHeld(executionId, slot);
    else queue.add([{ executionId, mode, workflowId }]);
    return waiter;
  };

  return {
    resume,

    expect(waiting, till) {
      const { executionId, waitCount } = waiting;
      const wait = till - clock.now();
      if (wait > shortWait || isClosing()) return;
      const end = () => {
        timers.delete(executionId);
        resumeWaiting(waiting, { kind: 'time' }, { waitCount }).catch((error: unknown) =>
          log.debug({ err: error, executionId }, 'A wait will be ended a little later'),
        );
      };
      timers.set(executionId, setTimeout(end, Math.max(0, wait)));
    },

    close() {
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
};
