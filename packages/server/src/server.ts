import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createNodeTypeRegistry } from '@millrace/engine';
import { loadNodeTypes, nodeIcons } from '@millrace/nodes';
import { type Kysely, sql } from 'kysely';
import { createApp } from './app.ts';
import { type Config, publicUrls } from './config.ts';
import { lockDataFolder } from './db/data-folder.ts';
import type { OpenDatabase } from './db/database.ts';
import type { Database } from './db/schema.ts';
import { createPruning } from './executions/pruning/pruning.ts';
import { createExecutions } from './executions/service.ts';
import { createNodeTypes } from './node-types/service.ts';
import {
  type BinaryStore,
  binaryStoreSettings,
  createBinaryStore,
  isPassingStorageFailure,
} from './platform/binary/index.ts';
import { systemClock } from './platform/clock.ts';
import type { Log } from './platform/log.ts';
import { countWebhookAnswers, type Metrics, noMetrics } from './platform/metrics/index.ts';
import { createReadiness, type Phase } from './platform/readiness.ts';
import { createOneProcess } from './processes/processes.ts';
import { createEventStreams } from './push/event-streams.ts';
import { createRuns } from './runs/runs.ts';
import { createRunStore } from './runs/store/run-store.ts';
import type { Runs } from './runs/types.ts';
import { createSettings } from './settings/service.ts';
import { createManualRuns } from './triggers/manual-runs.ts';
import { createTriggers } from './triggers/triggers.ts';
import { registerWebhooks } from './triggers/webhooks/serve.ts';
import { createTestWebhooks } from './triggers/webhooks/test-webhooks.ts';
import { createUsers } from './users/service.ts';
import { createDueWaits } from './waits/due-waits.ts';
import { createResumeAddresses, loadResumeKey } from './waits/resume-addresses.ts';
import { registerWaits } from './waits/routes.ts';
import { createWaitingRuns } from './waits/waiting-run.ts';
import { createWorkflows } from './workflows/service.ts';
import { createVersions } from './workflows/versions.ts';

export interface RunningServer extends Pick<Runs, 'workerPids'> {
  /** Where it really listens, such as `http://127.0.0.1:5680`. */
  url: string;
  /** Takes no further requests, ends the runs that are under way, and closes the database. */
  close(): Promise<void>;
}

/** For answers that are still being read when the server stops, in milliseconds. */
const connectionGrace = 2000;

const editorFolder = fileURLToPath(new URL('../../editor/dist', import.meta.url));

