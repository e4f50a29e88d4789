import type { Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';

export interface QueuedRun {
  executionId: number;
  lane: 'production' | 'manual';
}

/**
 * The queue of runs that processes share (PostgreSQL only). An entry says only that an execution may be waiting to be run: whoever gets
 * it claims the row of the execution, which decides. So entries may be there twice, or for executions that have ended.
 */
export interface RunQueue {
  /** Takes effect when the transaction commits. */
  add(trx: Transaction<Database>, runs: readonly QueuedRun[]): Promise<void>;
  /**
   * Takes entries, no more at a time than there are places, until it is closed. An entry is held until `run` ends, however it ends.
   * @returns `close` takes no more, gives back what has not begun, and resolves when all that has begun has ended
   */
  work(options: {
    production: number;
    manual: number;
    run(executionId: number): Promise<void>;
    /** Resolves when the lane has a free place: no entry is taken before. Default: a place is free when an entry ends. */
    whenFree?: (lane: QueuedRun['lane']) => Promise<void>;
  }): Promise<{ close(): Promise<void> }>;
  /** Entries held by these processes are free again. */
  releaseDead(processIds: readonly string[]): Promise<void>;
  /** Adds executions that wait to be run and have no entry: something went wrong between the two. @returns how many */
  sweep(): Promise<number>;
  /** Entries of all processes that wait to be taken, for back-pressure: counted every second, and what this process has added since. */
  waiting(): number;
  close(): Promise<void>;
}
