import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { type Dispatcher, DuplicateExecutionError, type RunnableVersion } from '../../executions/types.ts';
import type { Duty } from '../../leader-duties.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { mayPass } from '../passing.ts';
import { recordStart } from './store.ts';

/**
 * Starts an execution for each event that is written down. An event is a row until its execution is one, and the execution's idempotency key is that of
 * the row: whoever dies in between, and however many see to it at once, it starts one.
 */
export interface Lifecycle {
  /** What has happened to the workflow, when that is done with. */
  tell(workflowId: number): Promise<void>;
  /** The instance has started with this process. Also what happened before it ended the last time. */
  tellStart(): Promise<void>;
  /** What another process has written down, and has died before it could tell it; and what could not be told at that moment. */
  duty: Duty;
  close(): Promise<void>;
}

/** Milliseconds between two looks. */
const lookEvery = 10_000;
/** Milliseconds after which whoever wrote an event down has given up: longer than any service may take to be told of an activation. */
const leftAfter = 120_000;

export const createLifecycle = (options: {
  db: Kysely<Database>;
  dispatcher: Pick<Dispatcher, 'enqueue'>;
  versions: { ofStored(workflowId: number): Promise<RunnableVersion> };
  clock: Clock;
  log: Log;
}): Lifecycle => {
  const { db, dispatcher, versions, clock, log } = options;
  let timer: NodeJS.Timeout | undefined;
  let telling = Promise.resolve();

  const waiting = db.selectFrom('lifecycle_events').selectAll().orderBy('id');
  type Row = Awaited<ReturnType<typeof waiting.execute>>[number];

  const tellRow = async ({ id, workflow_id: workflowId, node, event, at }: Row): Promise<void> => {
    try {
      await dispatcher.enqueue({
        version: await versions.ofStored(workflowId),
        mode: 'trigger',
        trigger: node,
        start: { kind: 'trigger', node, payload: { kind: 'lifecycle', event, at } },
        idempotencyKey: `lifecycle:${id}`,
        waitForAnswer: false,
      });
    } catch (error) {
      const isTold = error instanceof DuplicateExecutionError;
      if (!isTold && mayPass(error)) return log.warn({ err: error, workflowId, node }, 'An event is told later');
      if (!isTold) log.error({ err: error, workflowId, node, event }, 'An event could not start an execution');
    }
    await db.deleteFrom('lifecycle_events').where('id', '=', id).execute();
  };

  /** One after another, in the order in which it happened. */
  const tellOrLeave = (read: () => Promise<Row[]>): Promise<void> => {
    telling = telling.then(async () => {
      try {
        for (const row of await read()) await tellRow(row);
      } catch (error) {
        log.warn({ err: error }, 'Events of workflows are told later');
      }
    });
    return telling;
  };

  const look = (): void => {
    timer = setTimeout(async () => {
      await tellOrLeave(() => waiting.where('at', '<=', clock.now() - leftAfter).execute());
      if (timer) look();
    }, lookEvery);
    timer.unref();
  };
  const stop = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };

  return {
    tell: (workflowId) => tellOrLeave(() => waiting.where('workflow_id', '=', workflowId).execute()),
    async tellStart() {
      await recordStart(db, clock.now());
      await tellOrLeave(() => waiting.execute());
    },
    duty: {
      start() {
        if (!timer) look();
      },
      stop,
    },
    async close() {
      stop();
      await telling;
    },
  };
};