const readVersion = async (): Promise<string> => {
  const text = await readFile(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
};

/** The driver of PostgreSQL is loaded only where it is used. */
const openDatabase = async (config: Config, log: Log): Promise<OpenDatabase> => {
  if (config.databaseUrl === '') {
    const { openSqlite } = await import('./db/sqlite.ts');
    return openSqlite(path.join(config.dataFolder, 'millrace.sqlite'));
  }
  const { openPostgres } = await import('./db/postgres.ts');
  return openPostgres(config.databaseUrl, {
    onIdleError: (error) => log.warn({ err: error }, 'A connection to the database was lost'),
  });
};

const listeningUrl = (address: ReturnType<import('node:net').Server['address']>): { url: string; port: number } => {
  if (typeof address !== 'object' || address === null) throw new Error('The server does not listen on a port');
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return { url: `http://${host}:${address.port}`, port: address.port };
};

/** Loaded only where it is used. */
const openPrometheus = async () => (await import('./platform/metrics/prometheus.ts')).createPrometheus();

const countWaiting = async (db: Kysely<Database>): Promise<number> => {
  const waiting = db.selectFrom('executions').where('status', '=', 'waiting');
  const { count } = await waiting.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return Number(count);
};

/** Settings that cannot work end the start. A place that cannot be used just now may be back when the first file comes. */
const checkBinary = async (binary: BinaryStore, log: Log): Promise<void> => {
  try {
    await binary.check();
  } catch (error) {
    if (!isPassingStorageFailure(error)) throw error;
    log.warn({ err: error }, 'Files of runs cannot be stored now');
  }
};

/** Builds every service by hand, in the order in which they need each other, and listens when all of them are ready. */
export const startServer = async (config: Config, log: Log): Promise<RunningServer> => {
  const clock = systemClock;
  const closers: (() => unknown)[] = [];
  const closeAll = async (): Promise<void> => {
    for (const close of closers.splice(0).reverse())
      await Promise.resolve()
        .then(close)
        .catch((error: unknown) => log.error({ err: error }, 'A part of the server did not close cleanly'));
  };

  try {
    closers.push(lockDataFolder(config.dataFolder));
    const database = await openDatabase(config, log);
    closers.push(() => database.close());
    const { db } = database;

    const version = await readVersion();
    const prometheus = config.metrics ? await openPrometheus() : undefined;
    const metrics: Metrics = prometheus ?? noMetrics;
    metrics.level('executionsWaiting', () => countWaiting(db));
    const binarySettings = binaryStoreSettings(config);
    const binary = createBinaryStore(binarySettings);
    closers.push(() => binary.close());
    await checkBinary(binary, log);
    const streams = createEventStreams();
    const users = await createUsers({ db, clock });
    const versions = createVersions({ db, clock });
    const registry = createNodeTypeRegistry(await loadNodeTypes());

    let port = config.port;
    const urls = () => publicUrls(config, port);
    const addresses = createResumeAddresses({ key: await loadResumeKey(db), base: () => urls().webhook });
    const processes = createOneProcess(log);
    closers.push(() => processes.close());
    const runs = await createRuns({
      store: createRunStore(database),
      versions,
      nodeTypes: registry,
      bus: processes.bus,
      queue: processes.queue,
      registry: processes.registry,
      push: streams,
      binary,
      addresses,
      executionUrl: (executionId) => `${urls().editor}/execution/${executionId}`,
      clock,
      log,
      metrics,
      config: {
        executes: true,
        workers: config.workers,
        workerHeapMegabytes: config.workerMemory,
        worker: {
          timezone: config.timezone,
          binary: binarySettings,
          blockPrivateNetworks: config.blockPrivateNetworks,
        },
        concurrency: config.concurrency,
        manualConcurrency: config.concurrency,
        queued: config.queueLimit,
        shutdownGrace: config.shutdownGrace,
        defaults: config,
      },
    });
    closers.push(() => runs.close());

    const pruning = createPruning({ database, binary, clock, log, config, metrics });
    closers.push(() => pruning.close());

    const dueWaits = createDueWaits({ db, runs, clock, log });

    const planning = { nodeTypes: registry, timezone: config.timezone, clock };
    const triggers = createTriggers({ ...planning, db, runs, versions, log });
    const testWebhooks = createTestWebhooks();
    const manualRuns = createManualRuns({ ...planning, runs, versions, testWebhooks, push: streams });

    let phase: Phase = 'starting';
    const settings = await createSettings({ db, config, version, urls });
    const app = createApp({
      config,
      log,
      clock,
      version,
      users,
      settings,
      workflows: createWorkflows({ db, clock, config, triggers, versions }),
      manualRuns,
      executions: createExecutions({ db, runs, removeBinaryData: binary.deleteExecution }),
      nodeTypes: createNodeTypes({ registry, icons: nodeIcons }),
      streams,
      binary,
      registerWebhooks: (scope) => {
        if (prometheus) countWebhookAnswers(scope, metrics, config.endpointWebhookTest);
        const serving = { address: () => urls().webhook, binary, log };
        registerWebhooks(scope, {
          ...serving,
          endpoints: [
            { name: config.endpointWebhook, source: triggers.webhooks },
            { name: config.endpointWebhookTest, source: testWebhooks.source },
          ],
          reserveExecution: runs.reserve,
        });
        const waiting = createWaitingRuns(db, addresses);
        scope.register(async (own) => registerWaits(own, { ...serving, waiting, runs, clock }));
      },
      editorFolder,
      isReady: () => phase === 'serving',
      readiness: createReadiness({ phase: () => phase, askDatabase: () => sql`select 1`.execute(db) }),
      exposeMetrics: prometheus?.expose,
    });
    closers.push(async () => {
      phase = 'stopping';
      await triggers.close();
      testWebhooks.close();
      await dueWaits.close();
      // Requests that wait for a run get their answer when the runs end, so both are closed together.
      const closing = app.close();
      await runs.close();
      // Those that got their answer just now are kept open by their clients for the next call.
      const idle = setInterval(() => app.server.closeIdleConnections(), 50);
      const lingering = setTimeout(() => app.server.closeAllConnections(), connectionGrace);
      await closing;
      clearInterval(idle);
      clearTimeout(lingering);
    });

    await triggers.start();
    await app.listen({ host: config.host, port: config.port });
    const listening = listeningUrl(app.server.address());
    port = listening.port;
    phase = 'serving';
    processes.leadership.onChange((isLeader) => (isLeader ? pruning.start() : void pruning.stop()));
    processes.leadership.onChange((isLeader) => (isLeader ? dueWaits.start() : void dueWaits.close()));
    // After the start, so that what was left does not hold up what comes now.
    runs
      .recover()
      .catch((error: unknown) => log.error({ err: error }, 'What an earlier stop left could not be taken up'));
    return { url: listening.url, close: closeAll, workerPids: () => runs.workerPids() };
  } catch (error) {
    await closeAll();
    throw error;
  }
};
