import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { queueIsFull, serverStops } from './admission.ts';
import type { ExecutionQueue } from './queue/execution-queue.ts';
import { slotKindOf } from './queue/slots.ts';
import type { ExecutionStore } from './store/execution-store.ts';
import type { GroupCommit } from './store/group-commit.ts';
import type { Dispatcher } from './types.ts';
import { noResult, type ResultWaiters } from './waiters/result-waiters.ts';

/** Milliseconds within which the end of a wait is awaited here instead of by whoever looks for due dates. */
const shortWait = 60_000;

/** Ends waits of executions. */
export interface Resumption {
  resume: Dispatcher['resume'];
  /** An execution of this process waits until then (epoch milliseconds): a short wait is ended from here. */
  expect(execution: { executionId: number; waitCount: number }, till: number): void;
  close(): void;
}

export const createResumption = (options: {
  processId: string;
  mostQueued: number;
  store: Pick<ExecutionStore, 'find'>;
  commit: GroupCommit;
  waiters: ResultWaiters;
  queue: ExecutionQueue;
  clock: Clock;
  log: Log;
  untilDone<T>(work: Promise<T>): Promise<T>;
  isClosing(): boolean;
}): Resumption => {
  const { processId, store, commit, waiters, queue, clock, log, isClosing } = options;
  const timers = new Map<number, NodeJS.Timeout>();

  const resume: Dispatcher['resume'] = async (executionId, resumption, { lastNodeAnswer, waitCount } = {}) => {
    const stored = await store.find(executionId);
    if (stored?.status !== 'waiting') return false;
    if (isClosing()) throw serverStops();
    const { mode, workflowId } = stored;
    // What was let in long ago is not refused when its time comes.
    const isAwaited = resumption.kind === 'webhook' || resumption.kind === 'form';
    if (isAwaited && queue.waiting(slotKindOf(mode)) >= options.mostQueued) throw queueIsFull();
    const waiter = isAwaited ? waiters.add(executionId) : noResult;
    const origin = isAwaited ? processId : undefined;
    const write = { executionId, resumption, waitCount, lastNodeAnswer, origin, processId: null };
    const isResumed = await options.untilDone(commit.write({ kind: 'resume', ...write })).catch((error: unknown) => {
      waiters.remove(executionId, waiter);
      throw error;
    });
    if (!isResumed) {
      waiters.remove(executionId, waiter);
      return false;
    }
    clearTimeout(timers.get(executionId));
    timers.delete(executionId);
    queue.add([{ executionId, mode, workflowId }]);
    const { response, ended } = waiter;
    return { executionId, response, ended };
  };

  return {
    resume,

    expect({ executionId, waitCount }, till) {
      const wait = till - clock.now();
      if (wait > shortWait || isClosing()) return;
      const end = () => {
        timers.delete(executionId);
        resume(executionId, { kind: 'time' }, { waitCount }).catch((error: unknown) =>
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
