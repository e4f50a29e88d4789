import type { ExecutionReader } from './store/execution-reader.ts';
import type { Dispatcher, StartedExecution } from './types.ts';
import type { ResultWaiters } from './waiters/result-waiters.ts';

const live = ['queued', 'running', 'waiting'];

/** Finds what was started with an idempotency key, so that whoever would start it once more can wait for its end instead. */
export const createFindStarted = (options: {
  processId: string;
  store: Pick<ExecutionReader, 'findByIdempotencyKey' | 'find' | 'setOrigin' | 'endedWithKey'>;
  waiters: Pick<ResultWaiters, 'add' | 'remove'>;
}): Dispatcher['findStarted'] => {
  const { processId, store, waiters } = options;

  /** News of an end go to one process: the one that asks last. */
  const awaitEnd = async (executionId: number): Promise<StartedExecution> => {
    const waiter = waiters.add(executionId);
    await store.setOrigin(executionId, processId);
    // It may have ended before we listened.
    const stored = await store.find(executionId);
    if (stored && live.includes(stored.status)) return { executionId, ended: waiter.ended };
    waiters.remove(executionId, waiter);
    return { executionId, ended: Promise.resolve({ status: stored?.status ?? 'success' }) };
  };

  return async (key) => {
    const stored = await store.findByIdempotencyKey(key);
    if (stored && live.includes(stored.status)) return awaitEnd(stored.executionId);
    if (stored) return { executionId: stored.executionId, ended: Promise.resolve({ status: stored.status }) };
    const ended = await store.endedWithKey(key);
    return ended && { executionId: ended.executionId, ended: Promise.resolve({ status: ended.status }) };
  };
};
