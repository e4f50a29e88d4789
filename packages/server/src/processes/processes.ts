import { randomUUID } from 'node:crypto';
import type { Log } from '../platform/log.ts';
import { type Bus, createLocalBus } from './bus.ts';
import { createLocalLeadership, type Leadership } from './leadership.ts';
import { createLocalRegistry, type Registry } from './registry.ts';
import type { RunQueue } from './run-queue.ts';

export type ProcessRole = 'start' | 'web' | 'worker';

/** What makes one instance of several processes. */
export interface Processes {
  /** Of this process; never used again by another. */
  readonly processId: string;
  bus: Bus;
  registry: Registry;
  leadership: Leadership;
  /** Null where the instance is one process. */
  queue: RunQueue | null;
  close(): Promise<void>;
}

/** An instance that is one process, on SQLite. */
export const createOneProcess = (log: Log): Processes => {
  const processId = randomUUID();
  const bus = createLocalBus(processId, (error) => log.error({ err: error }, 'A message could not be handled'));
  return {
    processId,
    bus,
    registry: createLocalRegistry(processId),
    leadership: createLocalLeadership(),
    queue: null,
    close: () => bus.close(),
  };
};
