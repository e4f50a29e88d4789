import type { Log } from '../../platform/log.ts';
import { createMailbox, type Mailbox } from './mailbox.ts';
import type { FromWorker, RunNews, ToWorker, WorkerRun, WorkerSettings } from './protocol.ts';
import { startWorkerProcess, type WorkerExit, type WorkerProcess } from './worker-process.ts';

/**
 * The worker processes of this machine. A worker is
 *
 *   starting → ready ⇄ stuck → gone
 *
 * stuck: it has not answered a ping in time, so some run of it keeps it busy without a pause. It gets no new runs, what it was not sent
 * goes elsewhere, and another worker is started in its place until it answers again or is killed; one that holds several runs is killed
 * after a while. gone: it is replaced, runs that it was not sent go elsewhere, all others are reported as lost.
 *
 * A run that may have killed its worker gets a process of its own, which serves no other run and may be stuck as long as the run lasts.
 */
export interface WorkerPool {
  /** `workflow` gives the version's JSON; it is asked for only when the worker does not have it. */
  run(run: WorkerRun, workflow: () => string, options?: { alone: boolean }): void;
  /** To the worker of a run, if it still has one. */
  send(executionId: number, message: ToWorker): void;
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
  onNews(news: RunNews): void;
  /** The worker of these runs is gone. */
  onLost(executionIds: number[], loss: Loss): void;
  /** A worker was started in place of one that is gone or stuck. */
  onReplaced?(): void;
}

/** Why runs have lost their worker. */
export interface Loss {
  cause: WorkerExit['cause'] | 'stuck';
  /** A clause without capital and full stop. */
  reason: string;
  /** There was no other run in it. */
  wasAlone: boolean;
}

/** What it takes to hand a run over, once more if need be. */
interface Assignment {
  run: WorkerRun;
  workflow: () => string;
  alone: boolean;
  attempts: number;
}

interface Worker {
  readonly number: number;
  readonly process: WorkerProcess;
  readonly mailbox: Mailbox;
  /** By execution; without an assignment the worker was sent it and may have begun. */
  readonly runs: Map<number, Assignment | undefined>;
  /** Versions that it holds, least recently used first. */
  readonly versions: Set<number>;
  readonly startedAt: number;
  /** For one run that gets no company. */
  readonly isSolitary: boolean;
  state: 'starting' | 'ready' | 'stuck';
  /** When the ping was sent that has not been answered. */
  pingedAt: number | undefined;
  /** Why it was killed, if we did it. */
  killedBecause: Omit<Loss, 'wasAlone'> | undefined;
}

const pingInterval = 1000;
const stuckAfter = 2500;
/** A stuck worker of several runs is killed then. */
const killedAfter = 10_000;
/** Busy workers that are kept beside their replacements. */
const mostStuck = 4;
const mostSolitary = 4;
const versionsPerWorker = 200;
/** A worker that dies sooner after its start is replaced after a pause, not at once. */
const earlyDeath = 2000;
const pauseAfterEarlyDeath = 900;
/** Workers that a run is handed to before it is given up. */
const mostAttempts = 3;

