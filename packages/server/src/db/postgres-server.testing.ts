import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { PostgresAnswer, PostgresCommand } from './postgres-process.testing.ts';

const program = fileURLToPath(new URL('./postgres-process.testing.ts', import.meta.url));

/** A real PostgreSQL on a free port of the loopback, with its data in a temporary folder, under a process of its own. */
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
  const port = await freePort();
  // Detached, so that an interrupt from the terminal reaches this process alone: the other ends when this one is gone.
  const child = fork(program, [String(port), isDurable ? 'on' : 'off'], { detached: true, execArgv: [] });
  const awaited: ((answer: PostgresAnswer) => void)[] = [];
  child.on('message', (answer: PostgresAnswer) => awaited.shift()?.(answer));
  const exited = once(child, 'exit').then(([code, signal]) => {
    for (const settle of awaited.splice(0)) settle({ error: `its process ended (${code ?? signal})` });
  });

  const answered = async (): Promise<void> => {
    const { error } = await new Promise<PostgresAnswer>((resolve) => awaited.push(resolve));
    if (error) throw new Error(`PostgreSQL for the tests: ${error}`);
  };
  const send = (command: PostgresCommand): Promise<void> => {
    child.send(command);
    return answered();
  };
  const stop = async () => {
    try {
      if (child.connected) await send({ call: 'remove' });
    } finally {
      if (child.connected) child.disconnect();
      await exited;
    }
  };
  try {
    await answered();
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
  const halt = () => send({ call: 'halt' });
  const start = () => send({ call: 'start' });
  return {
    url: `postgres://millrace:millrace@127.0.0.1:${port}/`,
    createDatabase: (name) => send({ call: 'createDatabase', name }),
    halt,
    start,
    async restart() {
      await halt();
      await start();
    },
    stop,
  };
};
