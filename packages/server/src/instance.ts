import { type Kysely, sql } from 'kysely';
import { createAudit } from './audit/audit.ts';
import { createAuditPruning } from './audit/pruning.ts';
import type { Closing } from './closing.ts';
import type { Config } from './config.ts';
import { sandboxSettings } from './config-code.ts';
import { environmentForNodes } from './config-nodes.ts';
import { createAskers } from './credentials/askers.ts';
import { createCredentials } from './credentials/credentials.ts';
import { openStoredCredentials } from './credentials/stored.ts';
import { testByNode } from './credentials/test-by-node.ts';
import { announceKeys } from './credentials/vault/announced-keys.ts';
import { createKeySource } from './credentials/vault/key-source.ts';
import { createDataTableCsv } from './data-tables/csv/service.ts';
import { createDataTablesForNodes } from './data-tables/for-nodes.ts';
import { createDataTableRows } from './data-tables/rows.ts';
import { createDataTables } from './data-tables/service.ts';
import { createWriteKeyPruning } from './data-tables/write-keys.ts';
import { lockDataFolder } from './db/data-folder.ts';
import { openDatabase } from './db/open-database.ts';
import { createDatabaseProbes } from './db/probes.ts';
import type { Database } from './db/schema.ts';
import { closingTime, createDispatcher } from './executions/dispatcher.ts';
import { createDueWaits } from './executions/maintenance/due-waits.ts';
import { createPruning } from './executions/maintenance/pruning/pruning.ts';
import { createOutboundProcess } from './executions/outbound/outbound-process.ts';
import { createOwnRequests } from './executions/outbound/own-requests.ts';
import { createExecutionRights } from './executions/rights.ts';
import { createExecutionStore } from './executions/store/execution-store.ts';
import type { WorkerSettings } from './executions/workers/settings.ts';
import { createRecovery, type Duty, followLead } from './leader-duties.ts';
import { checkNamedPlaces } from './named-places.ts';
import { createNodeCalls } from './node-calls/node-calls.ts';
import { openCatalogue } from './node-types/catalogue.ts';
import { openPackages } from './packages/open.ts';
import { createAudience } from './permissions/audience.ts';
import { createWorkflowCalls } from './permissions/workflow-calls.ts';
import {
  type BinaryStore,
  binaryStoreSettings,
  createBinaryStore,
  isPassingStorageFailure,
} from './platform/binary/index.ts';
import { systemClock } from './platform/clock.ts';
import { commandSettings } from './platform/commands/configured.ts';
import { fileSettings } from './platform/files/index.ts';
import type { Log } from './platform/log.ts';
import { type Metrics, noMetrics } from './platform/metrics/index.ts';
import { createMarkKey } from './platform/own-api.ts';
import { createReadiness, type Phase } from './platform/readiness.ts';
import { createOneProcess, createPostgresProcess } from './processes/processes.ts';
import { createPublicAddresses } from './processes/public-addresses.ts';
import type { ProcessRole } from './processes/registry.ts';
import { checkSharedFolder } from './processes/shared-folder.ts';
import { createEventStreams } from './push/event-streams.ts';
import { createSandboxProcess } from './sandbox/sandbox-process.ts';
import { createTriggers } from './triggers/triggers.ts';
import { createResumeAddresses, loadResumeKey } from './waits/resume-addresses.ts';
import { createVersionPruning } from './workflows/version-pruning.ts';
import { createVersions } from './workflows/versions.ts';

/** Which node types there are, and the program of the processes that run their code. */
export interface NodeSource {
  types: ReturnType<typeof openCatalogue>;
  workerEntry: URL;
}

/** Loaded only where it is used. */
const openPrometheus = async () => (await import('./platform/metrics/prometheus.ts')).createPrometheus();

