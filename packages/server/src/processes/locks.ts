import { setTimeout as pause } from 'node:timers/promises';
import { within } from '../platform/within.ts';
import type { KeptConnection } from './kept-connection.ts';

/** What one process at a time may do with a thing, in the whole instance. */
export interface Locks {
  /** Runs `work` while nobody else holds the lock of this number. A process that is gone holds none. */
  hold<T>(number: number, work: () => Promise<T>): Promise<T>;
}

/** Within this process: one after another. */
export const createLocalLocks = (): Locks => {
  const last = new Map<number, Promise<unknown>>();
  return {
    async hold(number, work) {
      const done = (last.get(number) ?? Promise.resolve()).then(work, work);
      const settled = done.catch(() => {});
      last.set(number, settled);
      try {
        return await done;
      } finally {
        if (last.get(number) === settled) last.delete(number);
      }
    },
  };
};

/** Any number that no other program takes as the first half of an advisory lock on the same database. */
const lockClass = 5_680_003;
/** Milliseconds between two attempts to get a lock that another process holds, and for the database to take one back. */
const attemptInterval = 50;
const farewell = 500;

/** Session locks on a connection that lives as long as the process. */
export const createPostgresLocks = (connection: () => KeptConnection): Locks => {
  const local = createLocalLocks();

  const take = async (number: number): Promise<() => Promise<void>> => {
    for (;;) {
      const client = connection().client();
      const text = `select pg_try_advisory_lock(${lockClass}, $1::int) as taken`;
      const taken = client && (await client.query<{ taken: boolean }>(text, [number])).rows[0]?.taken;
      // With its connection the lock is gone as well.
      if (taken)
        return async () => {
          const unlock = client.query(`select pg_advisory_unlock(${lockClass}, $1::int)`, [number]);
          await within(farewell, unlock).catch(() => {});
        };
      await pause(attemptInterval);
    }
  };

  return {
    hold: (number, work) =>
      local.hold(number, async () => {
        const release = await take(number);
        return work().finally(release);
      }),
  };
};
