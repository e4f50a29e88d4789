import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Log } from '../platform/log.ts';
import { within } from '../platform/within.ts';
import type { KeptConnection } from './kept-connection.ts';
import { isLiving, databaseNow as now } from './living.ts';
import { lease, type ProcessRole, type Registry } from './registry.ts';

/** Milliseconds for the database to hear that this process ends; else it finds out. */
const farewell = 500;

const beat = `
  insert into processes (id, role, started_at, seen_at) values ($1, $2, ${now}, ${now})
  on conflict (id) do update set seen_at = ${now}`;

/** Any number that no other program takes as an advisory lock on the same database. */
const beginning = 5_680_006;

/** A process that was killed looks alive until its lease is over, but its connection ends with it. */
const servedByOthers = `
  select exists (
    select 1 from processes join pg_stat_activity activity on activity.application_name = 'millrace/' || id
    where id <> $1 and role <> 'worker' and ${isLiving}
  ) as others`;

/** @param connection kept for what must not wait: a busy pool would make a healthy process look dead */
export const createPostgresRegistry = (options: {
  db: Kysely<Database>;
  connection: () => KeptConnection;
  processId: string;
  role: ProcessRole;
  log: Log;
}): Registry => {
  const { db, connection, processId, role, log } = options;
  const onLost = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;
  let expiry: NodeJS.Timeout | undefined;
  let isClosed = false;

  const expire = (): void => {
    if (isClosed) return;
    log.error({}, 'The database was out of reach for so long that others may take over what this process runs');
    for (const handler of onLost) handler();
  };

  /** The lease counts from the moment at which it was asked for: never longer than the others grant it. */
  const renew = async (): Promise<void> => {
    const client = connection().client();
    if (!client) throw new Error('There is no connection to the database');
    const asked = performance.now();
    await client.query({ name: 'beat', text: beat, values: [processId, role] });
    if (isClosed) return;
    clearTimeout(expiry);
    expiry = setTimeout(expire, Math.max(0, lease.lifetime - (performance.now() - asked)));
    expiry.unref();
  };

  /** One after another, so that of two that begin at once one is the first. */
  const comeFirst = async (): Promise<boolean> => {
    const client = connection().client();
    if (!client) throw new Error('There is no connection to the database');
    await client.query(`select pg_advisory_lock(${beginning})`);
    try {
      await renew();
      const { rows } = await client.query<{ others: boolean }>(servedByOthers, [processId]);
      return role !== 'worker' && rows[0]?.others === false;
    } finally {
      await client.query(`select pg_advisory_unlock(${beginning})`);
    }
  };

  const keepRenewing = (): void => {
    timer = setTimeout(() => {
      renew()
        .catch((error: unknown) => log.debug({ err: error }, 'This process could not say that it lives'))
        .finally(() => {
          if (!isClosed) keepRenewing();
        });
    }, lease.heartbeat);
    timer.unref();
  };

  return {
    processId,

    async start() {
      const isFirst = await comeFirst();
      keepRenewing();
      return isFirst;
    },

    async isAlive(id) {
      const { rows } = await sql`
        select 1 from processes where id = ${id} and ${sql.raw(isLiving)}
      `.execute(db);
      return rows.length > 0;
    },

    async lostOwners() {
      const { rows } = await sql<{ id: string }>`
        with living as (select id from processes where ${sql.raw(isLiving)})
        select id from processes where id not in (select id from living)
        union
        select process_id from executions
          where stopped_at is null and status = 'running' and process_id is not null and process_id not in (select id from living)
      `.execute(db);
      const dead = rows.map(({ id }) => id).filter((id) => id !== processId);
      return dead.length === 0 ? undefined : { of: dead };
    },

    async forget(processIds) {
      if (processIds.length === 0) return;
      // One that has come back since stays.
      await sql`delete from processes
        where id = any(${processIds}::text[]) and not (${sql.raw(isLiving)})`.execute(db);
    },

    onLost: (handler) => void onLost.add(handler),

    async close() {
      isClosed = true;
      clearTimeout(timer);
      clearTimeout(expiry);
      const client = connection().client();
      if (!client) return;
      const forgetting = client.query('delete from processes where id = $1', [processId]);
      await within(farewell, forgetting).catch((error: unknown) =>
        log.debug({ err: error }, 'This process could not say that it has ended'),
      );
    },
  };
};
