import { EventEmitter } from 'node:events';
import { Logger, runMigrations, runTaskList, type WorkerPool } from 'graphile-worker';
import { sql } from 'kysely';
import pg from 'pg';
import type { Log } from '../platform/log.ts';
import type { QueuedRun, RunQueue } from './run-queue.ts';

/**
 * The queue over graphile-worker: one task for each lane, one job for each execution, under a key, so that an execution waits once however often
 * it is added. Jobs of processes that died are freed by us as soon as these are known to be dead; the library would do so after hours.
 */
type Lane = QueuedRun['lane'];
const lanes: Record<Lane, string> = { production: 'run', manual: 'run_manual' };

/** Jobs that have been given back, or whose holder died, are not worth less than others. */
const maxAttempts = 1000;
/** Milliseconds: jobs that were freed without a notification are found after this. */
const pollInterval = 1000;
/** Milliseconds that ends are collected for, so that many are written at once. */
const completionDelay = 5;
/** Milliseconds between two counts of what waits, and after which a pool that failed is replaced. */
const countInterval = 1000;
const restartPause = 1000;
/** What is counted: more than any limit that is set is enough. */
const mostCounted = 100_000;

/** What a process's pool calls itself in the locks that it holds. */
const holder = (processId: string, lane: Lane): string => `${processId}/${lane}`;

const loggerTo = (log: Log): Logger =>
  new Logger(() => (_level, message, meta) => log.debug({ ...meta, from: 'graphile-worker' }, message));

