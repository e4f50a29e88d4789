import { randomUUID } from 'node:crypto';
import type { AnswerDataTables } from '../data-tables/protocol.ts';
import type { OutboundAddress } from '../executions/outbound/protocol.ts';
import { type ChildExit, startChildProcess } from '../executions/workers/child-process.ts';
import type { WorkerSettings } from '../executions/workers/settings.ts';
import type { WorkerPatience } from '../executions/workers/worker-pool.ts';
import { createFrameReader, toFrame } from '../platform/frames.ts';
import { type CallMessage, callsArgument, type FromCalls, type ToCalls } from './protocol.ts';
import type { CallSubject } from './types.ts';

/** What a process does, until it is dropped: a call or a listener. */
export interface Task {
  readonly id: number;
  /** Sends what it takes to begin. */
  begin(process: CallProcess): void;
  receive(message: CallMessage, bytes: Buffer): void;
  /** Its process is kept busy by another and has not begun it: it is to go elsewhere. */
  displaced(): void;
  /** Its process has ended. */
  lost(loss: CallLoss): void;
}

export interface CallLoss {
  /**
   * culprit: its code was running, and that has ended the process; suspect: it may have been; innocent: it was another's.
   */
  part: 'culprit' | 'suspect' | 'innocent';
  cause: ChildExit['cause'] | 'stuck';
  /** A clause without capital and full stop. */
  reason: string;
}

/**
 * A process in which node code is called, as the serving process sees it.
 *
 *     starting → ready → stuck
 *
 * stuck: it has not answered a ping in time, so the code of one of its tasks keeps it busy. It gets nothing new, and is killed if that goes on.
 */
export interface CallProcess {
  readonly pid: number | undefined;
  /** By which the outbound process knows it. */
  readonly token: string;
  /** It may get further tasks. */
  readonly isOpen: boolean;
  readonly tasks: ReadonlyMap<number, Task>;
  give(task: Task): void;
  /** Nobody waits for the task any more. What its code still does is found like that of any other. */
  drop(id: number): void;
  send(message: ToCalls, ...bytes: Buffer[]): void;
  /** Number of the subject's workflow in this process, which was sent if it was not there. */
  provide(workflow: CallSubject['workflow']): number;
  kill(): void;
  release(): void;
}

export interface CallProcessOptions {
  entry: URL;
  heapMegabytes: number;
  settings: WorkerSettings;
  patience: Omit<WorkerPatience, 'isolated'>;
  outboundAt(token: string): Promise<OutboundAddress | null>;
  dataTables: AnswerDataTables;
  /** Told when it gets nothing further: it is stuck, or has ended. Before its tasks are told. */
  onClosed(process: CallProcess): void;
  /** It has no tasks. @param isClean nor code of any that was dropped before it had ended */
  onIdle(process: CallProcess, isClean: boolean): void;
  onExit(process: CallProcess, exit: { cause: CallLoss['cause']; reason: string; lost: number }): void;
}

/** Workflows that a process keeps. */
const mostWorkflows = 100;

