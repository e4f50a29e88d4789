/** What a process does: all, serve, or execute. */
export type ProcessRole = 'start' | 'web' | 'worker';

/**
 * Which processes of the instance live. A process says so every two seconds; one that has not for six is dead, and what it owned is
 * queued again. Times are those of the database's clock, so that the clocks of the machines need not agree.
 */
export interface Registry {
  readonly processId: string;
  /** Resolves when the process is known to the others: with true where it serves, and no other one did. The instance has started with it then. */
  start(): Promise<boolean>;
  /** Of any process of the instance. */
  isAlive(processId: string): Promise<boolean>;
  /** Who owns executions, or is registered, and does not live: these processes, or all but one. Undefined: nobody. */
  lostOwners(): Promise<{ of: string[] } | { except: string } | undefined>;
  /** Forgets dead processes, after what they owned has been queued again. */
  forget(processIds: readonly string[]): Promise<void>;
  /** This process could not say that it lives for so long that others take it for dead: whatever it runs must stop. */
  onLost(handler: () => void): void;
  /** Says that this process has ended, and owns nothing any more. */
  close(): Promise<void>;
}

/** Milliseconds between two heartbeats, and after which a process without one is dead. */
export const lease = { heartbeat: 2000, lifetime: 6000 } as const;

/** The registry of an instance that is one process. */
export const createLocalRegistry = (processId: string): Registry => ({
  processId,
  start: async () => true,
  isAlive: async (id) => id === processId,
  lostOwners: async () => ({ except: processId }),
  forget: async () => {},
  onLost: () => {},
  close: async () => {},
});
