import { type Dispatcher, DuplicateExecutionError, type StaticDataStep } from '../../executions/types.ts';
import type { Answer, NodeCalls } from '../../node-calls/types.ts';
import type { Clock } from '../../platform/clock.ts';
import type { JsonText } from '../../platform/json-text.ts';
import type { Log } from '../../platform/log.ts';
import { messageOf } from '../failure-texts.ts';
import { pauseAfter } from '../growing-pause.ts';
import { startByOutput } from '../run-starts.ts';
import type { Tick } from '../schedules/schedules.ts';
import type { OpenStartedFiles } from '../started-files.ts';
import type { TriggerStates } from '../states/trigger-states.ts';
import { nodeKey, partOf, type TriggerSubject, type TriggerSubjects } from '../subjects.ts';

/**
 * Looks for news at the ticks of polling triggers. What a poll has found and the place up to which it has looked are stored together, and only if the
 * place is still the one that it has begun from; so nothing is lost or doubled whenever a process dies, and whoever else polls at the same moment.
 */
export interface Polls {
  /** A tick during a poll of the node is dropped, and so are ticks in the pause after failures. */
  tick(tick: Tick): void;
  /** Polls of the workflow that are under way are given up, and failures forgotten. */
  forget(workflowId: number): void;
  /** The same for all, and no further ones begin. Resolves when those under way have ended. */
  close(): Promise<void>;
}

/** Polls under way at once. */
const mostAtOnce = 20;
/** After the second failure in a row; the first is followed by the next tick. */
const pause = { first: 60_000, most: 3_600_000 };

interface Polled {
  /** Of the poll that is under way, or waits for its turn. */
  underWay: AbortController | undefined;
  failures: number;
  /** Ticks before this are dropped, in epoch milliseconds. */
  notBefore: number;
  /** Whether people may still see a failure of another process. */
  isClear: boolean;
}

const stepOf = (
  { subject }: TriggerSubject,
  { staticData = {} }: Answer<unknown>,
  workflowId: number,
): StaticDataStep => {
  const key = nodeKey(subject.node);
  return { workflowId, before: Object.fromEntries([[key, partOf(subject.staticData, key)]]), changes: staticData };
};

export const createPolls = (options: {
  calls: Pick<NodeCalls, 'ask'>;
  subjects: TriggerSubjects;
  dispatcher: Pick<Dispatcher, 'enqueue' | 'keepStaticData'>;
  files: OpenStartedFiles;
  states: Pick<TriggerStates, 'set'>;
  clock: Clock;
  log: Log;
}): Polls => {
  const { calls, subjects, dispatcher, clock, log } = options;
  const byWorkflow = new Map<number, Map<string, Polled>>();
  const underWay = new Set<Promise<void>>();
  const waiting: (() => Promise<void>)[] = [];
  let isClosed = false;

  const polledOf = ({ workflowId, node }: Tick): Polled => {
    const ofWorkflow = byWorkflow.get(workflowId) ?? new Map<string, Polled>();
    byWorkflow.set(workflowId, ofWorkflow);
    const polled = ofWorkflow.get(node) ?? { underWay: undefined, failures: 0, notBefore: 0, isClear: false };
    ofWorkflow.set(node, polled);
    return polled;
  };

  /** @returns false where another process was quicker: what it has found is stored there */
  const store = async (tick: Tick, asked: TriggerSubject, given: Answer<JsonText | null>, executionId?: number) => {
    const { workflowId, node, scheduledAt } = tick;
    const { value: output } = given;
    const staticDataStep = stepOf(asked, given, workflowId);
    if (!output) {
      if (given.staticData) await dispatcher.keepStaticData(staticDataStep);
      return false;
    }
    await dispatcher.enqueue({
      executionId,
      version: asked.version,
      mode: 'trigger',
      trigger: node,
      start: startByOutput(node, output),
      idempotencyKey: `poll:${workflowId}:${node}:${scheduledAt}`,
      staticDataStep,
      waitForAnswer: false,
    });
    return true;
  };

  const poll = async (tick: Tick, { signal }: AbortController): Promise<void> => {
    const asked = await subjects.of(tick.workflowId, tick.node);
    const files = options.files();
    let hasStarted = false;
    try {
      const method = { kind: 'poll' as const, isTest: false };
      const given = await calls.ask(asked.subject, method, { signal, executionId: () => files.executionId() });
      signal.throwIfAborted();
      hasStarted = await store(tick, asked, given, files.reserved());
    } catch (error) {
      if (!(error instanceof DuplicateExecutionError)) throw error;
      log.debug({ ...tick }, 'Another process has polled at the same moment');
    } finally {
      if (!hasStarted) await files.drop();
    }
  };

  const fail = async (tick: Tick, polled: Polled, error: unknown): Promise<void> => {
    polled.failures += 1;
    if (polled.failures > 1) polled.notBefore = clock.now() + pauseAfter(pause, polled.failures - 1);
    const details = { err: error, workflowId: tick.workflowId, node: tick.node, failures: polled.failures };
    if (polled.failures === 1) log.warn(details, 'A trigger could not look for news; it is tried again');
    else log.debug(details, 'A trigger could not look for news again');
    const nextTry = polled.failures > 1 ? polled.notBefore : undefined;
    await options.states.set({ ...tick, part: 'poll' }, { status: 'failing', message: messageOf(error), nextTry });
  };

  const succeed = async (tick: Tick, polled: Polled): Promise<void> => {
    if (polled.isClear && polled.failures === 0) return;
    if (polled.failures > 0) log.info({ workflowId: tick.workflowId, node: tick.node }, 'A trigger polls again');
    polled.failures = 0;
    polled.notBefore = 0;
    polled.isClear = true;
    await options.states.set({ ...tick, part: 'poll' }, null);
  };

  const run = async (tick: Tick, polled: Polled, controller: AbortController): Promise<void> => {
    try {
      if (controller.signal.aborted) return;
      await poll(tick, controller);
      if (!controller.signal.aborted) await succeed(tick, polled);
    } catch (error) {
      if (!controller.signal.aborted) await fail(tick, polled, error);
    } finally {
      polled.underWay = undefined;
    }
  };

  const go = (): void => {
    while (waiting.length > 0 && underWay.size < mostAtOnce) {
      const done = (waiting.shift() as () => Promise<void>)().finally(() => {
        underWay.delete(done);
        go();
      });
      underWay.add(done);
    }
  };

  const forget = (workflowId: number): void => {
    for (const polled of byWorkflow.get(workflowId)?.values() ?? []) polled.underWay?.abort();
    byWorkflow.delete(workflowId);
  };

  return {
    tick(tick) {
      const polled = polledOf(tick);
      if (isClosed || polled.underWay || clock.now() < polled.notBefore) return;
      const controller = new AbortController();
      polled.underWay = controller;
      waiting.push(() => run(tick, polled, controller));
      go();
    },

    forget,

    async close() {
      isClosed = true;
      for (const workflowId of [...byWorkflow.keys()]) forget(workflowId);
      waiting.length = 0;
      await Promise.all(underWay);
    },
  };
};
