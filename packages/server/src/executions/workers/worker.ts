import { randomUUID } from 'node:crypto';
import type { ChildExit } from './child-process.ts';
import { createMailbox, type Mailbox } from './mailbox.ts';
import { creditFor } from './memory-limits.ts';
import type { FromWorker, MemoryReport, WorkerExecution } from './protocol.ts';
import type { WorkerSettings } from './settings.ts';
import { startWorkerProcess, type WorkerProcess } from './worker-process.ts';

/** What it takes to give an execution to a worker, once more if need be. */
export interface Assignment {
  readonly execution: WorkerExecution;
  /** JSON of the workflow's version; asked for only when the worker does not have it. */
  readonly workflow: () => string;
  /** It gets a process of its own. */
  readonly isIsolated: boolean;
  /** Its parent waits for it, so it cannot wait until others have left room. */
  readonly isWithinParent: boolean;
  attempts: number;
}

/**
 * A worker process as the pool sees it.
 *
 *     starting → ready ⇄ stuck
 *
 * stuck: it has not answered a ping in time, so some execution keeps it busy without a pause.
 */
export interface Worker {
  readonly number: number;
  /** By which the outbound process knows it. */
  readonly token: string;
  readonly process: WorkerProcess;
  readonly mailbox: Mailbox;
  /** By id; without an assignment the worker was sent it and may have begun. */
  readonly executions: Map<number, Assignment | undefined>;
  readonly startedAt: number;
  /** For one execution that gets no company. */
  isIsolated: boolean;
  state: 'starting' | 'ready' | 'stuck';
  /** It has settings of before, and gets nothing new. */
  isRetired: boolean;
  /** When the ping was sent that has not been answered. */
  pingedAt: number | undefined;
  /** Executions that it may get until it reports its memory. */
  readonly credit: number;
  /** Why it was killed, if we did it. */
  killedBecause: WorkerLossCause | undefined;
  give(assignment: Assignment): void;
  ping(): void;
  report(memory: MemoryReport): void;
}

export interface WorkerLossCause {
  cause: ChildExit['cause'] | 'stuck';
  /** A clause without capital and full stop. */
  reason: string;
  /** None of its executions has caused it. */
  isFromOutside?: boolean;
}

/** Versions of workflows that a worker holds. */
const mostVersions = 200;
/** Before its first report. */
const firstCredit = 100;

export const startWorker = (options: {
  number: number;
  entry: URL;
  heapMegabytes: number;
  settings: WorkerSettings;
  isIsolated: boolean;
  onMessage(worker: Worker, message: FromWorker): void;
  onExit(worker: Worker, exit: ChildExit): void;
}): Worker => {
  const executions: Worker['executions'] = new Map();
  /** Least recently used first. */
  const versions = new Set<number>();
  let credit = firstCredit;
  const child = startWorkerProcess({
    entry: options.entry,
    heapMegabytes: options.heapMegabytes,
    onMessages: (messages) => {
      for (const message of messages) options.onMessage(worker, message);
    },
    onExit: (exit) => options.onExit(worker, exit),
  });
  const mailbox = createMailbox(child.send, (executionIds) => {
    for (const id of executionIds) if (executions.has(id)) executions.set(id, undefined);
  });

  const provideVersion = ({ execution: { versionId }, workflow }: Assignment): void => {
    const isKnown = versions.delete(versionId);
    versions.add(versionId);
    if (isKnown) return;
    mailbox.add({ type: 'version', versionId, workflow: workflow() });
    if (versions.size <= mostVersions) return;
    const [oldest] = versions;
    if (oldest === undefined) return;
    versions.delete(oldest);
    mailbox.add({ type: 'forgetVersion', versionId: oldest });
  };

  const worker: Worker = {
    number: options.number,
    token: randomUUID(),
    process: child,
    mailbox,
    executions,
    startedAt: performance.now(),
    isIsolated: options.isIsolated,
    state: 'starting',
    isRetired: false,
    pingedAt: undefined,
    get credit() {
      return credit;
    },
    killedBecause: undefined,
    give(assignment) {
      const { execution } = assignment;
      assignment.attempts++;
      credit--;
      provideVersion(assignment);
      executions.set(execution.executionId, assignment);
      mailbox.add({ type: 'execute', execution });
    },
    ping() {
      if (worker.pingedAt !== undefined) return;
      worker.pingedAt = performance.now();
      mailbox.add({ type: 'ping' });
    },
    report({ memory }) {
      if (memory !== undefined) credit = creditFor(memory, executions.size);
    },
  };
  mailbox.add({ type: 'settings', settings: options.settings });
  return worker;
};
