import type { NodeTypeSource } from '@millrace/engine';
import type { BinaryStore } from '../platform/binary/index.ts';
import type { Clock } from '../platform/clock.ts';
import { objectText } from '../platform/json-text.ts';
import type { Log } from '../platform/log.ts';
import { type Metrics, noMetrics } from '../platform/metrics/index.ts';
import { within } from '../platform/within.ts';
import type { Bus } from '../processes/bus.ts';
import type { Registry } from '../processes/registry.ts';
import type { Push } from '../push/push.ts';
import type { Versions } from '../workflows/versions.ts';
import { noPlace } from './controller/active-run.ts';
import { createConclusions } from './controller/conclusions.ts';
import { createErrorWorkflow } from './controller/error-workflow.ts';
import type { RunDefaults } from './controller/save-rules.ts';
import { createSupervisor } from './controller/supervisor.ts';
import { createWorkflowCalls } from './controller/workflow-calls.ts';
import { createCalledRuns } from './maintenance/called-runs.ts';
import { createLeftovers } from './maintenance/leftovers.ts';
import { createRecovery } from './maintenance/recovery.ts';
import { createRunFiles } from './maintenance/run-files.ts';
import type { RunQueue } from './queue/run-queue.ts';
import { createTurns } from './queue/turns.ts';
import { createResuming } from './resuming.ts';
import { planRetry } from './retry.ts';
import { createShutdown } from './shutdown.ts';
import { type BegunRun, createStarts, serverStops } from './starts.ts';
import type { ExecutionStore } from './store/execution-store.ts';
import { createGroupCommit } from './store/group-commit.ts';
import { tryAgain } from './store/try-again.ts';
import { createTermination } from './termination.ts';
import { type Dispatcher, DuplicateExecutionError, type EnqueuedExecution, type ResumeUrls } from './types.ts';
import { createAudience } from './waiters/audience.ts';
import { createRunView } from './waiters/run-view.ts';
import type { WorkerSettings } from './workers/protocol.ts';
import { createWorkerPool } from './workers/worker-pool.ts';

export interface DispatcherConfig {
  /** False: runs are only started here, and executed by other processes. */
  executes: boolean;
  workers: number;
  /** Module that a worker process runs; tests have their own. */
  workerEntry?: URL;
  workerHeapMegabytes: number;
  worker: WorkerSettings;
  /** Production runs at once. */
  concurrency: number;
  /** Runs by hand at once. */
  manualConcurrency: number;
  /** Runs of each lane that may wait for their turn. */
  queued: number;
  /** Seconds for runs that are under way when the server stops. */
  shutdownGrace: number;
  defaults: RunDefaults;
}

export interface DispatcherOptions {
  store: ExecutionStore;
  versions: Pick<Versions, 'ofStored' | 'ofPosted' | 'ofVersion'>;
  nodeTypes: NodeTypeSource;
  bus: Bus;
  /** Of an instance of several processes. */
  queue: RunQueue | null;
  registry: Registry;
  push: Pick<Push, 'send' | 'sendText'>;
  binary: Pick<BinaryStore, 'deleteExecutions' | 'executionIds'>;
  addresses?: ResumeUrls;
  /** Where people look at an execution. */
  executionUrl?(executionId: number, workflowId: number | null): string;
  clock: Clock;
  log: Log;
  metrics?: Metrics;
  config: DispatcherConfig;
}

const defaultWorkerEntry = new URL('./worker/main.ts', import.meta.url);

/** Milliseconds for what is being written when the server stops, and for what is written at its very end. */
const lastWrites = 1000;
/** Milliseconds that `close` takes at most beyond the grace time, unless the database hangs. */
export const closingTime = 4500;

/**
 * The life of runs: a start is durable before anyone is told of it, a worker executes it, its end is durable before anyone is told of that.
 * What other processes left unfinished is taken up by `recover`.
 */
