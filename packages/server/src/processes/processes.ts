import { randomUUID } from 'node:crypto';
import type { OpenDatabase } from '../db/database.ts';
import type { ExecutionQueue } from '../executions/queue/execution-queue.ts';
import { createMemoryQueue, type QueuedRows } from '../executions/queue/memory-queue.ts';
import type { Log } from '../platform/log.ts';
import { type Bus, createLocalBus } from './bus.ts';
import { createLocalLeadership, type Leadership } from './leadership.ts';
import { createLocalLocks, createPostgresLocks, type Locks } from './locks.ts';
import { createLocalRegistry, type ProcessRole, type Registry } from './registry.ts';

/** What makes one instance of several processes. */
export interface Processes {
  /** Of this process; never used again by another. */
  readonly processId: string;
  bus: Bus;
  registry: Registry;
  leadership: Leadership;
  locks: Locks;
  /** The instance has started with this process: it serves, and no other one did. */
  readonly isFirst: boolean;
  /** Other processes may belong to the instance. */
  readonly isShared: boolean;
  /** The queue of executions. Whoever opens it closes it. */
  openQueue(rows: QueuedRows): Promise<ExecutionQueue>;
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
    locks: createLocalLocks(),
    isFirst: true,
    isShared: false,
    openQueue: async (rows) => createMemoryQueue(rows),
    close: () => bus.close(),
  };
};

/** One process of an instance on PostgreSQL. @throws the driver's error when the database cannot be reached */
export const createPostgresProcess = async (options: {
  url: string;
  db: OpenDatabase['db'];
  role: ProcessRole;
  log: Log;
}): Promise<Processes> => {
  const { url, db, role, log } = options;
  // Loaded only where they are used.
  const [{ createPostgresBus }, { createPostgresQueue }, { keepConnection }, registries, leaderships] =
    await Promise.all([
      import('./postgres-bus.ts'),
      import('../executions/queue/postgres-queue.ts'),
      import('./kept-connection.ts'),
      import('./postgres-registry.ts'),
      import('./postgres-leadership.ts'),
    ]);
  const processId = randomUUID();
  const closers: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const step of closers.splice(0).reverse()) await step();
  };
  try {
    const connection = await keepConnection({
      url,
      name: `millrace/${processId}`,
      log,
      onLost: () => leadership.connectionLost(),
    });
    closers.push(() => connection.close());
    const leadership = leaderships.createPostgresLeadership({ connection: () => connection, processId, log });
    const registry = registries.createPostgresRegistry({ db, connection: () => connection, processId, role, log });
    const isFirst = await registry.start();
    closers.push(() => registry.close());
    leadership.start();
    closers.push(() => leadership.close());
    const bus = await createPostgresBus({ url, processId, log });
    closers.push(() => bus.close());
    const openQueue = () => createPostgresQueue({ url, processId, log });
    const locks = createPostgresLocks(() => connection);
    return { processId, bus, registry, leadership, locks, isFirst, isShared: true, openQueue, close };
  } catch (error) {
    await close();
    throw error;
  }
};
