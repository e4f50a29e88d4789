import type { Log } from '../platform/log.ts';
import { within } from '../platform/within.ts';
import type { KeptClient, KeptConnection } from './kept-connection.ts';
import type { Leadership } from './leadership.ts';
import { isLiving } from './living.ts';

/** Any number that no other program takes as an advisory lock on the same database. */
const lock = 5_680_002;

/** Milliseconds between two attempts to become the leader. */
const attemptInterval = 1000;
/** Milliseconds for the database to take the lead back; it does so by itself when the connection ends. */
const farewell = 500;

/**
 * The lock lives as long as the leader's connection. A process that hangs, or a machine that vanished, would keep it: so the connection of a
 * holder whose heartbeat has stopped is ended.
 */
const endDeadLeader = `
  select pg_terminate_backend(held.pid)
  from pg_locks held join pg_stat_activity activity on activity.pid = held.pid
  where held.locktype = 'advisory' and held.granted and held.classid = 0 and held.objid = ${lock} and held.objsubid = 1
    and held.database = (select oid from pg_database where datname = current_database())
    and not exists (
      select 1 from processes where activity.application_name = 'millrace/' || id and ${isLiving})`;

/** No row for a process that is itself taken for dead. */
const takeLead = `select pg_try_advisory_lock(${lock}) as taken from processes where id = $1 and ${isLiving}`;

export interface PostgresLeadership extends Leadership {
  /** The connection that held the lock is gone, and the lock with it. */
  connectionLost(): void;
  /** Tries at once, and goes on trying. */
  start(): void;
}

/** A session lock on a kept connection whose name is `millrace/` and the id of the process. */
export const createPostgresLeadership = (options: {
  connection: () => KeptConnection;
  processId: string;
  log: Log;
}): PostgresLeadership => {
  const { connection, processId, log } = options;
  const handlers = new Set<(isLeader: boolean) => void>();
  let holder: KeptClient | undefined;
  let timer: NodeJS.Timeout | undefined;
  let attempt: Promise<void> | undefined;
  let isClosed = false;

  const change = (client: KeptClient | undefined): void => {
    if (holder === client) return;
    const before = holder !== undefined;
    holder = client;
    if (before === (client !== undefined)) return;
    log.info({}, before ? 'This process is not the leader any more' : 'This process is the leader now');
    for (const handler of handlers) handler(!before);
  };

  const tryToLead = async (): Promise<void> => {
    const client = connection().client();
    if (!client || holder) return;
    const { rows } = await client.query<{ taken: boolean }>(takeLead, [processId]);
    if (rows[0]?.taken === false) {
      const { rowCount } = await client.query(endDeadLeader);
      if (rowCount) await tryToLead();
      return;
    }
    // It may have been lost, or given up, while the answer was on its way.
    if (rows[0]?.taken && client === connection().client() && !isClosed) change(client);
  };

  const keepTrying = (): void => {
    attempt = tryToLead()
      .catch((error: unknown) => log.debug({ err: error }, 'The lead could not be asked for'))
      .finally(() => {
        if (isClosed) return;
        timer = setTimeout(keepTrying, attemptInterval);
        timer.unref();
      });
  };

  return {
    isLeader: () => holder !== undefined,
    onChange(handler) {
      handlers.add(handler);
      if (holder) handler(true);
    },
    connectionLost: () => change(undefined),
    start: keepTrying,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      if (attempt) await within(farewell, attempt);
      const client = holder;
      change(undefined);
      if (client) await within(farewell, client.query(`select pg_advisory_unlock(${lock})`)).catch(() => {});
    },
  };
};
