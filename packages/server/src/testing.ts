import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Config, defaultConfig } from './config.ts';
import { silentLog } from './platform/log.ts';
import { type RunningServer, startServer } from './server.ts';

/** A real server with workers and a database of its own, for tests that go through HTTP or a browser. */
export interface TestServer {
  /** Where it listens now; another port after each restart unless one was asked for. */
  readonly url: string;
  readonly dataFolder: string;
  /** Process ids of the workers. */
  workerPids(): number[];
  /** Stops it and starts it anew on the same data, with other settings where some are given. */
  restart(changes?: Partial<Config>): Promise<void>;
  /** Stops it and removes its data. */
  stop(): Promise<void>;
}

/** Starts a server on a free port of the loopback with a temporary data folder. */
export const startTestServer = async (config: Partial<Omit<Config, 'dataFolder'>> = {}): Promise<TestServer> => {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'millrace-server-'));
  const full: Config = { ...defaultConfig(), port: 0, ...config, dataFolder };
  let server: RunningServer = await startServer(full, silentLog).catch(async (error: unknown) => {
    await rm(dataFolder, { recursive: true, force: true });
    throw error;
  });
  return {
    get url() {
      return server.url;
    },
    dataFolder,
    workerPids: () => server.workerPids(),
    async restart(changes) {
      await server.close();
      Object.assign(full, changes);
      server = await startServer(full, silentLog);
    },
    async stop() {
      await server.close();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
};

export { runChaos } from './chaos/chaos.testing.ts';
export { startPostgresServer } from './db/postgres-server.testing.ts';
export { openSqlite } from './db/sqlite.ts';
export { createExecutionStore } from './executions/store/execution-store.ts';
export { measureStoredExecutions } from './executions/store/stored-executions.testing.ts';