const countWaiting = async (db: Kysely<Database>): Promise<number> => {
  const waiting = db.selectFrom('executions').where('status', '=', sql.lit('waiting'));
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

/**
 * What a process of any role is made of: the database, the other processes, dispatcher, triggers, and the duties of whichever process leads. Every
 * service is built by hand, in the order in which they need each other; what has to be closed is added to `closing`.
 */
export const openInstance = async (options: {
  config: Config;
  log: Log;
  role: ProcessRole;
  closing: Closing;
  nodes?: NodeSource;
}) => {
  const { config, log, role, closing, nodes } = options;
  const clock = systemClock;
  const isShared = config.databaseUrl !== '';
  await checkNamedPlaces(config, role);
  // Processes that share a PostgreSQL database may share a data folder too.
  if (!isShared) closing.add(lockDataFolder(config.dataFolder));
  const database = await openDatabase(config, ({ message }) =>
    log.warn({ reason: message }, 'A connection to the database was lost'),
  );
  closing.add(() => database.close());
  const { db } = database;
  const processes = isShared
    ? await createPostgresProcess({ url: config.databaseUrl, db, role, log })
    : createOneProcess(log);
  closing.add(() => processes.close(), 3000);
  const { bus, processId } = processes;

  const prometheus = config.metrics ? await openPrometheus() : undefined;
  const metrics: Metrics = prometheus ?? noMetrics;
  metrics.level('executionsWaiting', () => countWaiting(db));
  const binarySettings = binaryStoreSettings(config);
  const binary = createBinaryStore(binarySettings);
  closing.add(() => binary.close());
  await checkBinary(binary, log);
  if (isShared && binarySettings.storage === 'folder')
    await checkSharedFolder({ db, folder: binarySettings.folder, processId });

  const audit = createAudit({ db, clock, log });
  const streams = createEventStreams({ bus: isShared ? bus : undefined, audienceOf: createAudience(db) });
  closing.add(() => streams.close());
  const versions = createVersions({ db, clock, bus });
  const nodeTypes = nodes?.types ?? openCatalogue();
  const addresses = await createPublicAddresses({
    db,
    bus,
    registry: processes.registry,
    config,
    onError: (error) => log.warn({ err: error }, 'The public addresses could not be read'),
  });
  const { urls } = addresses;
  const key = await loadResumeKey(db);
  const resumeAddresses = createResumeAddresses({ key, base: () => urls().webhook });
  const markKey = config.nodesMayCallApi ? undefined : createMarkKey(key);

  const stored = await openStoredCredentials({
    database,
    config,
    catalogue: nodeTypes,
    locks: processes.locks,
    clock,
    audit,
    log,
  });
  const keySource = createKeySource(config.encryptionKey, config.dataFolder);
  closing.add(await announceKeys({ database, source: keySource, processId, log }));
  const maxSize = config.dataTablesMaxSize * 1024 * 1024;
  const dataTableRows = createDataTableRows({ database, clock, maxSize });
  const dataTables = createDataTables({ database, rows: dataTableRows, clock, audit });
  const askers = createAskers();
  const requests = createOwnRequests({ reach: (token) => outbound.reach(token), log });
  closing.add(() => requests.close());
  const dataTablesForNodes = createDataTablesForNodes({ db, tables: dataTables, rows: dataTableRows, askers, log });
  const credentials = createCredentials({
    resolver: stored.resolver,
    types: stored.types,
    askers,
    nodeTypes,
    requests,
    signIn: (type, credential) => nodeCalls.signIn(type, credential),
    testByNode: (...test) => testByNode(nodeCalls, ...test),
    now: clock.now,
    log,
  });
  const outbound = createOutboundProcess({
    policy: {
      allowPrivateNetworks: !config.blockPrivateNetworks,
      markKey,
      proxy: config.proxy === '' ? undefined : { address: config.proxy, except: config.noProxy.split(',') },
    },
    binary: binarySettings,
    credentials: credentials.access,
    log,
  });
  closing.add(() => outbound.close());
  const sandbox = createSandboxProcess({ settings: sandboxSettings(config), log });
  closing.add(() => sandbox.close());
  let worker: WorkerSettings = {
    timezone: config.timezone,
    binary: binarySettings,
    files: fileSettings(config),
    commands: commandSettings(config),
    env: environmentForNodes(config.env, process.env),
    expressionsDisabled: config.expressionsDisabled,
    expressionLimits: { steps: config.expressionSteps, milliseconds: config.expressionTime },
  };
  let renew: (settings: WorkerSettings, isChanged: (nodeType: string) => boolean) => void = () => {};
  const packages = openPackages({
    db,
    clock,
    log,
    config,
    catalogue: nodeTypes,
    bus,
    processId,
    isShared,
    onChange(libraries, isChanged) {
      worker = { ...worker, libraries };
      renew(worker, isChanged);
    },
  });
  closing.add(() => packages.close());
  await packages.start();
  const nodeCalls = createNodeCalls({
    entry: nodes?.workerEntry,
    heapMegabytes: config.workerMemory,
    settings: worker,
    outbound,
    dataTables: dataTablesForNodes,
    askers,
    log,
    metrics,
  });
  closing.add(() => nodeCalls.close());

  const dispatcher = await createDispatcher({
    outbound,
    dataTables: dataTablesForNodes,
    sandbox,
    rights: createExecutionRights(db),
    askers,
    store: createExecutionStore(database),
    versions,
    workflowCalls: createWorkflowCalls(db),
    nodeTypes,
    processes,
    push: streams,
    binary,
    addresses: resumeAddresses,
    executionUrl: (executionId) => `${urls().editor}/execution/${executionId}`,
    clock,
    log,
    metrics,
    config: {
      executes: role !== 'web',
      workers: config.workers,
      workerEntry: nodes?.workerEntry,
      workerHeapMegabytes: config.workerMemory,
      worker,
      concurrency: config.concurrency,
      workflowConcurrency: config.workflowConcurrency,
      manualConcurrency: config.concurrency,
      queued: config.queueLimit,
      shutdownGrace: config.shutdownGrace,
      defaults: config,
    },
  });
  closing.add(() => dispatcher.close(), config.shutdownGrace * 1000 + closingTime);

  renew = (settings, isChanged) => {
    dispatcher.renewWorkers(settings);
    nodeCalls.renew(settings, isChanged);
    streams.broadcast({ type: 'nodeTypesChanged', data: {} });
  };

  const planning = { nodeTypes, timezone: config.timezone, calls: nodeCalls };
  const triggers = createTriggers({
    ...planning,
    clock,
    expressionsDisabled: config.expressionsDisabled,
    isShowcase: !config.demoMode,
    db,
    dispatcher,
    calls: nodeCalls,
    binary,
    push: streams,
    bases: () => ({
      production: `${urls().webhook}${config.endpointWebhook}/`,
      test: `${urls().webhook}${config.endpointWebhookTest}/`,
    }),
    versions,
    log,
    bus: isShared ? bus : undefined,
  });
  closing.add(() => triggers.close());

  let phase: Phase = 'starting';
  const begin = (): void => {
    phase = 'serving';
    // After the start, so that what was left does not hold up what comes now. In a showcase it stays as it is until it is none any more.
    if (config.demoMode)
      dispatcher
        .recover()
        .catch((error: unknown) => log.error({ err: error }, 'What an earlier stop left could not be queued again'));
    const pruning = createPruning({ database, binary, clock, log, config, metrics });
    const dueWaits = createDueWaits({ db, dispatcher, clock, log });
    const triggersDuty: Duty = {
      async start() {
        // What services are to call is looked at first.
        await addresses.follow();
        await triggers.duty.start();
      },
      stop: () => triggers.duty.stop(),
    };
    const duties: Duty[] = [
      triggersDuty,
      ...(config.demoMode ? [dueWaits] : []),
      pruning,
      createAuditPruning({ db, clock, log, config }),
      createWriteKeyPruning({ db, clock, log }),
      createVersionPruning({ db, clock, log, config }),
    ];
    if (isShared) duties.push(createRecovery({ recover: dispatcher.recover, log }));
    const lead = followLead(processes.leadership, duties, log);
    closing.add(async () => {
      phase = 'stopping';
      await lead.end();
      await pruning.close();
    });
  };

  return {
    clock,
    db,
    database,
    audit,
    binary,
    streams,
    versions,
    nodeTypes,
    packages,
    planning,
    dispatcher,
    credentials: { ...stored, test: credentials.test, request: credentials.request },
    dataTables,
    dataTableCsv: createDataTableCsv({ tables: dataTables, rows: dataTableRows, audit, maxSize }),
    requests,
    nodeCalls,
    bus,
    triggers,
    addresses,
    resumeAddresses,
    markKey,
    metrics,
    exposeMetrics: prometheus?.expose,
    isReady: () => phase === 'serving',
    ...createReadiness({ phase: () => phase, ...createDatabaseProbes(db) }),
    /** Everything is built: from now on this process counts as ready, and may lead. */
    begin,
    /** What addresses and passes of this instance are signed with. */
    signingKey: key,
    /** The instance has started with this process. */
    isFirst: processes.isFirst,
  };
};

export type Instance = Awaited<ReturnType<typeof openInstance>>;
