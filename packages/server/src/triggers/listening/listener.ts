import type { Emitted } from '@millrace/engine/node-api';
import type { Dispatcher } from '../../executions/types.ts';
import type { ListenEvent, NodeCalls, StaticDataChanges } from '../../node-calls/types.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { messageOf } from '../failure-texts.ts';
import { pauseAfter } from '../growing-pause.ts';
import type { OpenStartedFiles, StartedFiles } from '../started-files.ts';
import type { TriggerStates } from '../states/trigger-states.ts';
import { nodeKey, partOf, type TriggerSubject, type TriggerSubjects } from '../subjects.ts';
import { emittedOf, eventKey, type StoredEvent, startByEvent } from './emitting.ts';

export interface ListenerOptions {
  calls: Pick<NodeCalls, 'listen'>;
  subjects: TriggerSubjects;
  dispatcher: Pick<Dispatcher, 'enqueue' | 'keepStaticData' | 'findStarted'>;
  files: OpenStartedFiles;
  states: Pick<TriggerStates, 'set'>;
  clock: Clock;
  log: Log;
}

/** Keeps the connection of one node, until it is ended. */
export interface Listener {
  /** Resolves when the connection has ended. */
  end(): Promise<void>;
}

const pause = { first: 1000, most: 300_000 };

/** Resolves after so many milliseconds, or when the signal aborts. */
const wait = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done);
  });

/** @param earlier the end of an earlier connection of the node, which comes first */
export const createListener = (
  workflowId: number,
  node: string,
  earlier: Promise<void> | undefined,
  options: ListenerOptions,
): Listener => {
  const { calls, subjects, dispatcher, states, clock, log } = options;
  const ending = new AbortController();
  const { signal } = ending;
  const about = { workflowId, node };
  const part = { ...about, part: 'connection' as const };
  let failures = 0;

  /** One connection. @throws what ended it */
  const connect = async (): Promise<void> => {
    const { subject }: TriggerSubject = await subjects.of(workflowId, node);
    const key = nodeKey(node);
    /** As it is stored: of this node nobody else writes it. */
    let kept = partOf(subject.staticData, key);
    let files: StartedFiles | undefined;
    /** Of events that started nothing. Other events that were under way may have written files with them. */
    const unstarted: StartedFiles[] = [];
    const storing = new Set<Promise<unknown>>();
    let isConnected = false;

    const connected = (): void => {
      if (failures > 0 && !isConnected) log.info(about, 'A trigger listens again');
      failures = 0;
      if (!isConnected) void states.set(part, { status: 'listening' });
      isConnected = true;
    };
    const stepOf = (changes: StaticDataChanges) => ({
      workflowId,
      before: Object.fromEntries([[key, kept]]),
      changes,
    });
    const keep = (changes: StaticDataChanges): void => {
      kept = partOf(changes, key) ?? kept;
    };

    /** Changes are counted from those before, so they are stored one after the other. */
    let lastChange: Promise<unknown> = Promise.resolve();
    const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
      const done = lastChange.then(work);
      // What another process has changed meanwhile is what the next change is counted from.
      lastChange = done.catch(async () => {
        kept = partOf((await subjects.of(workflowId, node)).subject.staticData, key);
      });
      lastChange = lastChange.catch(() => {});
      return done;
    };

    const store = async ({ executionId, staticData, ...event }: ListenEvent): Promise<StoredEvent> => {
      const { key: name } = event.options;
      // As it is stored now: a change that leaves the node as it was does not end its connection.
      const { version } = await subjects.of(workflowId, node);
      const stored = await startByEvent(
        dispatcher,
        {
          executionId,
          version,
          mode: 'trigger',
          trigger: node,
          node,
          signal,
          idempotencyKey: name === undefined ? undefined : eventKey(workflowId, node, name),
          staticDataStep: staticData && stepOf(staticData),
        },
        event,
      );
      if (staticData && stored.isNew) keep(staticData);
      return stored;
    };

    const emit = async (event: ListenEvent): Promise<Emitted> => {
      if (signal.aborted) throw new Error('The trigger has ended');
      connected();
      const ofEvent = event.executionId === undefined ? undefined : files;
      if (ofEvent) files = undefined;
      let stored: StoredEvent | undefined;
      const storingIt = event.staticData ? inTurn(() => store(event)) : store(event);
      storing.add(storingIt);
      try {
        stored = await storingIt;
      } finally {
        storing.delete(storingIt);
        if (ofEvent && !stored?.isNew) unstarted.push(ofEvent);
      }
      return emittedOf(stored, event.options.waitForEnd);
    };

    /** Those that no execution uses. */
    const dropFiles = async (): Promise<void> => {
      await Promise.allSettled(storing);
      if (files) unstarted.push(files);
      for (const left of unstarted) await left.drop();
    };

    try {
      await calls.listen(subject, {
        isTest: false,
        signal,
        onConnected: connected,
        onStaticData: (changes) =>
          inTurn(async () => {
            const isKept = await dispatcher.keepStaticData(stepOf(changes));
            if (isKept) keep(changes);
            else if (!signal.aborted) throw new Error('It was changed by another process');
          }),
        onEmit: emit,
        executionId() {
          files ??= options.files();
          return files.executionId();
        },
      });
    } finally {
      await dropFiles();
    }
  };

  const fail = async (error: unknown): Promise<void> => {
    failures += 1;
    const milliseconds = pauseAfter(pause, failures);
    const details = { err: error, ...about, failures };
    if (failures === 1) log.warn(details, 'A trigger does not listen; it is tried again');
    else log.debug(details, 'A trigger does not listen again');
    const nextTry = clock.now() + milliseconds;
    void states.set(part, { status: 'failing', message: messageOf(error), nextTry });
    await wait(milliseconds, signal);
  };

  const live = async (): Promise<void> => {
    await earlier;
    if (!signal.aborted) void states.set(part, { status: 'connecting' });
    while (!signal.aborted) {
      let error: unknown = new Error('The connection has ended');
      try {
        await connect();
      } catch (thrown) {
        error = thrown;
      }
      if (!signal.aborted) await fail(error);
    }
  };
  const lived = live();

  return {
    async end() {
      ending.abort(new Error('The trigger has ended'));
      await lived;
    },
  };
};
