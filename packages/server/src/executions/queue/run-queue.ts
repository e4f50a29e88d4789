import type { KeptClient } from '../../processes/kept-connection.ts';

export type QueueLane = 'production' | 'manual';

export interface RunWork {
  /** Takes free places of the lane, as many as there are: no more executions are claimed than places were given. */
  reserve(lane: QueueLane): number;
  /** Gives back places that were not needed. */
  giveBack(lane: QueueLane, places: number): void;
  /** Resolves when the lane has a free place. */
  whenFree(lane: QueueLane): Promise<void>;
  /**
   * Claims executions, at most so many, and begins them.
   * @param connection it does not wait for the disk
   * @returns how many
   */
  claim(connection: KeptClient, lane: QueueLane, most: number): Promise<number>;
}

/**
 * The queue of runs that processes share (PostgreSQL only): the executions themselves whose status is `queued`, oldest first. A process claims
 * as many as it has places for; that someone should look is rung over NOTIFY, and found out by itself a little later where that was lost.
 */
export interface RunQueue {
  /** Tells the processes that so many executions are queued now; after the commit. */
  ring(lane: QueueLane, count: number): void;
  /** Claims executions until it is closed; `close` resolves when nothing more will begin. */
  work(work: RunWork): Promise<{ close(): Promise<void> }>;
  /** Executions that wait for a place in any process, for back-pressure: counted every second, and what this process has queued since. */
  waiting(): number;
  close(): Promise<void>;
}
