import type { Log } from '../../platform/log.ts';
import type { FromWorker, ToWorker, WorkerRun, WorkerSettings } from './protocol.ts';
import { startWorkerProcess, type WorkerProcess } from './worker-process.ts';

/**
 * The worker processes of this machine. A worker is
 *
 *   starting → ready ⇄ stuck → gone
 *
 * stuck: it has not answered a ping in time, so some run of it keeps it busy without a pause. It gets no new runs, and
 * another worker is started in its place until it answers again or is killed. gone: its runs are reported as lost, and it is replaced.
 */
export interface WorkerPool {
  /** `workflow` gives the version's JSON; it is asked for only when the worker does not have it. */
  run(run: WorkerRun, workflow: () => string): void;
  /** Asks the worker of a run to end it. */
  stop(executionId: number): void;
  /** Kills the worker of a run: all its runs are lost, and are told the reason. */
  killWorkerOf(executionId: number, reason: string): void;
  /** Process ids, for measurements. */
  pids(): number[];
  /** Kills all workers; nothing is reported as lost. */
  close(): Promise<void>;
}

export interface WorkerPoolOptions {
  entry: URL;
  size: number;
  heapMegabytes: number;
  settings: WorkerSettings;
  log: Log;
  onMessage(message: Exclude<FromWorker, { type: 'ready' | 'pong' }>): void;
  /** The worker of these runs is gone. `reason` is a clause without capital and full stop. */
  onLost(executionIds: number[], reason: string): void;
}

interface Worker {
  readonly number: number;
  readonly process: WorkerProcess;
  readonly runs: Set<number>;
  /** Versions that it holds, least recently used first. */
  readonly versions: Set<number>;
  readonly startedAt: number;
  state: 'starting' | 'ready' | 'stuck';
  /** When the ping was sent that has not been answered. */
  pingedAt: number | undefined;
  /** Why it was killed, if we did it. */
  killedBecause: string | undefined;
}

const pingInterval = 1000;
const stuckAfter = 2500;
/** Busy workers that are kept beside their replacements. */
const mostStuck = 4;
const versionsPerWorker = 200;
/** A worker that dies sooner after its start is replaced after a pause, not at once. */
const earlyDeath = 2000;
const pauseAfterEarlyDeath = 900;

export const createWorkerPool = (options: WorkerPoolOptions): WorkerPool => {
  const { log } = options;
  const workers = new Set<Worker>();
  const workerOf = new Map<number, Worker>();
  const pauses = new Set<NodeJS.Timeout>();
  let count = 0;
  let closing: (() => void) | undefined;

  const usable = () => [...workers].filter(({ state }) => state !== 'stuck');

  const startWorker = (): Worker => {
    const worker: Worker = {
      number: ++count,
      process: startWorkerProcess({
        entry: options.entry,
        settings: options.settings,
        heapMegabytes: options.heapMegabytes,
        onMessages: (messages) => {
          for (const message of messages) receive(worker, message);
        },
        onExit: (reason) => bury(worker, worker.killedBecause ?? reason),
      }),
      runs: new Set(),
      versions: new Set(),
      startedAt: performance.now(),
      state: 'starting',
      pingedAt: undefined,
      killedBecause: undefined,
    };
    workers.add(worker);
    return worker;
  };

  const fill = () => {
    while (!closing && usable().length < options.size) startWorker();
  };

  const bury = (worker: Worker, reason: string) => {
    workers.delete(worker);
    if (closing) {
      if (workers.size === 0) closing();
      return;
    }
    const lost = [...worker.runs];
    const released = lost.length === 0 && reason.endsWith('code 0');
    if (!released) log.warn({ worker: worker.number, runs: lost.length, reason }, 'A worker has ended');
    for (const executionId of lost) workerOf.delete(executionId);
    if (performance.now() - worker.startedAt > earlyDeath) fill();
    else {
      const pause = setTimeout(() => {
        pauses.delete(pause);
        fill();
      }, pauseAfterEarlyDeath);
      pauses.add(pause);
    }
    if (lost.length > 0) options.onLost(lost, reason);
  };

  const receive = (worker: Worker, message: FromWorker) => {
    switch (message.type) {
      case 'ready':
        if (worker.state === 'starting') worker.state = 'ready';
        return;
      case 'pong':
        worker.pingedAt = undefined;
        if (worker.state === 'stuck') {
          worker.state = 'ready';
          log.info({ worker: worker.number }, 'A worker answers again');
        }
        return;
      case 'ended':
        worker.runs.delete(message.end.executionId);
        workerOf.delete(message.end.executionId);
        releaseSurplus(worker);
        break;
    }
    options.onMessage(message);
  };

  const releaseSurplus = (worker: Worker) => {
    if (worker.runs.size > 0 || usable().length <= options.size) return;
    workers.delete(worker);
    worker.process.release();
  };

  const watch = () => {
    const now = performance.now();
    for (const worker of workers) {
      if (worker.state === 'starting') continue;
      if (worker.pingedAt === undefined) {
        if (worker.runs.size === 0) continue;
        worker.pingedAt = now;
        worker.process.send({ type: 'ping' });
      } else if (worker.state === 'ready' && now - worker.pingedAt > stuckAfter) {
        if ([...workers].filter(({ state }) => state === 'stuck').length >= mostStuck) continue;
        worker.state = 'stuck';
        log.warn(
          { worker: worker.number, runs: worker.runs.size },
          'A worker is busy without a pause and gets no new runs',
        );
        fill();
      }
    }
  };

  const leastBusy = (): Worker => {
    let best: Worker | undefined;
    for (const worker of workers) {
      if (worker.state === 'stuck' || !worker.process.isConnected) continue;
      if (!best || worker.runs.size < best.runs.size) best = worker;
    }
    return best ?? startWorker();
  };

  const provideVersion = (worker: Worker, versionId: number, workflow: () => string) => {
    const known = worker.versions.delete(versionId);
    worker.versions.add(versionId);
    if (known) return;
    worker.process.send({ type: 'version', versionId, workflow: workflow() });
    if (worker.versions.size <= versionsPerWorker) return;
    const oldest = worker.versions.values().next().value as number;
    worker.versions.delete(oldest);
    worker.process.send({ type: 'forgetVersion', versionId: oldest });
  };

  const sendTo = (executionId: number, message: ToWorker) => workerOf.get(executionId)?.process.send(message);

  const timer = setInterval(watch, pingInterval).unref();
  fill();

  return {
    run(run, workflow) {
      const worker = leastBusy();
      provideVersion(worker, run.versionId, workflow);
      worker.runs.add(run.executionId);
      workerOf.set(run.executionId, worker);
      worker.process.send({ type: 'run', run });
    },

    stop: (executionId) => sendTo(executionId, { type: 'stop', executionId }),

    killWorkerOf(executionId, reason) {
      const worker = workerOf.get(executionId);
      if (!worker) return;
      worker.killedBecause ??= reason;
      worker.process.kill();
    },

    pids: () => [...workers].flatMap(({ process: { pid } }) => (pid === undefined ? [] : [pid])),

    close: () => {
      clearInterval(timer);
      for (const pause of pauses) clearTimeout(pause);
      return new Promise((resolve) => {
        closing = resolve;
        if (workers.size === 0) resolve();
        for (const worker of workers) worker.process.kill();
      });
    },
  };
};