export const startCallProcess = (options: CallProcessOptions): CallProcess => {
  const { patience } = options;
  const tasks = new Map<number, Task>();
  /** Tasks whose code has ended, until they are dropped; and those that were dropped before. */
  const ended = new Set<number>();
  const abandoned = new Set<number>();
  /** Tasks that were given and have not begun. */
  const waiting = new Set<number>();
  /** Least recently used first. */
  const workflows = new Map<CallSubject['workflow'], number>();
  let lastWorkflow = 0;
  let state: 'starting' | 'ready' | 'stuck' | 'ended' = 'starting';
  let pingedAt: number | undefined;
  let lookedAt = performance.now();
  let isStuckLong = false;

  const send = (message: ToCalls, ...bytes: Buffer[]): void => {
    if (child.channel.writable) for (const piece of toFrame(message, ...bytes)) child.channel.write(piece);
  };

  const close = (next: 'stuck' | 'ended'): void => {
    const wasOpen = state === 'starting' || state === 'ready';
    state = next;
    if (!wasOpen) return;
    options.onClosed(self);
    if (next === 'stuck') displace();
  };

  /** What it begins all the same, should it go on, is not wanted. */
  const displace = (): void => {
    const running = child.lastRunning();
    for (const id of [...waiting]) {
      if (id === running) continue;
      const task = tasks.get(id);
      tasks.delete(id);
      send({ type: 'abort', id });
      task?.displaced();
    }
    waiting.clear();
  };

  const exit = ({ cause, reason }: ChildExit): void => {
    clearInterval(timer);
    close('ended');
    const what = isStuckLong
      ? { cause: 'stuck' as const, reason: 'the process of the call was kept busy without a pause' }
      : { cause, reason };
    const lost = [...tasks.values()];
    const running = child.lastRunning();
    tasks.clear();
    options.onExit(self, { ...what, lost: lost.length });
    for (const task of lost) task.lost({ ...what, part: partOf(task.id, running, what.cause, lost.length) });
  };

  const receive = (message: FromCalls, bytes: Buffer): void => {
    switch (message.type) {
      case 'ready':
        if (state === 'starting') state = 'ready';
        return;
      case 'pong':
        pingedAt = undefined;
        // Another has taken the place of one that was stuck.
        if (state === 'stuck' && tasks.size === 0) child.release();
        return;
      case 'begun':
        waiting.delete(message.id);
        return;
      case 'wantOutbound':
        void options.outboundAt(self.token).then((address) => send({ type: 'outbound', address }));
        return;
      case 'dataTable': {
        const { id, question, key } = message;
        void options
          .dataTables({ token: self.token, asker: -id, key, request: bytes.toString() })
          .then((answer) => send({ type: 'dataTableAnswer', id, question }, Buffer.from(answer)));
        return;
      }
      case 'answered':
      case 'failed':
        if (!abandoned.delete(message.id) && tasks.has(message.id)) ended.add(message.id);
        break;
    }
    tasks.get(message.id)?.receive(message, bytes);
  };

  const look = (): void => {
    const now = performance.now();
    // Where this process could not look itself, answers may be here and unread.
    const wasAway = now - lookedAt > 2 * patience.look;
    lookedAt = now;
    if (wasAway || state === 'starting') return;
    if (pingedAt === undefined) {
      if (tasks.size + abandoned.size === 0) return;
      pingedAt = now;
      send({ type: 'ping' });
    } else if (now - pingedAt > patience.killed) {
      isStuckLong = true;
      child.kill();
    } else if (now - pingedAt > patience.stuck) close('stuck');
  };

  const self: CallProcess = {
    get pid() {
      return child.pid;
    },
    get isOpen() {
      return (state === 'starting' || state === 'ready') && child.channel.writable;
    },
    token: randomUUID(),
    tasks,
    give(task) {
      tasks.set(task.id, task);
      waiting.add(task.id);
      task.begin(self);
    },
    drop(id) {
      if (!tasks.delete(id)) return;
      waiting.delete(id);
      if (!ended.delete(id)) abandoned.add(id);
      if (tasks.size === 0 && state !== 'ended') options.onIdle(self, abandoned.size === 0);
    },
    send,
    provide(workflow) {
      const known = workflows.get(workflow);
      const number = known ?? ++lastWorkflow;
      workflows.delete(workflow);
      workflows.set(workflow, number);
      if (known !== undefined) return number;
      send({ type: 'workflow', workflow: number }, Buffer.from(JSON.stringify(workflow)));
      if (workflows.size > mostWorkflows) {
        const [oldest] = workflows;
        if (!oldest) return number;
        workflows.delete(oldest[0]);
        send({ type: 'forgetWorkflow', workflow: oldest[1] });
      }
      return number;
    },
    kill: () => child.kill(),
    release: () => child.release(),
  };

  const child = startChildProcess({
    entry: options.entry,
    argument: callsArgument,
    heapMegabytes: options.heapMegabytes,
    onExit: exit,
  });
  child.channel.on(
    'data',
    createFrameReader<FromCalls>(({ head, bytes }) => receive(head, bytes)),
  );
  const timer = setInterval(look, patience.look).unref();
  send({ type: 'settings', settings: options.settings });
  return self;
};

/**
 * Who has ended a process. A kill from outside looks like code that has ended it, so there the one that ran last is only suspected; where nobody knows
 * who ran, each is.
 */
const partOf = (id: number, running: number | undefined, cause: CallLoss['cause'], lost: number): CallLoss['part'] => {
  if (running === undefined) return lost === 1 && cause !== 'ended' ? 'culprit' : 'suspect';
  if (running !== id) return 'innocent';
  return cause === 'ended' ? 'suspect' : 'culprit';
};
