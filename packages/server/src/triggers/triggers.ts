import { setImmediate as nextTurn } from 'node:timers/promises';
import type { WebhookSpec } from '@millrace/engine/node-api';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Dispatcher, EnqueuedExecution, RunnableVersion } from '../executions/types.ts';
import type { Clock } from '../platform/clock.ts';
import { AppError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { Bus } from '../processes/bus.ts';
import { type PlanOptions, planTriggers } from './plan.ts';
import { createSchedules, type Schedules, type Tick } from './schedules/schedules.ts';
import { createTickStarts } from './schedules/tick-starts.ts';
import { createServedTriggers } from './served-triggers.ts';
import {
  findWebhookOwners,
  findWithoutTriggers,
  loadTriggers,
  replaceTriggers,
  type StoredTriggers,
  saveActivationError,
} from './store.ts';
import type { Triggers } from './types.ts';
import { createHook, type Hook, type HookSource, startByCall } from './webhooks/hook.ts';
import { createWebhookRouter, placesOf } from './webhooks/router.ts';

export interface TriggersOptions extends PlanOptions {
  clock: Clock;
  expressionsDisabled?: boolean;
  /** This instance runs no workflows: nothing that is stored as active is served. */
  isShowcase?: boolean;
  db: Kysely<Database>;
  dispatcher: Pick<Dispatcher, 'enqueue'>;
  versions: { ofStored(workflowId: number): Promise<RunnableVersion> };
  log: Log;
  /** Of an instance of several processes: they say when a workflow was changed. */
  bus?: Pick<Bus, 'on' | 'onGap'>;
}

const nothingStored = 'The workflow has no trigger that could start it. Deactivate it, and activate it again.';

/** Workflows that are served in one turn of the event loop at the start. */
const servedAtOnce = 50;

/**
 * What active workflows listen on and when they fire: rows in the database, and each process serves what the rows say. Webhooks may reach
 * any process; schedules have timers in the one that leads.
 */
export const createTriggers = (options: TriggersOptions): Triggers & { webhooks: HookSource } => {
  const { db, dispatcher, versions, clock, log, bus } = options;
  const router = createWebhookRouter<Hook>();
  let lastApply: Promise<unknown> = Promise.resolve();
  /** Undefined while another process leads. */
  let timers: Schedules | undefined;

  const ticks = createTickStarts({
    log,
    async start({ workflowId, node, position, scheduledAt }: Tick) {
      await dispatcher.enqueue({
        version: await versions.ofStored(workflowId),
        mode: 'trigger',
        start: { kind: 'trigger', node, payload: { kind: 'schedule', scheduledAt } },
        idempotencyKey: `${workflowId}:${node}:${position}:${scheduledAt}`,
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
      mayBeDeferred: spec.responseMode !== 'onReceived',
    });

  const served = createServedTriggers({
    router,
    clock,
    timezone: options.timezone,
    createHook: (workflowId, node, spec) => createHook(spec, (...call) => startByWebhook(workflowId, node, spec, call)),
    timers: () => timers,
  });

  const load = async (workflowId?: number): Promise<Map<number, StoredTriggers>> =>
    options.isShowcase ? new Map() : loadTriggers(db, workflowId);

  /** @returns what could not be started; undefined if nothing is stored */
  const serveStored = async (workflowId: number): Promise<string[] | undefined> => {
    const stored = (await load(workflowId)).get(workflowId);
    if (stored) return served.serve(workflowId, stored);
    served.unserve(workflowId);
    return undefined;
  };

  const saveProblem = (workflowId: number, message: string | null): Promise<void> =>
    saveActivationError(
      db,
      workflowId,
      message === null ? null : { time: new Date(clock.now()).toISOString(), error: { message } },
    );

  const applyStored = async (workflowId: number): Promise<void> => {
    const problems = await serveStored(workflowId);
    if (!problems) return;
    if (problems.length > 0) throw new AppError('activationFailed', problems.join(' '));
    // So that the first call does not wait for it.
    await versions.ofStored(workflowId);
    await saveProblem(workflowId, null);
  };

  /** Where expressions were switched off since, triggers that were read from some are stored still. */
  const refusalOf = async (workflowId: number): Promise<string | undefined> => {
    if (!options.expressionsDisabled) return undefined;
    try {
      const { workflow, ownerId } = await versions.ofStored(workflowId);
      await planTriggers({ ...workflow, id: String(workflowId), ownerId }, options);
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  };

  const begin = async (workflowId: number, triggers: StoredTriggers): Promise<void> => {
    const refusal = await refusalOf(workflowId);
    if (refusal !== undefined) served.unserve(workflowId);
    const problems = refusal === undefined ? served.serve(workflowId, triggers) : [refusal];
    if (problems.length > 0) {
      log.error({ workflowId, problems }, 'Triggers of an active workflow could not be started');
      await saveProblem(workflowId, problems.join(' '));
    } else if (triggers.hadError) await saveProblem(workflowId, null);
  };

  const serveEverything = async (): Promise<void> => {
    const stored = await load();
    for (const workflowId of served.ids()) if (!stored.has(workflowId)) served.unserve(workflowId);
    let count = 0;
    for (const [workflowId, triggers] of stored) {
      count += 1;
      if (count % servedAtOnce === 0) await nextTurn();
      await begin(workflowId, triggers);
    }
    if (options.isShowcase) return;
    for (const workflowId of await findWithoutTriggers(db)) await saveProblem(workflowId, nothingStored);
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

    active: served.whole,

    refused: saveProblem,

    start: () => inTurn(serveEverything),

    schedules: {
      start() {
        timers ??= createSchedules({ clock, onTick: ticks.add });
        return inTurn(async () => {
          let count = 0;
          for (const workflowId of served.ids()) {
            count += 1;
            if (count % servedAtOnce === 0) await nextTurn();
            if (timers) served.setTimers(timers, workflowId);
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
      for (const workflowId of served.ids()) served.unserve(workflowId);
    },
  };
};
