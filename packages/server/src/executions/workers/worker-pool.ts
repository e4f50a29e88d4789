import type { AnswerDataTables } from '../../data-tables/protocol.ts';
import type { Log } from '../../platform/log.ts';
import type { SandboxProcess } from '../../sandbox/sandbox-process.ts';
import type { OutboundProcess } from '../outbound/outbound-process.ts';
import type { ExecutionMessage, FromWorker, Question, ToWorker, WorkerExecution } from './protocol.ts';
import type { Room } from './room.ts';
import type { WorkerSettings } from './settings.ts';
import { type Assignment, startWorker, type Worker, type WorkerLossCause } from './worker.ts';

/**
 * The worker processes of this machine.
 *
 * A worker that is stuck gets nothing new, what it was not sent goes elsewhere, and another worker is started in its place until it answers again or is
 * killed: after a few seconds, if it holds several executions. The one that kept it busy goes on isolated, in a process that serves no other and may
 * be busy for a minute; the others go on in another worker. A worker that is gone is replaced, and what it was sent is reported as lost.
 *
 * A worker that is short of memory gets nothing further either.
 */
export interface WorkerPool {
  assign(
    execution: WorkerExecution,
    /** JSON of the workflow's version; asked for only when the worker does not have it. */
    workflow: () => string,
    how: { isIsolated: boolean; isWithinParent: boolean },
  ): void;
  /** To the worker of an execution, if it still has one. */
  send(executionId: number, message: ToWorker): void;
  /** Whether the worker that was given this token has the execution. */
  hasExecution(token: string, executionId: number): boolean;
  /** Settings for workers that start from now on. The present ones get nothing new, and end when their executions have ended. */
  renew(settings: WorkerSettings): void;
  /** Kills the worker of an execution: all its executions are lost, and are told the reason. */
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
  patience?: WorkerPatience;
  /** Is told whether there is memory for more. */
  room: Room;
  /** Makes the requests of their nodes. */
  outbound: Pick<OutboundProcess, 'reach'>;
  dataTables: AnswerDataTables;
  /** Answers what a worker asks about an execution of its own. It does not fail. */
  answer(executionId: number, question: Question): Promise<string | boolean>;
  /** Runs code of people. */
  sandbox: Pick<SandboxProcess, 'reach'>;
  log: Log;
  onMessage(executionId: number, message: ExecutionMessage): void;
  onLost(executionId: number, loss: Loss): void;
  /** A worker was started in place of one that is gone or stuck. */
  onReplaced?(): void;
}

/** Why an execution has lost its worker. */
export interface Loss {
  cause: WorkerLossCause['cause'];
  /** A clause without capital and full stop. */
  reason: string;
  /** It was its code that ran when this happened, or that is not known. */
  isCulprit: boolean;
  /** It had all the memory of a worker, or all the time that an isolated one has. */
  wasAlone: boolean;
}

/** How long a worker may be busy without a pause, in milliseconds. */
export interface WorkerPatience {
  /** Between two looks. */
  look: number;
  /** Then it is stuck. */
  stuck: number;
  /** Then it is killed, if it has several executions. */
  killed: number;
  /** The same for one of an isolated execution. */
  isolated: number;
}

const defaultPatience: WorkerPatience = { look: 250, stuck: 1000, killed: 5000, isolated: 60_000 };

/** Busy workers that are kept beside their replacements, and isolated ones. */
const mostStuck = 4;
const mostIsolated = 4;
/** A worker that dies sooner after its start is replaced after a pause, not at once. */
const earlyDeath = 2000;
const pauseAfterEarlyDeath = 900;
/** Workers that an execution is given to before it is given up. */
const mostAttempts = 3;

const stuckReason = 'its worker was kept busy without a pause';

