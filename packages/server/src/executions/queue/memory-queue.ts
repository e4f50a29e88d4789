import type { StoredExecution } from '../store/execution-reader.ts';
import { type ExecutionQueue, isCounted, type QueueEntry } from './execution-queue.ts';
import { createFairOrder } from './fair-order.ts';
import { type SlotKind, shareOf, slotKindOf } from './slots.ts';

/** What the queue of a single process asks of the store. */
export interface QueuedRows {
  /** queued → running. Gives those that were queued still. */
  claim(executionIds: readonly number[]): Promise<StoredExecution[]>;
  /** Executions that are queued or running, oldest first. */
  unfinished(): Promise<QueueEntry[]>;
}

/** The queue of an instance that is one process: it knows by itself what is queued. */
export const createMemoryQueue = (rows: QueuedRows): ExecutionQueue => {
  const orders = { production: createFairOrder(), manual: createFairOrder() };
  const entries = new Map<number, QueueEntry>();
  const counted = { production: 0, manual: 0 };
  const handlers: ((kind: SlotKind) => void)[] = [];

  const add = (added: readonly QueueEntry[]): void => {
    for (const entry of added) {
      const { executionId, mode, workflowId } = entry;
      if (entries.has(executionId)) continue;
      entries.set(executionId, entry);
      if (isCounted(mode)) counted[slotKindOf(mode)]++;
      orders[slotKindOf(mode)].add(executionId, workflowId);
    }
    const kinds = new Set(added.map(({ mode }) => slotKindOf(mode)));
    for (const kind of kinds) for (const handler of handlers) handler(kind);
  };

  const forget = (executionId: number): QueueEntry | undefined => {
    const entry = entries.get(executionId);
    if (entry && isCounted(entry.mode)) counted[slotKindOf(entry.mode)]--;
    entries.delete(executionId);
    return entry;
  };

  return {
    add,
    remove(executionId) {
      const entry = forget(executionId);
      if (entry) orders[slotKindOf(entry.mode)].remove(executionId);
    },
    async claim(kind, most, shares) {
      const ids = orders[kind].take(most, (workflowId) => shareOf(shares, workflowId));
      const taken = ids.flatMap((id) => forget(id) ?? []);
      try {
        return ids.length === 0 ? [] : await rows.claim(ids);
      } catch (error) {
        add(taken);
        throw error;
      }
    },
    refill: async () => add(await rows.unfinished()),
    listen: async (handler) => void handlers.push(handler),
    lookEvery: undefined,
    waiting: (kind) => counted[kind],
    close: async () => {},
  };
};
