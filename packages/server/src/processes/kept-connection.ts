import pg from 'pg';
import { noticeGoneClients } from '../db/postgres.ts';
import type { Log } from '../platform/log.ts';
import { within } from '../platform/within.ts';

/**
 * A connection to PostgreSQL of its own, outside of the pool, made anew whenever it is lost: for what lives as long as its connection
 * (subscriptions, session locks) and for what must not wait behind other work (heartbeats).
 */
export interface KeptConnection {
  /** Undefined while there is none. Another object after each loss. */
  client(): KeptClient | undefined;
  close(): Promise<void>;
}

/** Statements are sent one after another. */
export interface KeptClient {
  query<R extends pg.QueryResultRow>(text: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult<R>>;
}

export interface KeptConnectionOptions {
  url: string;
  /** Shown by PostgreSQL as the name of the connection. */
  name: string;
  /** Prepares each new connection; one for which this fails is not used. */
  onOpen?(client: KeptClient): Promise<void>;
  onNotification?(client: KeptClient, notification: pg.Notification): void;
  /** The connection in use was lost; a new one is on its way. */
  onLost(): void;
  log: Log;
}

/** Milliseconds. A connection that does not answer for so long counts as lost, whatever the operating system believes. */
const ping = { interval: 2000, patience: 4000 } as const;
/** Milliseconds for a new connection until it is prepared. */
const openingTime = 5000;
/** Milliseconds for the server to answer to an orderly end. */
const farewell = 500;
const retry = { first: 100, longest: 1000 } as const;

/** A machine that vanishes without a word gives its locks and subscriptions back within about ten seconds. What these connections write may be lost with the server. */
const session = `${noticeGoneClients}; set synchronous_commit = off`;

const oneAfterAnother = (client: pg.Client): KeptClient => {
  let last: Promise<unknown> = Promise.resolve();
  return {
    query<R extends pg.QueryResultRow>(text: string | pg.QueryConfig, values?: unknown[]) {
      const result = last.then(() => client.query<R>(text, values));
      last = result.catch(() => {});
      return result;
    },
  };
};

const answersIn = async (milliseconds: number, client: KeptClient): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const timer = setTimeout(() => reject(new Error('The connection does not answer')), milliseconds);
  client.query('select 1').then(resolve, reject);
  await promise.finally(() => clearTimeout(timer));
};

/** @throws the driver's error when the first connection cannot be made */
export const keepConnection = async (options: KeptConnectionOptions): Promise<KeptConnection> => {
  const { url, name, onOpen, onNotification, onLost, log } = options;
  let current: { raw: pg.Client; client: KeptClient } | undefined;
  let closing = false;
  let timer: NodeJS.Timeout | undefined;

  const open = async (): Promise<void> => {
    const raw = new pg.Client({
      connectionString: url,
      application_name: name,
      keepAlive: true,
      connectionTimeoutMillis: openingTime,
    });
    const client = oneAfterAnother(raw);
    // 'end' follows.
    raw.on('error', () => {});
    raw.once('end', () => lose(client));
    raw.on('notification', (notification) => onNotification?.(client, notification));
    const givingUp = setTimeout(() => raw.connection.stream.destroy(), openingTime);
    try {
      await raw.connect();
      await client.query(session);
      await onOpen?.(client);
    } catch (error) {
      void raw.end().catch(() => {});
      throw error;
    } finally {
      clearTimeout(givingUp);
    }
    if (closing) return void raw.end().catch(() => {});
    current = { raw, client };
    watch(client);
  };

  const watch = (client: KeptClient): void => {
    timer = setTimeout(() => {
      answersIn(ping.patience, client).then(
        () => client === current?.client && watch(client),
        () => lose(client),
      );
    }, ping.interval);
  };

  const lose = (client: KeptClient): void => {
    if (client !== current?.client) return;
    const { raw } = current;
    current = undefined;
    clearTimeout(timer);
    raw.removeAllListeners('notification');
    // It may not answer any more; what waits for an answer on it fails now.
    raw.connection.stream.destroy();
    if (closing) return;
    log.warn({ connection: name }, 'A connection to the database was lost');
    onLost();
    openAgain(retry.first);
  };

  const openAgain = (pause: number): void => {
    timer = setTimeout(() => {
      open().catch((error: unknown) => {
        if (closing) return;
        log.debug({ err: error, connection: name }, 'The database cannot be reached yet');
        openAgain(Math.min(pause * 2, retry.longest));
      });
    }, pause);
  };

  await open();
  return {
    client: () => current?.client,
    async close() {
      closing = true;
      clearTimeout(timer);
      const raw = current?.raw;
      current = undefined;
      if (!raw) return;
      await within(farewell, raw.end()).catch(() => {});
      raw.connection.stream.destroy();
    },
  };
};