export const createDispatcher = async (options: DispatcherOptions): Promise<Dispatcher> => {
  const { store, versions, nodeTypes, bus, queue, clock, log, config } = options;
  const metrics = options.metrics ?? noMetrics;
  const { processId } = bus;
  const background = new Set<Promise<unknown>>();
  const closing = new AbortController();
  const isClosing = () => closing.signal.aborted;

  /** `close` waits for it. */
  const untilDone = <T>(work: Promise<T>): Promise<T> => {
    background.add(work);
    const done = () => background.delete(work);
    work.then(done, done);
    return work;
  };
  const persist = <T>(work: () => Promise<T>) => tryAgain(work, { isPassing: store.isPassing, signal: closing.signal });

  const view = createRunView(options.push);
  const files = createRunFiles({ binary: options.binary, store, log });
  const audience = createAudience(bus);
  const commit = createGroupCommit(store, (size, milliseconds) => metrics.committed(size, milliseconds / 1000));

  const called = createCalledRuns({ store, files, log, untilDone });

  const conclusions = createConclusions({
    processId,
    commit,
    audience,
    view,
    files,
    called,
    clock,
    log,
    metrics,
    errorWorkflow: createErrorWorkflow({
      versions: { ofStored: (workflowId) => persist(() => versions.ofStored(workflowId)) },
      nodeTypes,
      clock,
      log,
      executionUrl: options.executionUrl ?? ((executionId) => `/execution/${executionId}`),
    }),
    onQueued: (executionId, mode) => turns.lineUp(executionId, mode),
    onWaiting: (entry, till) => resuming.expect(entry, till),
  });

  const supervisor = createSupervisor(
    {
      processId,
      takeUp: { store, versions, clock, defaults: config.defaults },
      store,
      commit,
      conclusions,
      called,
      audience,
      view,
      defaults: config.defaults,
      addresses: options.addresses,
      clock,
      log,
      persist,
      untilDone,
      onCall: (entry, call) => void calls(entry, call),
      onStopped(children) {
        for (const executionId of children) stopInBackground(executionId);
      },
    },
    () => pool,
  );

  const pool = createWorkerPool({
    entry: config.workerEntry ?? defaultWorkerEntry,
    size: config.executes ? config.workers : 0,
    heapMegabytes: config.workerHeapMegabytes,
    settings: config.worker,
    log,
    onNews: supervisor.receive,
    onLost: supervisor.onLost,
    onReplaced: () => metrics.workerRestarted(),
  });

  const turns = createTurns({
    processId,
    limits: {
      production: config.executes ? config.concurrency : 0,
      manual: config.executes ? config.manualConcurrency : 0,
      queued: config.queued,
    },
    isQueueShared: queue !== null,
    supervisor,
    commit,
    log,
    untilDone,
    isClosing,
  });
  const { lanes } = turns;

  const leftovers = createLeftovers({ store, files, clock, log, isShared: queue !== null, untilDone });

  const startIn = createStarts({
    processId,
    executes: config.executes,
    mostQueued: config.queued,
    defaults: config.defaults,
    turns,
    queue,
    supervisor,
    commit,
    audience,
    clock,
    metrics,
    untilDone,
    isClosing,
    // A partial run goes on from the results of earlier ones, and the files of these are theirs.
    onManualRun: leftovers.dropBefore,
  });

  const resuming = createResuming({
    processId,
    mostQueued: config.queued,
    store,
    commit,
    audience,
    turns,
    queue,
    clock,
    log,
    untilDone,
    isClosing,
  });

  const recovery = createRecovery({
    processId,
    executes: config.executes,
    isQueueShared: queue !== null,
    registry: options.registry,
    store,
    supervisor,
    audience,
    turns,
    log,
  });

  const started = ({ executionId, response, ended }: BegunRun): EnqueuedExecution => ({ executionId, response, ended });

  const stopInBackground = (executionId: number): void => {
    dispatcher
      .terminate(executionId)
      .catch((error: unknown) => log.warn({ err: error, executionId }, 'A called execution was not stopped'));
  };

  const calls = createWorkflowCalls({
    versions,
    nodeTypes,
    store,
    clock,
    processId,
    start: ({ key, ...run }) => startIn(null, { ...run, mode: 'integrated', tick: key, isAwaited: true }),
    audience,
    takeUp: (executionId) => void untilDone(supervisor.takeUp(executionId, noPlace, 'the instance stopped')),
    stop: stopInBackground,
    persist,
    answer: (executionId, id, result) => pool.send(executionId, { type: 'called', executionId, id, result }),
  });

  bus.on('stopRun', ({ executionId, verdict }) => {
    const entry = supervisor.active.get(executionId);
    if (entry) supervisor.stop(entry, verdict);
  });
  options.registry.onLost(() => {
    log.error({ processId }, 'This process was taken for dead by the others; its runs go on elsewhere');
    const running = [...supervisor.active.keys()];
    supervisor.forsake();
    for (const executionId of running) pool.killWorkerOf(executionId, 'its process lost its lease');
  });

  const work = queue && config.executes ? await turns.workOn(queue) : undefined;

  const termination = createTermination({ processId, supervisor, store, commit, audience, view, bus, clock, metrics });

  const shutdown = createShutdown({
    supervisor,
    pool,
    lanes: Object.values(lanes),
    isAwaited: (executionId) => audience.isAttended(executionId),
    grace: config.shutdownGrace * 1000,
  });

  metrics.level('executionsRunning', () => lanes.production.counts().running + lanes.manual.counts().running);
  metrics.level('executionsQueued', () =>
    queue ? queue.waiting() : lanes.production.counts().queued + lanes.manual.counts().queued,
  );
  metrics.level('workers', () => pool.pids().length);

  await leftovers.begin();

  const dispatcher: Dispatcher = {
    async reserve() {
      if (isClosing()) throw serverStops();
      return untilDone(commit.write({ kind: 'reserve' }));
    },

    async enqueue(run) {
      const { start, destinationNode, lastNodeAnswer, sessionId, mode } = run;
      const input = objectText({ start, destinationNode, lastNodeAnswer }).text;
      const isAwaited = run.waitForAnswer ?? (sessionId !== undefined || mode === 'webhook');
      const begun = await startIn(turns.laneOf(mode), { ...run, input, isAwaited });
      if (!begun) throw new DuplicateExecutionError(`The tick ${run.tick} has started a run already`);
      return started(begun);
    },

    terminate: termination.terminate,

    resume: resuming.resume,

    async retry(executionId, { current, ownerId, sessionId }) {
      const { version, input, recorded } = await planRetry({ store, versions }, executionId, current);
      const run = { version: { ...version, ownerId }, input, recorded, retryOf: executionId, sessionId };
      const begun = await startIn(lanes.production, { ...run, mode: 'retry', isAwaited: true });
      if (!begun) throw new Error('A retry has no tick that could have started another run');
      return { ...started(begun), waiting: begun.waiting };
    },

    async recover() {
      if (!isClosing()) await recovery.recover();
    },

    workerPids: pool.pids,

    async close() {
      if (isClosing()) return;
      // Starts that are being written come to their place below, not after it.
      const starting = [...background];
      closing.abort();
      recovery.close();
      leftovers.close();
      resuming.close();
      const grace = config.shutdownGrace * 1000;
      // A database that is away must not keep the process: what could not be written is taken up by whoever runs next.
      const givingUp = setTimeout(() => void commit.close(), grace + lastWrites);
      await within(lastWrites, Promise.allSettled(starting));
      // What was being claimed has begun then, and is handed over like all that runs.
      if (work) await within(lastWrites, work.close());
      await shutdown();
      await Promise.allSettled(background);
      audience.close({
        status: 'queued',
        errorMessage: 'The server has stopped; the execution goes on when it runs again.',
      });
      files.close();
      await commit.close();
      clearTimeout(givingUp);
      await store.close();
    },
  };
  return dispatcher;
};