export const createWorkerPool = (options: WorkerPoolOptions): WorkerPool => {
  const { log } = options;
  const workers = new Set<Worker>();
  const workerOf = new Map<number, Worker>();
  const pauses = new Set<NodeJS.Timeout>();
  /** Runs that wait for a process of their own. */
  let lonely: Assignment[] = [];
  let count = 0;
  let closing: (() => void) | undefined;

  const usable = () => [...workers].filter(({ state, isSolitary }) => state !== 'stuck' && !isSolitary);
  const countSolitary = () => [...workers].filter(({ isSolitary }) => isSolitary).length;

  const startWorker = (isSolitary = false): Worker => {
    const runs: Worker['runs'] = new Map();
    const child = startWorkerProcess({
      entry: options.entry,
      heapMegabytes: options.heapMegabytes,
      onMessages: (messages) => {
        for (const message of messages) receive(worker, message);
      },
      onExit: (exit) => bury(worker, worker.killedBecause ?? exit),
    });
    const mailbox = createMailbox(child.send, (executionIds) => {
      for (const id of executionIds) if (runs.has(id)) runs.set(id, undefined);
    });
    const worker: Worker = {
      number: ++count,
      process: child,
      mailbox,
      runs,
      versions: new Set(),
      startedAt: performance.now(),
      isSolitary,
      state: 'starting',
      pingedAt: undefined,
      killedBecause: undefined,
    };
    mailbox.add({ type: 'settings', settings: options.settings });
    workers.add(worker);
    return worker;
  };

  const fill = () => {
    while (!closing && usable().length < options.size) startWorker();
  };

  const replace = () => {
    options.onReplaced?.();
    fill();
  };

  const bury = (worker: Worker, { cause, reason }: Omit<Loss, 'wasAlone'>) => {
    // One that was released is no loss.
    if (!workers.delete(worker)) return;
    if (closing) {
      if (workers.size === 0) closing();
      return;
    }
    const again: Assignment[] = [];
    const lost: number[] = [];
    const wasAlone = worker.runs.size === 1;
    for (const [executionId, assignment] of worker.runs) {
      workerOf.delete(executionId);
      if (assignment && assignment.attempts < mostAttempts) again.push(assignment);
      else lost.push(executionId);
    }
    log.warn({ worker: worker.number, lost: lost.length, notBegun: again.length, reason }, 'A worker has ended');
    if (worker.isSolitary) startLonely();
    else if (performance.now() - worker.startedAt > earlyDeath) replace();
    else {
      const pause = setTimeout(() => {
        pauses.delete(pause);
        replace();
      }, pauseAfterEarlyDeath);
      pauses.add(pause);
    }
    for (const assignment of again) assign(assignment);
    if (lost.length > 0) options.onLost(lost, { cause, reason, wasAlone });
  };

  const receive = (worker: Worker, message: FromWorker) => {
    switch (message.type) {
      case 'ready':
        if (worker.state === 'starting') worker.state = 'ready';
        return;
      case 'received':
        worker.mailbox.received();
        return;
      case 'pong':
        worker.pingedAt = undefined;
        if (worker.state === 'stuck') {
          worker.state = 'ready';
          log.info({ worker: worker.number }, 'A worker answers again');
          for (const any of [...workers]) releaseSurplus(any);
        }
        return;
      case 'ended':
        worker.runs.delete(message.end.executionId);
        workerOf.delete(message.end.executionId);
        releaseSurplus(worker);
        break;
    }
    options.onNews(message);
  };

  const releaseSurplus = (worker: Worker) => {
    if (worker.runs.size > 0 || (!worker.isSolitary && usable().length <= options.size)) return;
    workers.delete(worker);
    worker.process.release();
    if (worker.isSolitary) startLonely();
  };

  const startLonely = () => {
    if (closing || countSolitary() >= mostSolitary) return;
    const next = lonely.shift();
    if (next) give(startWorker(true), next);
  };

  const watch = () => {
    const now = performance.now();
    for (const worker of workers) {
      if (worker.state === 'starting') continue;
      if (worker.pingedAt === undefined) {
        if (worker.runs.size === 0) continue;
        worker.pingedAt = now;
        worker.mailbox.add({ type: 'ping' });
      } else if (worker.isSolitary) {
        // It keeps no one waiting.
      } else if (worker.state === 'ready' && now - worker.pingedAt > stuckAfter) {
        if ([...workers].filter(({ state }) => state === 'stuck').length >= mostStuck) continue;
        setAside(worker);
      } else if (worker.state === 'stuck' && worker.runs.size > 1 && now - worker.pingedAt > killedAfter) {
        worker.killedBecause ??= {
          cause: 'stuck',
          reason: 'its worker was kept busy without a pause by one of its runs',
        };
        worker.process.kill();
      }
    }
  };

  const setAside = (worker: Worker) => {
    worker.state = 'stuck';
    log.warn(
      { worker: worker.number, runs: worker.runs.size },
      'A worker is busy without a pause and gets no new runs',
    );
    replace();
    for (const executionId of worker.mailbox.takeUnsentRuns()) {
      const assignment = worker.runs.get(executionId);
      worker.runs.delete(executionId);
      if (assignment) assign(assignment);
    }
  };

  const leastBusy = (): Worker => {
    let best: Worker | undefined;
    for (const worker of workers) {
      if (worker.state === 'stuck' || worker.isSolitary || !worker.process.isConnected) continue;
      if (!best || worker.runs.size < best.runs.size) best = worker;
    }
    return best ?? startWorker();
  };

  const provideVersion = (worker: Worker, versionId: number, workflow: () => string) => {
    const known = worker.versions.delete(versionId);
    worker.versions.add(versionId);
    if (known) return;
    worker.mailbox.add({ type: 'version', versionId, workflow: workflow() });
    if (worker.versions.size <= versionsPerWorker) return;
    const oldest = worker.versions.values().next().value as number;
    worker.versions.delete(oldest);
    worker.mailbox.add({ type: 'forgetVersion', versionId: oldest });
  };

  const assign = (assignment: Assignment) => {
    if (!assignment.alone) return give(leastBusy(), assignment);
    lonely.push(assignment);
    startLonely();
  };

  const give = (worker: Worker, assignment: Assignment) => {
    const { run, workflow } = assignment;
    assignment.attempts++;
    provideVersion(worker, run.versionId, workflow);
    worker.runs.set(run.executionId, assignment);
    workerOf.set(run.executionId, worker);
    worker.mailbox.add({ type: 'run', run });
  };

  const timer = setInterval(watch, pingInterval).unref();
  fill();

  return {
    run: (run, workflow, { alone } = { alone: false }) => assign({ run, workflow, alone, attempts: 0 }),

    send: (executionId, message) => workerOf.get(executionId)?.mailbox.add(message),

    killWorkerOf(executionId, reason) {
      const isLonely = lonely.find(({ run }) => run.executionId === executionId);
      if (isLonely) {
        lonely = lonely.filter((assignment) => assignment !== isLonely);
        options.onLost([executionId], { cause: 'ended', reason, wasAlone: true });
      }
      const worker = workerOf.get(executionId);
      if (!worker) return;
      worker.killedBecause ??= { cause: 'ended', reason };
      // This one is not to begin anywhere.
      worker.runs.set(executionId, undefined);
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
