import type { ExecutionMode } from '@millrace/contract';
import type { NodeTypeSource } from '@millrace/engine';
import type { BinaryStore } from '../platform/binary/index.ts';
import type { Clock } from '../platform/clock.ts';
import { AppError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { type Metrics, noMetrics } from '../platform/metrics/index.ts';
import type { Bus } from '../processes/bus.ts';
import type { Registry } from '../processes/registry.ts';
import type { RunQueue } from '../processes/run-queue.ts';
import type { Push } from '../push/push.ts';
import type { Versions } from '../workflows/versions.ts';
import { createActiveRun, createPlace, noPlace, type Place, queuedPlace } from './active-run.ts';
import { type Attendance, createAudience, unattended } from './audience.ts';
import { createConclusions } from './conclusions.ts';
import { createErrorWorkflow } from './error-workflow.ts';
import { createLane, type Lane } from './lane.ts';
import { planRetry } from './retry.ts';
import { createRunFiles } from './run-files.ts';
import { createRunView } from './run-view.ts';
import { type RunDefaults, saveRulesFor } from './save-rules.ts';
import { createShutdown } from './shutdown.ts';
import { createStopping } from './stopping.ts';
import { createGroupCommit } from './store/group-commit.ts';
import { claimQueued } from './store/postgres-claims.ts';
import type { NewExecution, RunStore } from './store/run-store.ts';
import { tryAgain } from './store/try-again.ts';
import { createSupervisor, type ResumeUrls } from './supervisor.ts';
import { DuplicateTickError, type RunInput, type RunnableVersion, type Runs, type StartedRun } from './types.ts';
import type { WorkerSettings } from './workers/protocol.ts';
import { createWorkerPool } from './workers/worker-pool.ts';
import { createWorkflowCalls } from './workflow-calls.ts';

export interface RunsConfig {
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

export interface RunsOptions {
  store: RunStore;
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
  config: RunsConfig;
}

const defaultWorkerEntry = new URL('./worker/main.ts', import.meta.url);
const retryAfterSeconds = '2';
/** Milliseconds within which the end of a wait is awaited here instead of by whoever looks for due dates. */
const shortWait = 60_000;
/** Ended runs by hand that were not to be kept are shown so long at most. */
const temporaryLifetime = 24 * 3_600_000;
/** A reserved id whose execution does not begin within this time is not used any more, in milliseconds. */
const reservationLifetime = 3_600_000;

/** Milliseconds between two looks for ends and claims of which nothing was heard. */
const lookEvery = 3000;

interface Turn {
  begin(): void;
}

/** What of a new execution is the same for all ways to start one. */
interface NewRun {
  executionId?: number;
  version: RunnableVersion;
  mode: ExecutionMode;
  input: string;
  depth?: number;
  retryOf?: number;
  sessionId?: string;
  lastNodeAnswer?: RunInput['lastNodeAnswer'];
  tick?: string;
  parent?: { executionId: number; node: string };
  recorded?: NewExecution['recorded'];
  isAwaited: boolean;
}

const once = (release: () => void): (() => void) => {
  let isDone = false;
  return () => {
    if (!isDone) release();
    isDone = true;
  };
};

/**
 * The life of runs: a start is durable before anyone is told of it, a worker executes it, its end is durable before anyone is told of that.
 * What other processes left unfinished is taken up by `recover`.
 */
export const createRuns = async (options: RunsOptions): Promise<Runs> => {
  const { store, versions, nodeTypes, bus, queue, clock, log, config } = options;
  const metrics = options.metrics ?? noMetrics;
  const { processId } = bus;
  const background = new Set<Promise<unknown>>();
  const waits = new Map<number, NodeJS.Timeout>();
  const closing = new AbortController();

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

  const conclusions = createConclusions({
    processId,
    commit,
    audience,
    view,
    files,
    clock,
    log,
    metrics,
    errorWorkflow: createErrorWorkflow({
      versions,
      nodeTypes,
      clock,
      log,
      executionUrl: options.executionUrl ?? ((executionId) => `/execution/${executionId}`),
    }),
    onQueued: (executionId, mode) => lineUp(executionId, mode),
    onWaiting({ executionId, waitCount }, till) {
      const wait = till - clock.now();
      if (wait > shortWait || closing.signal.aborted) return;
      const timer = setTimeout(
        () => {
          waits.delete(executionId);
          runs
            .resume(executionId, { kind: 'time' }, { waitCount })
            .catch((error: unknown) => log.debug({ err: error, executionId }, 'A wait will be ended a little later'));
        },
        Math.max(0, wait),
      );
      waits.set(executionId, timer);
    },
  });

  const supervisor = createSupervisor(
    {
      processId,
      takeUp: { store, versions, clock, defaults: config.defaults },
      store,
      commit,
      conclusions,
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
        for (const executionId of children)
          runs.stop(executionId).catch((error: unknown) => log.warn({ err: error, executionId }, 'It was not stopped'));
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

  const onTurn = (turn: Turn) => turn.begin();
  const lanes = {
    production: createLane<Turn>({ running: config.executes ? config.concurrency : 0, queued: config.queued }, onTurn),
    manual: createLane<Turn>(
      { running: config.executes ? config.manualConcurrency : 0, queued: config.queued },
      onTurn,
    ),
  };
  const laneOf = (mode: ExecutionMode): Lane<Turn> => (mode === 'manual' ? lanes.manual : lanes.production);
  const placeIn = (lane: Lane<Turn>): Place => createPlace(() => lane.leave('running'));

  /** A stored execution that is queued gets its turn here; where processes share a queue, it has put the execution there. */
  const lined = new Set<number>();
  function lineUp(executionId: number, mode: ExecutionMode, reason = 'the instance stopped'): void {
    if (queue || lined.has(executionId) || closing.signal.aborted) return;
    if (mode === 'integrated') {
      void untilDone(supervisor.takeUp(executionId, noPlace, reason));
      return;
    }
    lined.add(executionId);
    const lane = laneOf(mode);
    lane.line({
      begin: () => {
        lined.delete(executionId);
        void untilDone(supervisor.takeUp(executionId, placeIn(lane), reason));
      },
    });
  }

  const rowOf = (run: NewRun, status: NewExecution['status'], temporary: boolean): NewExecution => ({
    id: run.executionId ?? null,
    workflowId: run.version.workflowId,
    versionId: run.version.versionId,
    ownerId: run.version.ownerId,
    mode: run.mode,
    status,
    startedAt: clock.now(),
    start: run.input,
    retryOf: run.retryOf ?? null,
    worker: status === 'running' ? processId : null,
    temporary,
    origin: run.isAwaited ? processId : null,
    sessionId: run.sessionId ?? null,
    tick: run.tick ?? null,
    parent: run.parent ?? null,
    recorded: run.recorded,
  });

  /**
   * @param lane null: outside of the lanes
   * @returns null where its tick has started a run already
   */
  const startIn = async (
    lane: Lane<Turn> | null,
    run: NewRun,
  ): Promise<({ executionId: number } & Attendance) | null> => {
    if (closing.signal.aborted) throw tooManyRuns('The server is stopping.');
    if (!config.executes) {
      if (queue && queue.waiting() >= config.queued) throw tooManyRuns('Too many runs wait for a worker.');
    }
    const entered = lane && config.executes ? lane.enter() : config.executes ? 'running' : 'queued';
    if (entered === 'full' || (entered === 'queued' && queue && queue.waiting() >= config.queued)) {
      if (entered === 'queued' && config.executes) lane?.leave('queued');
      throw tooManyRuns('Too many runs wait for a worker.');
    }
    // Results that are there already are read from the database, as for a run that was queued.
    const isQueued = entered === 'queued' || run.recorded !== undefined;
    const rules = saveRulesFor(run.mode, run.version.workflow.settings, config.defaults);
    const giveBack = once(() => {
      if (config.executes) lane?.leave(entered);
    });
    const row = rowOf(run, isQueued ? 'queued' : 'running', rules.temporary);
    const written = await untilDone(commit.write({ kind: 'start', row })).catch((error: unknown) => {
      giveBack();
      throw error;
    });
    if (!written) {
      giveBack();
      return null;
    }
    const executionId = written.id;
    metrics.executionStarted(run.mode);
    const attendance = isQueued && queue && !run.isAwaited ? unattended : audience.attend(executionId);
    if (run.mode === 'manual' && !run.input.startsWith('{"start":{"kind":"partial"'))
      dropEarlierManualRuns(executionId, run);
    if (isQueued && queue) giveBack();
    else if (run.recorded) {
      giveBack();
      lineUp(executionId, run.mode);
    } else {
      const entry = createActiveRun({
        executionId,
        version: run.version,
        mode: run.mode,
        retryOf: run.retryOf ?? null,
        sessionId: run.sessionId ?? null,
        lastNodeAnswer: run.lastNodeAnswer,
        origin: row.origin,
        parent: run.parent ?? null,
        depth: run.depth ?? 0,
        rules,
        startedAt: row.startedAt,
        attempt: 0,
        waitCount: 0,
        elapsed: 0,
        input: run.input,
        staticData: written.staticData,
        state: isQueued ? 'queued' : 'taken',
        place: isQueued ? queuedPlace : lane ? placeIn(lane) : noPlace,
      });
      if (isQueued && lane) waitForTurn(entry, lane);
      else supervisor.begin(entry);
    }
    return { executionId, ...attendance };
  };

  /** A run of this process that queues: all that it needs is in memory. */
  const waitForTurn = (entry: ReturnType<typeof createActiveRun>, lane: Lane<Turn>): void => {
    const { executionId } = entry;
    supervisor.enlist(entry);
    const turn: Turn = {
      begin() {
        const place = placeIn(lane);
        entry.state = 'taken';
        const claiming = commit
          .writeAtLast({ kind: 'claim', executionId, worker: processId })
          .catch((error: unknown) => {
            log.error({ err: error, executionId }, 'A queued execution could not be taken');
            return false;
          });
        void untilDone(claiming).then((isClaimed) => {
          if (!isClaimed) place.release();
          entry.place = isClaimed ? place : queuedPlace;
          if (!isClaimed) entry.verdict ??= { status: 'canceled' };
          supervisor.begin(entry);
        });
      },
    };
    lane.wait(turn);
    void entry.left.then(() => lane.remove(turn));
  };

  /** Not before a partial run: it goes on from their results, and the files of these are theirs. */
  const dropEarlierManualRuns = (executionId: number, { version, sessionId }: NewRun) => {
    const bucket = { workflowId: version.workflowId, sessionId: sessionId ?? null, olderThanId: executionId };
    const dropped = store.deleteTemporary(bucket).then(files.remove);
    untilDone(dropped).catch((error: unknown) => log.warn({ err: error }, 'Earlier runs by hand could not be deleted'));
  };

  const started = ({ executionId, response, ended }: { executionId: number } & Attendance): StartedRun => ({
    executionId,
    response,
    ended,
  });

  const calls = createWorkflowCalls({
    versions,
    nodeTypes,
    store,
    clock,
    processId,
    start: ({ key, ...run }) => startIn(null, { ...run, mode: 'integrated', tick: key, isAwaited: true }),
    attend: audience.attend,
    takeUp: (executionId) => void untilDone(supervisor.takeUp(executionId, noPlace, 'the instance stopped')),
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

  /** Executions that processes share come from their queue. */
  const work =
    queue && config.executes
      ? await queue.work({
          reserve: (name) => lanes[name].enterAll(),
          giveBack(name, places) {
            for (let left = places; left > 0; left--) lanes[name].leave('running');
          },
          whenFree: (name) => lanes[name].whenFree(),
          async claim(connection, name, most) {
            const claimed = await claimQueued(connection, { worker: processId, isManual: name === 'manual', most });
            for (const { stored, hasResults } of claimed) {
              const how = { place: placeIn(lanes[name]), reason: 'the process that ran it is gone', hasResults };
              void untilDone(supervisor.beginClaimed(stored, how));
            }
            return claimed.length;
          },
        })
      : undefined;

  const stopping = createStopping({ processId, supervisor, store, commit, audience, bus, clock });

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

  // Other processes store files for executions that they are about to start, and a bucket is slow to list.
  if (queue)
    void untilDone(
      files.removeOrphans(clock.now() - reservationLifetime).then(
        ({ removed }) => removed,
        (error: unknown) => log.warn({ err: error }, 'Files without an execution could not be looked for'),
      ),
    );
  else void untilDone((await files.removeOrphans()).removed);
  void untilDone(
    store.deleteTemporaryBefore(clock.now() - temporaryLifetime).then(files.remove, (error: unknown) => {
      log.warn({ err: error }, 'Runs by hand of long ago could not be deleted');
    }),
  );

  /** The news of an end may be lost with the process that was to send it. Looked at twice, so that news under way come first. */
  let endedBefore = new Set<number>();
  const tellOfMissedEnds = async (): Promise<void> => {
    const found = await store.ended(audience.attended().filter((id) => !supervisor.active.has(id)));
    for (const { executionId, status } of found)
      if (endedBefore.has(executionId)) audience.end({ executionId, origin: null }, { status });
    endedBefore = new Set(found.map(({ executionId }) => executionId));
  };
  /** A claim or a start may be stored though its answer was lost with the connection: no one would ever begin that execution. */
  let strayBefore = new Set<number>();
  const giveBackStrays = async (): Promise<void> => {
    const found = (await store.ownedBy(processId)).filter((id) => !supervisor.active.has(id));
    const strays = found.filter((id) => strayBefore.has(id));
    strayBefore = new Set(found);
    if (strays.length === 0) return;
    log.warn({ executions: strays.length }, 'Executions that this process had not heard of are queued again');
    await store.giveBack(processId, strays);
  };
  const looking = setInterval(() => {
    if (!queue || closing.signal.aborted) return;
    const looks = config.executes ? [tellOfMissedEnds(), giveBackStrays()] : [tellOfMissedEnds()];
    for (const look of looks) look.catch((error: unknown) => log.debug({ err: error }, 'Looked at again later'));
  }, lookEvery).unref();

  const runs: Runs = {
    async reserve() {
      if (closing.signal.aborted) throw tooManyRuns('The server is stopping.');
      return untilDone(commit.write({ kind: 'reserve' }));
    },

    async start(run) {
      const { start, destinationNode, lastNodeAnswer, sessionId, mode } = run;
      const input = JSON.stringify({ start, destinationNode, lastNodeAnswer } satisfies RunInput);
      const isAwaited = run.waitForAnswer ?? (sessionId !== undefined || mode === 'webhook');
      const begun = await startIn(laneOf(mode), { ...run, input, isAwaited });
      if (!begun) throw new DuplicateTickError(`The tick ${run.tick} has started a run already`);
      return started(begun);
    },

    stop: stopping.stop,

    async resume(executionId, resumption, { lastNodeAnswer, waitCount } = {}) {
      const stored = await store.find(executionId);
      if (stored?.status !== 'waiting') return false;
      if (closing.signal.aborted) throw tooManyRuns('The server is stopping.');
      if (queue ? queue.waiting() >= config.queued : laneOf(stored.mode).isFull())
        throw tooManyRuns('Too many runs wait for a worker.');
      const isAwaited = resumption.kind === 'webhook' || resumption.kind === 'form';
      const attendance = isAwaited || !queue ? audience.attend(executionId) : unattended;
      const origin = isAwaited ? processId : undefined;
      const write = { executionId, resumption, waitCount, lastNodeAnswer, origin, worker: null };
      const isResumed = await untilDone(commit.write({ kind: 'resume', ...write })).catch((error: unknown) => {
        audience.dismiss(executionId, attendance);
        throw error;
      });
      if (!isResumed) {
        audience.dismiss(executionId, attendance);
        return false;
      }
      clearTimeout(waits.get(executionId));
      waits.delete(executionId);
      lineUp(executionId, stored.mode);
      return started({ executionId, ...attendance });
    },

    async retry(executionId, { current, ownerId, sessionId }) {
      const { version, input, recorded } = await planRetry({ store, versions }, executionId, current);
      const run = { version: { ...version, ownerId }, input, recorded, retryOf: executionId, sessionId };
      const begun = await startIn(lanes.production, { ...run, mode: 'retry', isAwaited: sessionId !== undefined });
      return started(begun as NonNullable<typeof begun>);
    },

    async recover() {
      if (closing.signal.aborted) return;
      if (queue) {
        const dead = await options.registry.dead();
        if (dead.length === 0) return;
        const count = await store.requeue({ of: dead });
        await options.registry.forget(dead);
        log.warn({ processes: dead, executions: count }, 'What a dead process left is taken up');
        return;
      }
      const count = await store.requeue({ except: processId });
      const left = await store.unfinished();
      const mine = left.filter(({ executionId }) => !supervisor.active.has(executionId));
      if (mine.length > 0)
        log.warn({ executions: mine.length, interrupted: count }, 'What an earlier stop left is taken up');
      for (const { executionId, mode } of mine) lineUp(executionId, mode);
    },

    workerPids: pool.pids,

    async close() {
      if (closing.signal.aborted) return;
      // Starts that are being written come to their place below, not after it.
      const starting = [...background];
      closing.abort();
      clearInterval(looking);
      for (const timer of waits.values()) clearTimeout(timer);
      await Promise.allSettled(starting);
      // What was being claimed has begun then, and is handed over like all that runs.
      await work?.close();
      await shutdown();
      await Promise.allSettled(background);
      audience.close({
        status: 'queued',
        errorMessage: 'The server has stopped; the execution goes on when it runs again.',
      });
      files.close();
      await commit.close();
      await store.close();
    },
  };
  return runs;
};

const tooManyRuns = (message: string): AppError =>
  new AppError('tooManyRuns', message, { headers: { 'retry-after': retryAfterSeconds } });
