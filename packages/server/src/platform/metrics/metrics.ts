import type { ExecutionMode, ExecutionStatus } from '@millrace/contract';

/** Levels that are read when someone looks, instead of being counted. */
export const levels = {
  executionsQueued: 'Executions that wait for a worker',
  executionsRunning: 'Executions that run now',
  executionsWaiting: 'Executions that wait for a time or an answer',
  workers: 'Worker processes of this server',
} as const;

export type Level = keyof typeof levels;

/** Methods of nodes and credential types, and `listen` with the time that it lasted. */
export type NodeCallKind =
  | 'options'
  | 'loadOptions'
  | 'search'
  | 'mapping'
  | 'action'
  | 'webhook'
  | 'schedule'
  | 'lifecycle'
  | 'exists'
  | 'register'
  | 'unregister'
  | 'receive'
  | 'poll'
  | 'credentialTest'
  | 'signIn'
  | 'listen';

/**
 * What services tell of themselves as it happens. Labels come from lists that are known beforehand, never from what users have
 * typed, so the number of series is bounded.
 */
export interface Metrics {
  executionStarted(mode: ExecutionMode): void;
  /** @param seconds from the start to the end, with all waiting */
  executionEnded(mode: ExecutionMode, status: ExecutionStatus, seconds: number): void;
  /** @param status of HTTP */
  webhookAnswered(kind: 'production' | 'test', status: number): void;
  /** A group of writes is durable. @param writes how many @param seconds that the transaction took */
  committed(writes: number, seconds: number): void;
  /** A worker was replaced after it had died or had been ended. */
  workerRestarted(): void;
  executionsPruned(executions: number): void;
  /** Node code was called outside of an execution. */
  nodeCalled(method: NodeCallKind, outcome: 'success' | 'error', seconds: number): void;
  /** @param read called at each look; a level that cannot be read is left out of it */
  level(name: Level, read: () => number | Promise<number>): void;
}

const nothing = (): void => {};

export const noMetrics: Metrics = {
  executionStarted: nothing,
  executionEnded: nothing,
  webhookAnswered: nothing,
  committed: nothing,
  workerRestarted: nothing,
  executionsPruned: nothing,
  nodeCalled: nothing,
  level: nothing,
};
