import { randomUUID } from 'node:crypto';
import type { BinaryStore } from '../platform/binary/index.ts';
import type { Clock } from '../platform/clock.ts';
import { AppError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { Push } from '../push/push.ts';
import {
  type ActiveRun,
  crashed,
  createActiveRun,
  endByVerdict,
  setRunTimer,
  timedOut,
  type Verdict,
} from './active-run.ts';
import { createLane, type Lane } from './lane.ts';
import { recordEnd } from './record-end.ts';
import { createRunFiles } from './run-files.ts';
import { createRunView } from './run-view.ts';
import { type RunDefaults, saveRulesFor, timeoutFor } from './save-rules.ts';
import { createStaticData } from './static-data.ts';
import { createGroupCommit } from './store/group-commit.ts';
import type { RunStore } from './store/run-store.ts';
import type { Runs, StartRun } from './types.ts';
import type { RunEnd, RunNews, WorkerSettings } from './workers/protocol.ts';
import { createWorkerPool } from './workers/worker-pool.ts';

export interface RunsConfig {
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
  defaults: RunDefaults;
}

export interface RunsOptions {
  store: RunStore;
  push: Pick<Push, 'send' | 'sendText'>;
  binary: Pick<BinaryStore, 'deleteExecution' | 'executionIds'>;
  clock: Clock;
  log: Log;
  config: RunsConfig;
}

const defaultWorkerEntry = new URL('./worker/main.ts', import.meta.url);

/** After a stop order, before the worker is killed. */
const stopGrace = 1000;
const timeoutGrace = 5000;
/** For runs that are under way when the server closes. */
const closeGrace = 2000;
const retryAfterSeconds = '2';

/**
 * The life of runs: a start is durable before anyone is told of it, a worker executes it, its end is durable before anyone is told of that.
 * What an earlier process left unfinished is ended before this resolves.
 */
export const createRuns = async ({
  store,
  push,
  binary,
  clock,
  log,
  config,
}: RunsOptions): Promise<Runs & RunProcesses> => {
  const instance = randomUUID();
  const active = new Map<number, ActiveRun>();
  const staticData = createStaticData();
  const view = createRunView(push);
  const files = createRunFiles({ binary, store, log });
  const background = new Set<Promise<unknown>>();
  let closing = false;

  /** `close` waits for it. */
  const untilDone = <T>(work: Promise<T>): Promise<T> => {
    background.add(work);
    const done = () => background.delete(work);
    work.then(done, done);
    return work;
  };
  const stoppedInstance = () => crashed('the instance stopped', clock.now());

  const left = await store.endUnfinished({
    stoppedAt: clock.now(),
    error: JSON.stringify(stoppedInstance().error),
  });
  if (left > 0) log.warn({ executions: left }, 'Executions that an earlier stop interrupted were ended');
  untilDone((await files.removeOrphans()).removed);

  const commit = createGroupCommit(store);
  const pool = createWorkerPool({
    entry: config.workerEntry ?? defaultWorkerEntry,
    size: config.workers,
    heapMegabytes: config.workerHeapMegabytes,
    settings: config.worker,
    log,
    onNews: receive,
    onLost: (executionIds, reason) => {
      for (const executionId of executionIds) {
        const run = active.get(executionId);
        if (!run) continue;
        run.verdict ??= crashed(reason, clock.now());
        void finish(run, endByVerdict(executionId, run.verdict));
      }
    },
  });

  const lanes = {
    production: createLane<ActiveRun>({ running: config.concurrency, queued: config.queued }, take),
    manual: createLane<ActiveRun>({ running: config.manualConcurrency, queued: config.queued }, take),
  };
  const laneOf = (run: StartRun): Lane<ActiveRun> => (run.mode === 'manual' ? lanes.manual : lanes.production);

  const start: Runs['start'] = async (run) => {
    if (closing) throw tooManyRuns('The server is stopping.');
    const lane = laneOf(run);
    const place = lane.enter();
    if (place === 'full') throw tooManyRuns('Too many runs wait for a worker.');
    const rules = saveRulesFor(run.mode, run.version.workflow.settings, config.defaults);
    const startedAt = clock.now();
    let executionId: number;
    let input: string;
    try {
      input = JSON.stringify({ start: run.start, destinationNode: run.destinationNode });
      const row = {
        id: run.executionId ?? null,
        workflowId: run.version.workflowId,
        versionId: run.version.versionId,
        ownerId: run.version.ownerId,
        mode: run.mode,
        status: place,
        startedAt,
        start: input,
        retryOf: run.retryOf ?? null,
        worker: place === 'running' ? instance : null,
        temporary: rules.temporary,
      };
      executionId = (await untilDone(commit.write({ kind: 'start', row }))) as number;
    } catch (error) {
      lane.leave(place);
      throw error;
    }
    const state = place === 'running' ? 'taken' : 'queued';
    const entry = createActiveRun({ executionId, run, input, rules, startedAt, state });
    active.set(executionId, entry);
    if (run.mode === 'manual' && run.start.kind !== 'partial') dropEarlierManualRuns(entry);
    if (place === 'running') dispatch(entry);
    else lane.wait(entry);
    return { executionId, response: entry.response, ended: entry.ended };
  };

  /** Not before a partial run: it goes on from their results, and the files of these are theirs. */
  const dropEarlierManualRuns = ({ executionId, run }: ActiveRun) => {
    const dropped = store.deleteTemporary(run.version.workflowId, executionId).then(files.remove);
    untilDone(dropped).catch((error: unknown) => log.warn({ err: error }, 'Earlier runs by hand could not be deleted'));
  };

  /** A queued run has got a place. */
  function take(entry: ActiveRun): void {
    entry.state = 'taken';
    commit.writeAtLast({ kind: 'take', executionId: entry.executionId, worker: instance }).then(
      () => dispatch(entry),
      (error: unknown) => {
        log.error({ err: error, executionId: entry.executionId }, 'A queued run could not be taken');
        entry.verdict ??= crashed('its start could not be recorded', clock.now());
        void finish(entry, endByVerdict(entry.executionId, entry.verdict));
      },
    );
  }

  const dispatch = (entry: ActiveRun): void => {
    if (entry.run.sessionId === undefined) hand(entry);
    // The answer to whoever started it goes out first, then the news that it runs, then what it does.
    else
      setImmediate(() => {
        view.started(entry);
        hand(entry);
      });
  };

  const hand = (entry: ActiveRun): void => {
    if (entry.state !== 'taken') return;
    const { executionId, run, rules } = entry;
    if (closing) entry.verdict ??= stoppedInstance();
    if (entry.verdict) {
      void finish(entry, endByVerdict(executionId, entry.verdict));
      return;
    }
    entry.state = 'dispatched';
    const { version } = run;
    pool.run(
      {
        executionId,
        versionId: version.versionId,
        mode: run.mode,
        input: entry.input,
        staticData: run.mode === 'manual' ? undefined : staticData.of(version),
        watched: run.sessionId !== undefined,
        streamed: run.sessionId !== undefined || rules.progress,
        keepOnSuccess: rules.success,
        keepOnError: rules.error,
        lastNodeAnswer: run.lastNodeAnswer,
      },
      () =>
        JSON.stringify({ ...version.workflow, id: version.workflowId === null ? null : String(version.workflowId) }),
    );
    entry.input = '';
    const timeout = timeoutFor(version.workflow.settings, config.defaults);
    if (timeout !== undefined)
      setRunTimer(entry, timeout * 1000, () => condemn(entry, timedOut(timeout, clock.now()), timeoutGrace));
  };

  /** Tells a run to end, and kills its worker when it does not. */
  const condemn = (entry: ActiveRun, verdict: Verdict, grace: number): void => {
    if (entry.state === 'ending') return;
    entry.verdict = verdict;
    const { executionId } = entry;
    if (entry.state === 'queued') {
      laneOf(entry.run).remove(entry);
      void finish(entry, endByVerdict(executionId, verdict));
    } else if (entry.state === 'dispatched') {
      pool.stop(executionId);
      setRunTimer(entry, grace, () =>
        pool.killWorkerOf(executionId, 'its worker was ended because another run on it could not be stopped'),
      );
    }
  };

  function receive(message: RunNews): void {
    const executionId = message.type === 'ended' ? message.end.executionId : message.executionId;
    const entry = active.get(executionId);
    if (!entry || entry.state === 'ending') return;
    view.news(entry, message);
    switch (message.type) {
      case 'nodeFinished':
        record(entry, message);
        return;
      case 'response':
        entry.respond(message.response);
        return;
      case 'ended':
        void finish(entry, message.end);
    }
  }

  const record = ({ executionId }: ActiveRun, { record }: Extract<RunNews, { type: 'nodeFinished' }>) => {
    untilDone(commit.writeAtLast({ kind: 'nodes', executionId, nodes: [record] })).catch((error: unknown) =>
      log.error({ err: error, executionId }, 'The result of a node could not be recorded'),
    );
  };

  const finish = async (entry: ActiveRun, end: RunEnd): Promise<void> => {
    if (entry.state === 'ending') return;
    const hadPlace = entry.state !== 'queued';
    entry.state = 'ending';
    const { executionId, run } = entry;
    for (const timer of entry.timers) clearTimeout(timer);
    if (hadPlace) laneOf(run).leave('running');
    entry.respond(undefined);

    const changed = end.staticData && staticData.merge(run.version, end.staticData);
    const recorded = await recordEnd({ commit, log }, entry, end, { stoppedAt: clock.now(), staticData: changed });
    active.delete(executionId);
    if (!recorded.isKept) void untilDone(files.removeAfter(executionId, [await entry.response, end.answer]));
    view.finished(entry, recorded);
    const { status, errorMessage } = recorded;
    entry.end({ status, errorMessage, answer: status === 'success' ? end.answer : undefined });
  };

  return {
    async reserve() {
      if (closing) throw tooManyRuns('The server is stopping.');
      return (await untilDone(commit.write({ kind: 'reserve' }))) as number;
    },

    start,

    async stop(executionId) {
      const entry = active.get(executionId);
      if (!entry || entry.state === 'ending') return false;
      condemn(entry, { status: 'canceled' }, stopGrace);
      await entry.ended;
      return true;
    },

    current: () => [...active.keys()],
    workerPids: pool.pids,

    async close() {
      if (closing) return;
      closing = true;
      // Starts that are being written come to their end below, not after it.
      await Promise.allSettled(background);
      for (const lane of Object.values(lanes)) for (const entry of lane.waiting()) condemn(entry, stoppedInstance(), 0);
      const allEnded = Promise.all([...active.values()].map(({ ended }) => ended));
      let timer: NodeJS.Timeout | undefined;
      await Promise.race([allEnded, new Promise((resolve) => (timer = setTimeout(resolve, closeGrace)))]);
      clearTimeout(timer);
      for (const entry of active.values()) {
        entry.verdict ??= stoppedInstance();
        void finish(entry, endByVerdict(entry.executionId, entry.verdict));
      }
      await pool.close();
      await Promise.all([...active.values()].map(({ ended }) => ended));
      await Promise.allSettled(background);
      files.close();
      await commit.close();
    },
  };
};

export interface RunProcesses {
  /** Process ids of the workers, for measurements. */
  workerPids(): number[];
}

const tooManyRuns = (message: string): AppError =>
  new AppError('tooManyRuns', message, { headers: { 'retry-after': retryAfterSeconds } });
