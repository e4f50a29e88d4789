import { setImmediate as nextTurn } from 'node:timers/promises';
import type { WebhookSpec } from '@millrace/engine/node-api';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Dispatcher, EnqueuedExecution, RunnableVersion } from '../executions/types.ts';
import type { Log } from '../platform/log.ts';
import type { Bus } from '../processes/bus.ts';
import { type PlanOptions, planTriggers } from './plan.ts';
import { createSchedules, type Schedules, type Tick } from './schedules/schedules.ts';
import { createTickStarts } from './schedules/tick-starts.ts';
import { findWebhookOwners, loadTriggers, replaceTriggers, type StoredTriggers, saveActivationError } from './store.ts';
import type { Triggers } from './types.ts';
import { createHook, type Hook, type HookSource, startByCall } from './webhooks/hook.ts';
import { createWebhookRouter, normalisePath, placesOf } from './webhooks/router.ts';

export interface TriggersOptions extends PlanOptions {
  db: Kysely<Database>;
  dispatcher: Pick<Dispatcher, 'enqueue'>;
  versions: { ofStored(workflowId: number): Promise<RunnableVersion> };
  log: Log;
  /** Of an instance of several processes: they say when a workflow was changed. */
  bus?: Pick<Bus, 'on' | 'onGap'>;
}

/** Workflows that are served in one turn of the event loop at the start. */
const servedAtOnce = 50;

/**
 * What active workflows listen on and when they fire: rows in the database, and each process serves what the rows say. Webhooks may reach
 * any process; schedules have timers in the one that leads.
 */
