import pg from 'pg';
import type { Log } from '../platform/log.ts';

/**
 * A connection to PostgreSQL of its own, outside of the pool, made anew whenever it is lost: for what lives as long as its connection
 * (subscriptions, session locks) and for what must not wait behind other work (heartbeats).
 */
export interface KeptConnection {
  /** Undefined while there is none. */
  client(): pg.Client | undefined;
  close(): Promise<void>;
}

export interface KeptConnectionOptions {
  url: string;
  /** Shown by PostgreSQL as the name of the connection. */
  name: string;
  /** Prepares each new connection; one for which this fails is not used. */
  onOpen(client: pg.Client): Promise<void>;
  /** The connection in use was lost; a new one is on its way. */
  onLost(): void;
  log: Log;
}

/** Milliseconds. A connection that does not answer for so long counts as lost, whatever the operating system believes. */
const ping = { interval: 2000, patience: 4000 } as const;
const retry = { first: 100, longest: 1000 } as const;

/** A machine that vanishes without a word gives its locks and subscriptions back within about ten seconds. What these connections write may be lost with the server. */
const session = `set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3; set synchronous_commit = off`;

const answersIn = async (milliseconds: number, client: pg.Client): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const timer = setTimeout(() => reject(new Error('The connection does not answer')), milliseconds);
  client.query('select 1').then(resolve, reject);
  await promise.finally(() => clearTimeout(timer));
};

/** @throws the driver's error when the first connection cannot be made */
export const keepConnection = async (options: KeptConnectionOptions): Promise<KeptConnection> => {
  const { url, name, onOpen, onLost, log } = options;
  let current: pg.Client | undefined;
  let closing = false;
  let timer: NodeJS.Timeout | undefined;

  const open = async (): Promise<void> => {
    const client = new pg.Client({
      connectionString: url,
      application_name: name,
      keepAlive: true,
      connectionTimeoutMillis: 5000,
    });
    // 'end' follows.
    client.on('error', () => {});
    client.once('end', () => lose(client));
    try {
      await client.connect();
      await client.query(session);
      await onOpen(client);
    } catch (error) {
      void client.end().catch(() => {});
      throw error;
    }
    if (closing) return void client.end().catch(() => {});
    current = client;
    watch(client);
  };

  const watch = (client: pg.Client): void => {
    timer = setTimeout(() => {
      answersIn(ping.patience, client).then(
        () => client === current && watch(client),
        () => lose(client),
      );
    }, ping.interval);
  };

  const lose = (client: pg.Client): void => {
    if (client !== current) return;
    current = undefined;
    clearTimeout(timer);
    client.removeAllListeners('notification');
    void client.end().catch(() => {});
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
    client: () => current,
    async close() {
      closing = true;
      clearTimeout(timer);
      const client = current;
      current = undefined;
      await client?.end().catch(() => {});
    },
  };
};