export const createWorkerPool = (options: WorkerPoolOptions): WorkerPool => {
  const { log, size, room, patience = defaultPatience } = options;
  let { settings } = options;
  const workers = new Set<Worker>();
  /** Those that end by themselves, which is no loss. */
  const released = new Set<Worker>();
  const workerOf = new Map<number, Worker>();
  const pauses = new Set<NodeJS.Timeout>();
  /** Those that wait for a process of their own, and those that wait for a worker with room. */
  let isolated: Assignment[] = [];
  let waiting: Assignment[] = [];
  let count = 0;
  let closing: (() => void) | undefined;
  let watchedAt = performance.now();

  const all = () => [...workers];
  const usable = () =>
    all().filter(({ state, isIsolated, isRetired }) => state !== 'stuck' && !isIsolated && !isRetired);
  const countIsolated = () => all().filter(({ isIsolated }) => isIsolated).length;
  const countStuck = () => all().filter(({ state, isIsolated }) => state === 'stuck' && !isIsolated).length;

  const start = (isIsolated: boolean): Worker => {
    const { entry, heapMegabytes } = options;
    const worker = startWorker({
      number: ++count,
      entry,
      heapMegabytes,
      settings,
      isIsolated,
      onMessage: receive,
      onExit: (ended, exit) => bury(ended, ended.killedBecause ?? exit),
    });
    workers.add(worker);
    return worker;
  };

  const fill = () => {
    while (!closing && usable().length < size && countStuck() <= mostStuck) start(false);
    giveWaiting();
  };

  const replace = () => {
    options.onReplaced?.();
    fill();
  };

  const isOpen = (worker: Worker): boolean =>
    worker.state !== 'stuck' && !worker.isIsolated && !worker.isRetired && worker.process.isConnected;

  /** One that has the execution still is ending an earlier life of it, which this process had lost. */
  const findWorker = (mayExceed: boolean, executionId?: number): Worker | undefined => {
    let best: Worker | undefined;
    for (const worker of workers) {
      if (executionId !== undefined && worker.executions.has(executionId)) continue;
      if (!isOpen(worker) || (worker.credit <= 0 && !mayExceed && worker.executions.size > 0)) continue;
      if (!best || worker.executions.size < best.executions.size) best = worker;
    }
    return best;
  };

  const isWith = (worker: Worker, executionId: number): boolean => workerOf.get(executionId) === worker;

  const leave = (worker: Worker, executionId: number) => {
    worker.executions.delete(executionId);
    if (isWith(worker, executionId)) workerOf.delete(executionId);
  };

  const give = (worker: Worker, assignment: Assignment) => {
    workerOf.set(assignment.execution.executionId, worker);
    worker.give(assignment);
  };

  /** Not for the end of an earlier life. */
  const waitsForRoom = ({ execution }: Assignment): boolean =>
    !all().some(({ executions }) => executions.has(execution.executionId));
  const tellRoom = () => room.set(!waiting.some(waitsForRoom) && (size === 0 || findWorker(false) !== undefined));

  const giveWaiting = () => {
    waiting = waiting.filter((assignment) => {
      const worker = findWorker(false, assignment.execution.executionId);
      if (worker) give(worker, assignment);
      return !worker;
    });
    tellRoom();
  };

  const startIsolated = () => {
    while (!closing && isolated.length > 0 && countIsolated() < mostIsolated)
      give(start(true), isolated.shift() as Assignment);
  };

  const assign = (assignment: Assignment) => {
    // What a worker still says of an earlier life of it is not about this one.
    workerOf.delete(assignment.execution.executionId);
    if (assignment.isIsolated) {
      isolated.push(assignment);
      return startIsolated();
    }
    const worker = findWorker(assignment.isWithinParent, assignment.execution.executionId);
    if (worker) give(worker, assignment);
    else waiting.push(assignment);
    if (!worker || worker.credit <= 0) {
      tellRoom();
      for (const any of workers) if (isOpen(any)) any.ping();
    }
  };

  /** What the worker was not sent begins elsewhere. */
  const takeBack = (worker: Worker): Assignment[] => {
    const taken: Assignment[] = [];
    for (const [executionId, assignment] of worker.executions) {
      if (!assignment || assignment.attempts >= mostAttempts || !isWith(worker, executionId)) continue;
      leave(worker, executionId);
      taken.push(assignment);
    }
    return taken;
  };

  const bury = (worker: Worker, { cause, reason, isFromOutside = false }: WorkerLossCause) => {
    // One that was released is no loss.
    const wasReleased = released.delete(worker);
    workers.delete(worker);
    if (closing && workers.size + released.size === 0) closing();
    if (closing || wasReleased) return;
    const again = takeBack(worker);
    const lost = [...worker.executions.keys()].filter((executionId) => isWith(worker, executionId));
    const isSingle = lost.length === 1;
    for (const executionId of lost) workerOf.delete(executionId);
    const running = worker.process.lastRunning();
    const isKnown = running !== undefined && lost.includes(running);
    log.warn(
      { worker: worker.number, lost: lost.length, notBegun: again.length, reason, running },
      'A worker has ended',
    );
    if (worker.isIsolated) startIsolated();
    else if (performance.now() - worker.startedAt > earlyDeath) replace();
    else {
      const pause = setTimeout(() => {
        pauses.delete(pause);
        replace();
      }, pauseAfterEarlyDeath);
      pauses.add(pause);
    }
    for (const assignment of again) assign(assignment);
    for (const executionId of lost) {
      const isCulprit = !isFromOutside && (isSingle || (isKnown ? executionId === running : cause !== 'ended'));
      const wasAlone = cause === 'stuck' ? worker.isIsolated : isSingle;
      options.onLost(executionId, { cause, reason, isCulprit, wasAlone });
    }
    tellRoom();
  };

  const receive = (worker: Worker, message: FromWorker) => {
    switch (message.type) {
      case 'ready':
        if (worker.state === 'starting') worker.state = 'ready';
        return;
      case 'wantOutbound':
        options.outbound.reach(worker.token).then(
          (address) => worker.mailbox.add({ type: 'outbound', address }),
          (error: unknown) => {
            log.error({ err: error }, 'The outbound process could not be started');
            worker.mailbox.add({ type: 'outbound', address: null });
          },
        );
        return;
      case 'dataTable': {
        const { executionId, id, key, request } = message;
        void options
          .dataTables({ token: worker.token, asker: executionId, key, request })
          .then((answer) => worker.mailbox.add({ type: 'dataTableAnswer', executionId, id, answer }));
        return;
      }
      case 'question': {
        const { executionId, id, question } = message;
        if (!isWith(worker, executionId)) return;
        void options
          .answer(executionId, question)
          .then((answer) => worker.mailbox.add({ type: 'answer', executionId, id, answer }));
        return;
      }
      case 'wantSandbox':
        options.sandbox.reach().then(
          (path) => worker.mailbox.add({ type: 'sandbox', path }),
          (error: unknown) => {
            log.error({ err: error }, 'The sandbox process could not be started');
            worker.mailbox.add({ type: 'sandbox', path: null });
          },
        );
        return;
      case 'received':
        worker.report(message);
        worker.mailbox.received();
        if (!room.isFree) giveWaiting();
        return;
      case 'pong':
        worker.pingedAt = undefined;
        worker.report(message);
        if (worker.state === 'stuck') recover(worker);
        giveWaiting();
        return;
      case 'ended': {
        const { executionId } = message.result;
        const isPresent = isWith(worker, executionId);
        leave(worker, executionId);
        releaseSurplus(worker);
        if (isPresent) options.onMessage(executionId, message);
        if (!room.isFree || !isPresent) giveWaiting();
        return;
      }
      default:
        if (isWith(worker, message.executionId)) options.onMessage(message.executionId, message);
    }
  };

  const recover = (worker: Worker) => {
    worker.state = 'ready';
    log.info({ worker: worker.number }, 'A worker answers again');
    for (const any of all()) releaseSurplus(any);
  };

  const releaseSurplus = (worker: Worker) => {
    const isNeeded = !worker.isIsolated && !worker.isRetired && usable().length <= size;
    if (worker.executions.size > 0 || isNeeded) return;
    workers.delete(worker);
    released.add(worker);
    worker.process.release();
    if (worker.isIsolated) startIsolated();
    fill();
  };

  const kill = (worker: Worker, why: WorkerLossCause) => {
    worker.killedBecause ??= why;
    worker.process.kill();
  };

  const setAside = (worker: Worker) => {
    worker.state = 'stuck';
    const { number, executions } = worker;
    log.warn({ worker: number, executions: executions.size }, 'A worker is busy without a pause and gets nothing new');
    worker.mailbox.takeUnsent();
    const unsent = takeBack(worker);
    replace();
    for (const assignment of unsent) assign(assignment);
  };

  const lookAfter = (worker: Worker, silence: number) => {
    if (worker.isIsolated) {
      if (silence > patience.isolated)
        kill(worker, { cause: 'stuck', reason: `${stuckReason} for ${patience.isolated / 1000} s` });
    } else if (worker.state === 'ready' && silence > patience.stuck) setAside(worker);
    else if (worker.state === 'stuck' && silence > patience.killed) {
      // What holds up no one else need not begin anew.
      if (worker.executions.size <= 1 && countIsolated() < mostIsolated) worker.isIsolated = true;
      else kill(worker, { cause: 'stuck', reason: `${stuckReason} by one of its executions` });
    }
  };

  const watch = () => {
    const now = performance.now();
    // Where this process could not look itself, answers may be here and unread.
    const wasAway = now - watchedAt > 2 * patience.look;
    watchedAt = now;
    if (wasAway) return;
    for (const worker of all()) {
      if (worker.state === 'starting') continue;
      if (worker.pingedAt !== undefined) lookAfter(worker, now - worker.pingedAt);
      else if (worker.executions.size > 0) worker.ping();
    }
  };

  /** Of those that no worker has yet. */
  const withdraw = (executionId: number): boolean => {
    const isOther = ({ execution }: Assignment) => execution.executionId !== executionId;
    const before = isolated.length + waiting.length;
    isolated = isolated.filter(isOther);
    waiting = waiting.filter(isOther);
    return isolated.length + waiting.length < before;
  };

  const timer = setInterval(watch, patience.look).unref();
  fill();

  return {
    assign: (execution, workflow, how) => assign({ execution, workflow, ...how, attempts: 0 }),

    send(executionId, message) {
      const worker = workerOf.get(executionId);
      if (worker) worker.mailbox.add(message);
      else if (message.type === 'stop' && withdraw(executionId))
        options.onLost(executionId, { cause: 'ended', reason: 'it was stopped', isCulprit: false, wasAlone: true });
    },

    hasExecution: (token, executionId) => workerOf.get(executionId)?.token === token,

    killWorkerOf(executionId, reason) {
      const worker = workerOf.get(executionId);
      if (!worker) return;
      // This one is not to begin anywhere.
      worker.executions.set(executionId, undefined);
      kill(worker, { cause: 'ended', reason, isFromOutside: true });
    },

    renew(next) {
      settings = next;
      const before = all().filter(({ isIsolated }) => !isIsolated);
      for (const worker of before) worker.isRetired = true;
      for (const worker of before) releaseSurplus(worker);
      fill();
    },

    pids: () => all().flatMap(({ process: { pid } }) => (pid === undefined ? [] : [pid])),

    close: () => {
      clearInterval(timer);
      for (const pause of pauses) clearTimeout(pause);
      return new Promise((resolve) => {
        closing = resolve;
        if (workers.size + released.size === 0) resolve();
        for (const worker of [...workers, ...released]) worker.process.kill();
      });
    },
  };
};
