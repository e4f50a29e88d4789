import { NodeError } from '@millrace/engine/node-api';
import type { Askers } from '../credentials/askers.ts';
import type { AnswerDataTables } from '../data-tables/protocol.ts';
import type { OutboundProcess } from '../executions/outbound/outbound-process.ts';
import type { WorkerSettings } from '../executions/workers/settings.ts';
import type { WorkerPatience } from '../executions/workers/worker-pool.ts';
import type { Log } from '../platform/log.ts';
import { type Metrics, noMetrics } from '../platform/metrics/index.ts';
import type { CallProcess } from './call-process.ts';
import { createCallProcesses } from './call-processes.ts';
import { tooLate } from './failures.ts';
import { givenValue } from './given-value.ts';
import { createListenerMessages } from './listener-messages.ts';
import type { SentSubject } from './protocol.ts';
import { createCallReports } from './reports.ts';
import { toSent } from './sent-method.ts';
import { runTask, type TaskOptions } from './task.ts';
import { createTurns, type Turns } from './turns.ts';
import { type CallSubject, type NodeCalls, timeouts } from './types.ts';

export interface NodeCallsOptions {
  /** Module that the processes run; tests have their own. */
  entry?: URL;
  heapMegabytes: number;
  settings: WorkerSettings;
  patience?: Omit<WorkerPatience, 'isolated'>;
  /** Milliseconds for which a process that has nothing to do is kept. */
  keptIdle?: number;
  /** Makes the requests of the nodes. */
  outbound: Pick<OutboundProcess, 'reach'>;
  /** Answers what nodes ask of data tables. */
  dataTables: AnswerDataTables;
  /** Is told whose calls are made here. */
  askers: Pick<Askers, 'add'>;
  log: Log;
  metrics?: Metrics;
}

interface CallLimits {
  signal?: AbortSignal;
  timeout: number;
  /** That it takes along. */
  bytes?: number;
  turns?: Turns;
}

type CallTask = Pick<TaskOptions, 'id' | 'begin' | 'executionId' | 'onLog'>;

const workerEntry = new URL('../executions/worker/main.ts', import.meta.url);
const defaultPatience: Omit<WorkerPatience, 'isolated'> = { look: 250, stuck: 1000, killed: 5000 };
/** Calls that are made at a time, and bytes of the bodies that they receive. Sign-ins come of calls that are under way, and have no turn. */
const atOnce = { calls: 200, bytes: 64 * 1024 * 1024 };
/** Milliseconds that a listener has to end. */
const listenerGrace = 5000;

/** Calls and listeners have a process each, which is started by the first and ended when there has been none for a while. */
export const createNodeCalls = (options: NodeCallsOptions): NodeCalls & { pids(): number[] } => {
  const { log, metrics = noMetrics, outbound, patience = defaultPatience } = options;
  const reports = createCallReports({ log, metrics });
  const start = {
    entry: options.entry ?? workerEntry,
    heapMegabytes: options.heapMegabytes,
    settings: options.settings,
    patience,
    dataTables: options.dataTables,
    outboundAt: (token: string) =>
      outbound.reach(token).catch((error: unknown) => {
        log.error({ err: error }, 'The outbound process could not be started');
        return null;
      }),
  };
  const processesFor = (name: string) => createCallProcesses({ name, start, log, keptIdle: options.keptIdle });
  const processes = { calls: processesFor('calls'), listeners: processesFor('listeners') };
  const turns = createTurns(atOnce);
  let lastId = 0;
  /** Of the calls and listeners that are under way. */
  const subjects = new Map<number, CallSubject>();
  const listeners = new Map<number, { subject: CallSubject; end: AbortController }>();

  options.askers.add((asker, token) => {
    const id = -asker;
    const subject = subjects.get(id);
    if (!subject || !Object.values(processes).some((kind) => kind.hasTask(token, id))) return undefined;
    return { workflowId: subject.workflow.id, ranBy: subject.ranBy, nodes: subject.workflow.nodes };
  });

  const send = (process: CallProcess, { workflow, ...subject }: CallSubject): SentSubject => ({
    ...subject,
    workflow: process.provide(workflow),
  });

  /** One that nobody waits for any longer than the limit. */
  const call = async ({ signal, timeout, bytes = 0, turns }: CallLimits, task: CallTask) => {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(tooLate(timeout)), timeout);
    const stop = signal ? AbortSignal.any([signal, limit.signal]) : limit.signal;
    let end: (() => void) | undefined;
    try {
      end = await turns?.take(bytes, stop);
      return await runTask({ ...task, processes: processes.calls, signal: stop, grace: 0, isRepeated: true });
    } finally {
      clearTimeout(timer);
      end?.();
    }
  };

  return {
    async ask(subject, method, { signal, timeout = timeouts[method.kind], executionId, onLog } = {}) {
      const id = ++lastId;
      const { sent, bytes } = toSent(method);
      subjects.set(id, subject);
      const task: CallTask = {
        id,
        executionId,
        onLog: onLog ?? reports.linesOf(subject),
        begin: (process) => process.send({ type: 'ask', id, subject: send(process, subject), method: sent }, ...bytes),
      };
      const facts = { method: method.kind, ...('name' in method && { name: method.name }), subject };
      const taken = bytes.reduce((sum, { length }) => sum + length, 0);
      const given = await reports
        .watch(facts, signal, () => call({ signal, timeout, bytes: taken, turns }, task))
        .finally(() => subjects.delete(id));
      return { value: givenValue(method, given), staticData: given.staticData };
    },

    async signIn(credentialType, credential, { signal, timeout = timeouts.signIn } = {}) {
      const id = ++lastId;
      const begin = (process: CallProcess) => process.send({ type: 'signIn', id, credentialType, credential });
      const { bytes } = await reports.watch({ method: 'signIn', credentialType }, signal, () =>
        call({ signal, timeout }, { id, begin, onLog: () => {} }),
      );
      return JSON.parse(bytes.toString());
    },

    async listen(subject, { isTest, signal, executionId, onLog, ...heard }) {
      const id = ++lastId;
      const end = new AbortController();
      const stop = AbortSignal.any([signal, end.signal]);
      subjects.set(id, subject);
      listeners.set(id, { subject, end });
      const task: TaskOptions = {
        id,
        processes: processes.listeners,
        begin: (process) => process.send({ type: 'listen', id, subject: send(process, subject), isTest }),
        signal: stop,
        grace: listenerGrace,
        isRepeated: false,
        executionId,
        onLog: onLog ?? reports.linesOf(subject),
        onMessage: createListenerMessages(heard, log),
      };
      const running = reports
        .watch({ method: 'listen', subject }, stop, () => runTask(task))
        .finally(() => {
          subjects.delete(id);
          listeners.delete(id);
        });
      await running.catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
    },

    renew(settings, isChanged) {
      for (const kind of Object.values(processes)) kind.renew(settings);
      for (const { subject, end } of listeners.values()) {
        const { type = '' } = subject.workflow.nodes.find(({ name }) => name === subject.node) ?? {};
        if (isChanged(type)) end.abort(new NodeError('The code of the node was replaced'));
      }
    },

    pids: () => [...processes.calls.pids(), ...processes.listeners.pids()],

    async close() {
      await Promise.all([processes.calls.close(), processes.listeners.close()]);
    },
  };
};
