import type { NewExecution } from './execution-store.ts';

/** Started by a tick of a schedule, whose identity is remembered although the execution is not kept. */
export const isScheduled = ({ tick }: Pick<NewExecution, 'tick'>): boolean =>
  tick !== null && !tick.startsWith('call:');

/** Milliseconds for which it is remembered: much longer than two processes can both be the leader. */
export const tickMemory = 3_600_000;
