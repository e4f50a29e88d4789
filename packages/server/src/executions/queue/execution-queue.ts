import type { ExecutionMode } from '@millrace/contract';
import type { StoredExecution } from '../store/execution-reader.ts';
import type { Shares, SlotKind } from './slots.ts';

/** An execution whose row says that it is queued. */
export interface QueueEntry {
  executionId: number;
  mode: ExecutionMode;
  workflowId: number | null;
}

/**
 * The executions that wait for a slot: rows whose status is `queued`, in memory as well where the instance is one process. Each workflow gets
 * its turn, and of one workflow the oldest execution.
 */
export interface ExecutionQueue {
  /** These are stored as queued. */
  add(entries: readonly QueueEntry[]): void;
  /** It is not queued any more. */
  remove(executionId: number): void;
  /**
   * queued → running in this process.
   *
   * @returns at most so many, as the claim has left them; fewer where no more may be begun now
   * @throws the database's error
   */
  claim(kind: SlotKind, most: number, shares: Shares): Promise<StoredExecution[]>;
  /** Looks for what is stored as queued and was not added here. */
  refill(): Promise<void>;
  /** Tells from now on when there may be something to claim. */
  listen(handler: (kind: SlotKind) => void): Promise<void>;
  /** Milliseconds after which one looks anyhow, since something may have been added without being heard of. */
  readonly lookEvery: number | undefined;
  /** Executions that wait for a slot in any process, sub-workflows left out: what the limit of the queue counts. */
  waiting(kind: SlotKind): number;
  close(): Promise<void>;
}

/** What no limit of the queue refuses: whoever has called it was let in already. */
export const isCounted = (mode: ExecutionMode): boolean => mode !== 'integrated';
