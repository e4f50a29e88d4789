import type { NodeTypeSource } from '@millrace/engine';
import type { Askers } from '../credentials/askers.ts';
import type { AnswerDataTables } from '../data-tables/protocol.ts';
import type { WorkflowCalls } from '../permissions/workflow-calls.ts';
import type { BinaryStore } from '../platform/binary/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { type Metrics, noMetrics } from '../platform/metrics/index.ts';
import { within } from '../platform/within.ts';
import type { Processes } from '../processes/processes.ts';
import type { Push } from '../push/push.ts';
import type { SandboxProcess } from '../sandbox/sandbox-process.ts';
import type { Versions } from '../workflows/versions.ts';
import { createAdmission, serverStops } from './admission.ts';
import { createInterpreter } from './controller/carry-out.ts';
import { createControllers } from './controller/controllers.ts';
import { createEndings } from './controller/endings.ts';
import { createErrorWorkflow } from './controller/error-workflow.ts';
import type { ExecutionController } from './controller/execution-controller.ts';
import { createExecutionLoader } from './controller/load-execution.ts';
import type { ExecutionDefaults } from './controller/save-rules.ts';
import { createSubWorkflows } from './controller/sub-workflows.ts';
import { createFindStarted } from './find-started.ts';
import { createIntake } from './intake.ts';
import { createCleanup } from './maintenance/cleanup.ts';
import { createExecutionFiles } from './maintenance/execution-files.ts';
import { createRecovery } from './maintenance/recovery.ts';
import { createSubWorkflowResults } from './maintenance/sub-workflow-results.ts';
import type { OutboundProcess } from './outbound/outbound-process.ts';
import { claimFromQueue } from './queue/claiming.ts';
import { createSlots } from './queue/slots.ts';
import { createResumption } from './resumption.ts';
import { planRetry } from './retry.ts';
import type { ExecutionRights } from './rights.ts';
import { createShutdown } from './shutdown.ts';
import { createKnownStaticData } from './static-data.ts';
import type { ExecutionStore } from './store/execution-store.ts';
import { createGroupCommit } from './store/group-commit.ts';
import { tryAgain } from './store/try-again.ts';
import { startText } from './stored-start.ts';
import { createTermination } from './termination.ts';
import { typeOfNode } from './trigger-of-type.ts';
import { type Dispatcher, DuplicateExecutionError, type ResumeUrls } from './types.ts';
import { createExecutionView } from './waiters/execution-view.ts';
import { createResultWaiters } from './waiters/result-waiters.ts';
import type { Question } from './workers/protocol.ts';
import { createRoom } from './workers/room.ts';
import type { WorkerSettings } from './workers/settings.ts';
import { createWorkerPool, type WorkerPatience } from './workers/worker-pool.ts';

export interface DispatcherConfig {
  /** False: executions are only started here, and executed by other processes. */
  executes: boolean;
  workers: number;
  /** Module that a worker process runs; tests have their own. */
  workerEntry?: URL;
  workerHeapMegabytes: number;
  workerPatience?: WorkerPatience;
  worker: WorkerSettings;
  /** Production executions at once, and of these those of one workflow; 0: its share. */
  concurrency: number;
  workflowConcurrency: number;
  /** Executions by hand at once. */
  manualConcurrency: number;
  /** Executions of each kind that may wait for a slot. */
  queued: number;
  /** Seconds for executions that are under way when the server stops. */
  shutdownGrace: number;
  defaults: ExecutionDefaults;
}