export const createTriggers = (options: TriggersOptions): Triggers & { webhooks: HookSource } => {
  const { db, dispatcher, versions, clock, log, bus } = options;
  const router = createWebhookRouter<Hook>();
  const served = new Map<number, Pick<StoredTriggers, 'schedules' | 'changedAt'> & { webhooks: WebhookSpec[] }>();
  let lastApply: Promise<unknown> = Promise.resolve();
  /** Undefined while another process leads. */
  let timers: Schedules | undefined;
  /** What was due before this process was there was missed, and is not made up for. */
  const begunAt = clock.now();
  const setTimers = (workflowId: number, { schedules, changedAt }: Pick<StoredTriggers, 'schedules' | 'changedAt'>) =>
    timers?.set(workflowId, schedules, Math.max(changedAt, begunAt));

  const ticks = createTickStarts({
    log,
    async start({ workflowId, node, position, scheduledAt }: Tick) {
      await dispatcher.enqueue({
        version: await versions.ofStored(workflowId),
        mode: 'trigger',
        start: { kind: 'trigger', node, payload: { kind: 'schedule', scheduledAt } },
        tick: `${workflowId}:${node}:${position}:${scheduledAt}`,
        waitForAnswer: false,
      });
    },
  });

  const startByWebhook = async (
    workflowId: number,
    node: string,
    spec: WebhookSpec,
    [request, executionId]: Parameters<Hook['start']>,
  ): Promise<EnqueuedExecution> =>
    dispatcher.enqueue({
      executionId,
      version: await versions.ofStored(workflowId),
      mode: 'webhook',
      start: startByCall(node, request),
      lastNodeAnswer: spec.responseMode === 'lastNode' ? spec : undefined,
      waitForAnswer: spec.responseMode !== 'onReceived',
    });

  const unserve = (workflowId: number): void => {
    for (const { method, path } of served.get(workflowId)?.webhooks ?? []) router.remove(method, path);
    served.delete(workflowId);
    timers?.set(workflowId, []);
  };

  /** What the database has given to someone else since is not served any more. */
  const giveUp = (method: string, path: string): void => {
    const place = normalisePath(path);
    for (const serving of served.values())
      serving.webhooks = serving.webhooks.filter(
        (spec) => spec.method !== method || normalisePath(spec.path) !== place,
      );
    router.remove(method, path);
  };

  const serve = (workflowId: number, { webhooks, schedules, changedAt }: StoredTriggers): void => {
    unserve(workflowId);
    try {
      setTimers(workflowId, { schedules, changedAt });
      const specs: WebhookSpec[] = [];
      served.set(workflowId, { webhooks: specs, schedules, changedAt });
      for (const { node, spec } of webhooks) {
        const hook = createHook(spec, (...call) => startByWebhook(workflowId, node, spec, call));
        if (!router.add(spec.method, spec.path, hook)) {
          giveUp(spec.method, spec.path);
          router.add(spec.method, spec.path, hook);
        }
        specs.push(spec);
      }
    } catch (error) {
      unserve(workflowId);
      throw error;
    }
  };

  const serveStored = async (workflowId: number): Promise<boolean> => {
    const stored = (await loadTriggers(db, workflowId)).get(workflowId);
    if (stored) serve(workflowId, stored);
    else unserve(workflowId);
    return stored !== undefined;
  };

  const applyStored = async (workflowId: number): Promise<void> => {
    if (!(await serveStored(workflowId))) return;
    // So that the first call does not wait for it.
    await versions.ofStored(workflowId);
    await saveActivationError(db, workflowId, null);
  };

  const serveEverything = async (): Promise<void> => {
    const stored = await loadTriggers(db);
    for (const workflowId of [...served.keys()]) if (!stored.has(workflowId)) unserve(workflowId);
    let count = 0;
    for (const [workflowId, triggers] of stored) {
      count += 1;
      if (count % servedAtOnce === 0) await nextTurn();
      try {
        serve(workflowId, triggers);
      } catch (error) {
        log.error({ err: error, workflowId }, 'An active workflow could not be started');
        const time = new Date(clock.now()).toISOString();
        await saveActivationError(db, workflowId, { time, error: { message: (error as Error).message } });
      }
    }
  };

  /** One after another, so that what is served last is what was stored last. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = lastApply.then(work);
    lastApply = done.catch(() => {});
    return done;
  };

  const follow = (work: () => Promise<unknown>, details: object): void => {
    inTurn(work).catch((error: unknown) =>
      log.error({ err: error, ...details }, 'A change of another process could not be followed'),
    );
  };
  bus?.on('workflowChanged', ({ workflowId }) => follow(() => serveStored(workflowId), { workflowId }));
  bus?.onGap(() => follow(serveEverything, {}));

  /** A change that another process has made just now may not have arrived here yet. */
  const catchUp = async (method: string, path: string): Promise<ReturnType<typeof router.find>> => {
    const owners = await findWebhookOwners(db, method, placesOf(path));
    for (const workflowId of owners) await inTurn(() => serveStored(workflowId));
    return owners.length > 0 ? router.find(method, path) : undefined;
  };

  return {
    webhooks: {
      find: (method, path) => router.find(method, path) ?? (bus ? catchUp(method, path) : undefined),
      methods: router.methods,
      hint: 'The workflow must be active for a production URL to answer, and the method must be the one that it listens for.',
    },

    plan: (workflow) => planTriggers(workflow, options),

    write: replaceTriggers,

    apply: (workflowId) => inTurn(() => applyStored(workflowId)),

    active: () => [...served.keys()],

    start: () => inTurn(serveEverything),

    schedules: {
      start() {
        timers ??= createSchedules({ clock, onTick: ticks.add });
        return inTurn(async () => {
          let count = 0;
          for (const [workflowId, triggers] of served) {
            count += 1;
            if (count % servedAtOnce === 0) await nextTurn();
            setTimers(workflowId, triggers);
          }
        });
      },
      stop() {
        timers?.close();
        timers = undefined;
      },
    },

    async close() {
      timers?.close();
      timers = undefined;
      await ticks.close();
      for (const workflowId of [...served.keys()]) unserve(workflowId);
    },
  };
};
