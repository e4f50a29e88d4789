import pg from 'pg';
import { onTestFinished } from 'vitest';
import { openPostgres } from '../db/postgres.ts';
import { createTestPostgres } from '../db/testing.ts';
import { silentLog } from '../platform/log.ts';
import { createPostgresProcess } from './processes.ts';
import type { ProcessRole } from './registry.ts';

/** Processes of one instance on a fresh PostgreSQL, inside of the test's process. */
export const createTestInstance = async () => {
  const url = await createTestPostgres();
  const database = await openPostgres(url, { maxConnections: 4 });
  onTestFinished(() => database.close());
  return {
    url,
    db: database.db,
    async join(role: ProcessRole = 'start') {
      const process = await createPostgresProcess({ url, db: database.db, role, log: silentLog });
      let isClosed = false;
      const close = async () => {
        if (isClosed) return;
        isClosed = true;
        await process.close();
      };
      onTestFinished(close);
      const openTestQueue = async () => {
        const queue = await process.openQueue({ claim: async () => [], unfinished: async () => [] });
        onTestFinished(() => queue.close());
        return queue;
      };
      return { ...process, close, openTestQueue };
    },
    /** Ends the connections whose name begins with `name`. @returns how many */
    async cut(name: string): Promise<number> {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      const { rowCount } = await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and application_name like $1`,
        [`${name}%`],
      );
      await client.end();
      return rowCount ?? 0;
    },
  };
};

/** The next messages of a topic, in their order. */
export const createCollector = <T>() => {
  const received: T[] = [];
  let changed = Promise.withResolvers<void>();
  return {
    received,
    add(message: T): void {
      received.push(message);
      changed.resolve();
      changed = Promise.withResolvers();
    },
    /** Resolves when `done` holds of what has come. */
    async until(done: (received: T[]) => boolean): Promise<T[]> {
      while (!done(received)) await changed.promise;
      return received;
    },
  };
};