export interface DispatcherOptions {
  store: ExecutionStore;
  versions: Pick<Versions, 'ofStored' | 'ofPosted' | 'ofVersion'>;
  /** Which workflows may run which others. */
  workflowCalls: WorkflowCalls;
  nodeTypes: NodeTypeSource;
  processes: Pick<Processes, 'bus' | 'registry' | 'openQueue' | 'isShared'>;
  push: Pick<Push, 'send' | 'sendText'>;
  binary: Pick<BinaryStore, 'deleteExecutions' | 'executionIds'>;
  /** Makes the requests of nodes. */
  outbound: OutboundProcess;
  /** Runs code of people. */
  sandbox: Pick<SandboxProcess, 'reach'>;
  /** Is told whose executions run here. */
  askers: Pick<Askers, 'add'>;
  /** Says for whom executions run, and what files they may read. */
  rights: ExecutionRights;
  /** Answers what nodes ask of data tables. */
  dataTables: AnswerDataTables;
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
 * The parts of the life of an execution, in the order in which they need each other. Its start is durable before anyone is told of it, a worker executes
 * it, its end is durable before anyone is told of that.
 */
export const createDispatcher = async (options: DispatcherOptions): Promise<Dispatcher> => {
  const { store, versions, workflowCalls, nodeTypes, processes, outbound, clock, log, config } = options;
  const { bus, registry } = processes;
  const { processId } = bus;
  const { executes, queued: mostQueued, defaults } = config;
  const metrics = options.metrics ?? noMetrics;
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
  const base = { processId, executes, clock, log, metrics, untilDone, isClosing, persist };

  const view = createExecutionView(options.push);
  const files = createExecutionFiles({ binary: options.binary, store, log });
  const waiters = createResultWaiters(bus);
  const commit = createGroupCommit(store, (size, milliseconds) => metrics.committed(size, milliseconds / 1000));
  const subWorkflowResults = createSubWorkflowResults({ store, files, log, untilDone });
  const cleanup = createCleanup({ store, files, clock, log, isShared: processes.isShared, untilDone });

  const controllers = createControllers();
  const room = createRoom();
  const staticData = processes.isShared ? undefined : createKnownStaticData();
  const pool = createWorkerPool({
    entry: config.workerEntry ?? defaultWorkerEntry,
    size: executes ? config.workers : 0,
    heapMegabytes: config.workerHeapMegabytes,
    settings: config.worker,
    patience: config.workerPatience,
    room,
    outbound,
    dataTables: options.dataTables,
    sandbox: options.sandbox,
    answer: (executionId, question) => answerQuestion(controllers.get(executionId), question),
    log,
    onMessage: (executionId, message) => controllers.post(executionId, { type: 'message', message }),
    onLost: (executionId, loss) => controllers.post(executionId, { type: 'workerLost', loss }),
    onReplaced: () => metrics.workerRestarted(),
  });
  const answerQuestion = async (controller: ExecutionController | undefined, question: Question) => {
    const workflow = controller && { workflowId: controller.version.workflowId, ranBy: controller.ranBy };
    const isShare = question.about === 'share';
    try {
      if (isShare) return workflow ? await options.rights.shareOf(workflow) : '';
      return workflow ? await options.rights.mayRead(controller.executionId, workflow, question.executionId) : false;
    } catch (error) {
      log.error({ err: error }, 'What an execution may do could not be read');
      return isShare ? '' : false;
    }
  };
  options.askers.add((asker, token) => {
    const controller = pool.hasExecution(token, asker) ? controllers.get(asker) : undefined;
    if (!controller) return undefined;
    const { workflowId, workflow } = controller.version;
    const id = workflowId === null ? null : String(workflowId);
    return { workflowId: id, ranBy: controller.ranBy ?? '', nodes: workflow.nodes };
  });
  const slots = createSlots({
    limits: {
      production: executes ? config.concurrency : 0,
      manual: executes ? config.manualConcurrency : 0,
    },
    byWorkflow: config.workflowConcurrency,
    room,
  });
  const loader = createExecutionLoader({ store, versions, clock, defaults, persist });
  const intake = createIntake({ ...base, store, commit, waiters, controllers, loader });
  const queue = await processes.openQueue(intake);

  const admission = createAdmission({
    ...base,
    store,
    staticData,
    mostQueued,
    defaults,
    slots,
    queue,
    controllers,
    commit,
    waiters,
    filesSeenBy: options.rights.seenBy,
    // A partial execution goes on from the results of earlier ones, and the files of these are theirs.
    onManual: cleanup.dropBefore,
  });
  const resumption = createResumption({ ...base, mostQueued, store, commit, waiters, queue, slots, intake });
  const termination = createTermination({ ...base, controllers, queue, store, commit, waiters, view, bus });
  const subWorkflows = createSubWorkflows({
    ...base,
    versions,
    workflowCalls,
    nodeTypes,
    store,
    admission,
    waiters,
    controllers,
    claimForParent: intake.claimForParent,
    terminate: termination.terminate,
  });
  const endings = createEndings({
    ...base,
    staticData,
    commit,
    waiters,
    view,
    files,
    subWorkflowResults,
    queue,
    errorWorkflow: createErrorWorkflow({
      versions: { ofStored: (workflowId) => persist(() => versions.ofStored(workflowId)) },
      workflowCalls: { mayCall: (...call) => persist(() => workflowCalls.mayCall(...call)) },
      nextId: () => persist(() => store.nextId()),
      nodeTypes,
      clock,
      log,
      executionUrl: options.executionUrl ?? ((executionId) => `/execution/${executionId}`),
    }),
    expectResumption: resumption.expect,
  });
  controllers.open(
    createInterpreter({
      ...base,
      pool,
      outbound,
      store,
      commit,
      loader,
      endings,
      subWorkflows,
      subWorkflowResults,
      controllers,
      waiters,
      view,
      addresses: options.addresses,
    }),
  );
  const claiming = executes ? await claimFromQueue({ queue, slots, begin: intake.begin, log }) : undefined;
  const recovery = createRecovery({ ...base, registry, store, controllers, queue, waiters });
  const shutdown = createShutdown({ controllers, pool, grace: config.shutdownGrace * 1000 });

  bus.on('terminateExecution', ({ executionId, outcome }) =>
    controllers.post(executionId, { type: 'terminate', outcome, grace: lastWrites }),
  );
  registry.onLost(() => {
    log.error({ processId }, 'This process was taken for dead by the others; its executions go on elsewhere');
    for (const { executionId } of controllers.all()) {
      pool.killWorkerOf(executionId, 'its process lost its lease');
      controllers.post(executionId, { type: 'drop' });
    }
  });

  metrics.level('executionsRunning', () => slots.taken());
  metrics.level('executionsQueued', () => queue.waiting('production') + queue.waiting('manual'));
  metrics.level('workers', () => pool.pids().length);

  await cleanup.start();
  recovery.start();

  return {
    async reserve() {
      if (isClosing()) throw serverStops();
      return untilDone(store.nextId());
    },

    async enqueue(request) {
      const { version, trigger, start, destinationNode, lastNodeAnswer, sessionId, mode, idempotencyKey } = request;
      const triggerType = trigger === undefined ? undefined : typeOfNode(version, nodeTypes, trigger);
      const input = startText(start, { destinationNode, lastNodeAnswer });
      const isAwaited = request.waitForAnswer ?? (sessionId !== undefined || mode === 'webhook');
      const created = await admission.create({ ...request, triggerType, input, isAwaited });
      if (!created)
        throw new DuplicateExecutionError(`"${idempotencyKey}" has started an execution already, or comes too late`);
      return created;
    },

    async keepStaticData(step) {
      if (isClosing()) throw serverStops();
      const isKept = await untilDone(commit.write({ kind: 'keepStaticData', ...step }));
      staticData?.changed(step.workflowId);
      return isKept;
    },
    staticDataChanged: (workflowId) => staticData?.changed(workflowId),

    findStarted: createFindStarted({ processId, store, waiters }),
    terminate: termination.terminate,
    abandon: termination.abandon,
    resume: resumption.resume,

    async retry(executionId, { current, ranBy, sessionId }) {
      const { version, input, recorded } = await planRetry({ store, versions }, executionId, current);
      const request = { version, ranBy, input, recorded, retryOf: executionId, sessionId };
      const created = await admission.create({ ...request, mode: 'retry', isAwaited: true });
      if (!created) throw new Error('A retry has no key that could have started another execution');
      return created;
    },

    async recover() {
      if (!isClosing()) await recovery.recover();
    },

    renewWorkers: pool.renew,
    workerPids: pool.pids,

    async close() {
      if (isClosing()) return;
      // Starts that are being written come to their slot below, not after it.
      const starting = [...background];
      closing.abort();
      recovery.stop();
      cleanup.stop();
      resumption.close();
      const grace = config.shutdownGrace * 1000;
      // A database that is away must not keep the process: what could not be written is queued again by whoever runs next.
      const givingUp = setTimeout(() => void commit.close(), grace + lastWrites);
      await within(lastWrites, Promise.allSettled(starting));
      // What was being claimed has begun then, and leaves like all else.
      if (claiming) await within(lastWrites, claiming.close());
      await shutdown();
      await Promise.allSettled(background);
      waiters.close({
        status: 'queued',
        errorMessage: 'The server has stopped; the execution goes on when it runs again.',
      });
      files.close();
      await commit.close();
      clearTimeout(givingUp);
      await queue.close();
      await store.close();
    },
  };
};