export const createPostgresRunQueue = async (options: {
  url: string;
  processId: string;
  log: Log;
}): Promise<RunQueue> => {
  const { url, processId, log } = options;
  const logger = loggerTo(log);
  // A lock or an end that is lost with the server does no harm: the row of the execution decides.
  const connections = new pg.Pool({
    connectionString: url,
    application_name: `millrace-queue/${processId}`,
    max: 6,
    options: '-c synchronous_commit=off',
    keepAlive: true,
  });
  // Without these listeners the loss of a connection, idle or in use, would end the process.
  connections.on('connect', (client) => client.on('error', () => {}));
  connections.on('error', ({ message }) => log.debug({ reason: message }, 'A connection of the queue was lost'));
  try {
    await migrateQueue(connections, logger);
  } catch (error) {
    await connections.end();
    throw error;
  }

  let counted = 0;
  let counting: NodeJS.Timeout | undefined;
  const working = new Set<{ close(): Promise<void> }>();

  const count = async (): Promise<void> => {
    const { rows } = await connections.query<{ count: number }>(
      `select count(*)::integer as count from (
         select from graphile_worker._private_jobs where is_available = true and run_at <= now() limit ${mostCounted}) as waiting`,
    );
    counted = rows[0]?.count ?? 0;
  };
  const keepCounting = (): void => {
    counting = setTimeout(() => {
      count()
        .catch((error: unknown) => log.debug({ err: error }, 'The queue could not be counted'))
        .finally(() => counting && keepCounting());
    }, countInterval);
    counting.unref();
  };
  await count();
  keepCounting();

  const workOn = (lane: Lane, { places, run, whenFree }: LaneWork): { close(): Promise<void> } => {
    let pool: WorkerPool;
    let restart: NodeJS.Timeout | undefined;
    const closed = Promise.withResolvers<void>();
    let isClosing = false;

    const runJob = async (payload: unknown): Promise<void> => {
      const { executionId } = payload as { executionId: number };
      await run(executionId).catch((error: unknown) =>
        log.error({ err: error, executionId }, 'A run from the queue could not be handled'),
      );
    };
    /** The library asks this before it looks for a job, and waits for the answer: nothing is taken that no place is free for. */
    const gate = async (): Promise<null> => {
      if (!isClosing) await Promise.race([whenFree(lane), closed.promise]);
      return null;
    };
    const begin = (): void => {
      if (isClosing) return;
      const events = new EventEmitter();
      const current = runTaskList(
        {
          logger,
          events,
          concurrency: places,
          noHandleSignals: true,
          forbiddenFlags: gate,
          preset: { worker: { pollInterval, completeJobBatchDelay: completionDelay } },
        },
        { [lanes[lane]]: runJob },
        connections,
      );
      pool = current;
      // Before the first job is looked for, which is never in the turn in which the pool is made.
      pool.id = holder(processId, lane);
      // A pool that cannot reach the database gives itself up. Runs that it has begun go on; their jobs find them taken.
      events.once('pool:gracefulShutdown', () => {
        if (isClosing) return;
        log.warn({ lane }, 'The queue has to be connected anew');
        beginAgain();
      });
      pool.promise.catch((error: unknown) => log.debug({ err: error }, 'A pool of the queue has ended'));
    };
    const beginAgain = (): void => {
      restart = setTimeout(() => {
        connections
          .query('select graphile_worker.force_unlock_workers($1::text[])', [[holder(processId, lane)]])
          .then(begin, beginAgain);
      }, restartPause);
    };
    begin();
    return {
      async close() {
        if (isClosing) return;
        isClosing = true;
        closed.resolve();
        clearTimeout(restart);
        await Promise.resolve(pool.gracefulShutdown()).catch((error: unknown) =>
          log.debug({ err: error }, 'The queue did not close cleanly'),
        );
      },
    };
  };

  return {
    async add(trx, runs) {
      if (runs.length === 0) return;
      const jobs = runs.map(({ executionId, lane }) => ({
        identifier: lanes[lane],
        payload: { executionId },
        key: `run:${executionId}`,
      }));
      // Those of one transaction have the same time by themselves; a microsecond each keeps their order.
      await sql`select from graphile_worker.add_jobs(array(
        select row(identifier, payload, null, now() + nth * interval '1 microsecond', ${maxAttempts}, key, null, null)::graphile_worker.job_spec
        from rows from (json_to_recordset(${JSON.stringify(jobs)}::json) as (identifier text, payload json, key text))
          with ordinality as jobs (identifier, payload, key, nth)))`.execute(trx);
      counted += runs.length;
    },

    async work({ production, manual, run, whenFree = async () => {} }) {
      const work = [
        workOn('production', { places: production, run, whenFree }),
        workOn('manual', { places: manual, run, whenFree }),
      ];
      const handle = {
        async close() {
          working.delete(handle);
          await Promise.all(work.map((lane) => lane.close()));
        },
      };
      working.add(handle);
      return handle;
    },

    async releaseDead(processIds) {
      const holders = processIds.flatMap((id) => [holder(id, 'production'), holder(id, 'manual')]);
      if (holders.length === 0) return;
      await connections.query('select graphile_worker.force_unlock_workers($1::text[])', [holders]);
      // What was added again while they held it is given to no one any more.
      await connections.query(
        'delete from graphile_worker._private_jobs where locked_at is null and attempts >= max_attempts',
      );
    },

    async sweep() {
      const { rowCount } = await connections.query(
        `select graphile_worker.add_jobs(array_agg(
           row(case mode when 'manual' then $1 else $2 end, json_build_object('executionId', id), null, now(), $3::integer, 'run:' || id, null, null)::graphile_worker.job_spec))
         from executions
         where status = 'queued' and stopped_at is null
           and not exists (select 1 from graphile_worker._private_jobs where key = 'run:' || executions.id)
         having count(*) > 0`,
        [lanes.manual, lanes.production, maxAttempts],
      );
      return rowCount ?? 0;
    },

    waiting: () => counted,

    async close() {
      clearTimeout(counting);
      counting = undefined;
      await Promise.all([...working].map((handle) => handle.close()));
      await connections.end();
    },
  };
};

interface LaneWork {
  places: number;
  run(executionId: number): Promise<void>;
  whenFree(lane: Lane): Promise<void>;
}

const migrationLock = 5_680_003;

/** The library's own tables. Processes that start together do it one after another. */
const migrateQueue = async (connections: pg.Pool, logger: Logger): Promise<void> => {
  const client = await connections.connect();
  try {
    await client.query(`select pg_advisory_lock(${migrationLock})`);
    await runMigrations({ pgPool: connections, logger });
    await client.query(`select pg_advisory_unlock(${migrationLock})`);
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
};
