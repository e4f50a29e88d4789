import { setImmediate as nextTurn } from 'node:timers/promises';
import type { JsonObject } from '@millrace/contract';
import type { WebhookSpec } from '@millrace/engine/node-api';
import type { Kysely } from 'kysely';
import { withUnusedFiles } from '../db/file-uses.ts';
import type { Database } from '../db/schema.ts';
import type { Dispatcher, EnqueuedExecution, RunnableVersion } from '../executions/types.ts';
import type { NodeCalls } from '../node-calls/types.ts';
import type { BinaryStore } from '../platform/binary/index.ts';
import type { Clock } from '../platform/clock.ts';
import { AppError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { Bus } from '../processes/bus.ts';
import type { Push } from '../push/push.ts';
import { createLifecycle } from './lifecycle/lifecycle.ts';
import { createListening } from './listening/listening.ts';
import { type PlanOptions, planTriggers } from './plan.ts';
import { createPolls } from './polls/polls.ts';
import { createRegistrations, type Registrations } from './registrations/registrations.ts';
import type { WebhookBases } from './registrations/telling.ts';
import { startBy } from './run-starts.ts';
import { createSchedules, type Tick } from './schedules/schedules.ts';
import { createTickStarts } from './schedules/tick-starts.ts';
import { createServedTriggers } from './served-triggers.ts';
import { createStartedFiles, type OpenStartedFiles } from './started-files.ts';
import { createTriggerStates } from './states/trigger-states.ts';
import {
  findWebhookOwners,
  findWithoutTriggers,
  loadTriggers,
  replaceTriggers,
  type StoredTriggers,
  saveActivationError,
} from './store.ts';
import { createTriggerSubjects } from './subjects.ts';
import type { Triggers } from './types.ts';
import { createHook, type Hook, type HookSource, hookOwner, lastNodeAnswerOf } from './webhooks/hook.ts';
import { type Receiving, receiveCall } from './webhooks/receive.ts';
import { createWebhookRouter, placesOf } from './webhooks/router.ts';

export interface TriggersOptions extends PlanOptions {
  clock: Clock;
  expressionsDisabled?: boolean;
  /** This instance runs no workflows: nothing that is stored as active is served. */
  isShowcase?: boolean;
  db: Kysely<Database>;
  dispatcher: Pick<Dispatcher, 'enqueue' | 'reserve' | 'keepStaticData' | 'staticDataChanged' | 'findStarted'>;
  calls: Pick<NodeCalls, 'ask' | 'listen'>;
  binary: Pick<BinaryStore, 'deleteExecution'>;
  push: Pick<Push, 'tell'>;
  /** Where services are told to call. */
  bases(): WebhookBases;
  /** Milliseconds in which a node says what becomes of a call. */
  receiveTimeout?: number;
  versions: { ofStored(workflowId: number): Promise<RunnableVersion> };
  log: Log;
  /** Of an instance of several processes: they say when a workflow was changed. */
  bus?: Pick<Bus, 'on' | 'onGap'>;
}

const nothingStored = 'The workflow has no trigger that could start it. Deactivate it, and activate it again.';

/** Milliseconds. */
const usualReceiveTimeout = 10_000;

/** Workflows that are served in one turn of the event loop at the start. */
const servedAtOnce = 50;

export interface TriggerServing extends Triggers {
  webhooks: HookSource;
  /** What runs by hand go through as well. */
  shared: {
    registrations: Pick<Registrations, 'registerTest' | 'testStaticData' | 'endTest'>;
    receiving: Receiving;
    files: OpenStartedFiles;
  };
}

/**
 * What active workflows listen on and when they fire: rows in the database, and each process serves what the rows say. Webhooks may reach
 * any process; schedules have timers in the one that leads.
 */
export const createTriggers = (options: TriggersOptions): TriggerServing => {
  const { db, dispatcher, calls, versions, clock, log, bus, push } = options;
  const router = createWebhookRouter<Hook>();
  let lastApply: Promise<unknown> = Promise.resolve();
  const subjects = createTriggerSubjects({ db, versions });
  const states = createTriggerStates({ db, clock, push, log });
  const files = createStartedFiles({
    reserve: dispatcher.reserve,
    binary: {
      // Events of one listener may write files at the same time: another one's execution may use them.
      async deleteExecution(executionId) {
        const [unused] = await withUnusedFiles(db, [Number(executionId)]);
        if (unused !== undefined) await options.binary.deleteExecution(executionId);
      },
    },
    log,
  });
  const parts = { calls, subjects, dispatcher, files, states, clock, log };
  const registrations = createRegistrations({ db, ...parts, bases: options.bases });
  const lifecycle = createLifecycle({ db, dispatcher, versions, clock, log });
  const receiving = { calls, dispatcher, timeout: options.receiveTimeout ?? usualReceiveTimeout };

  const lead = () => {
    const polls = createPolls(parts);
    const listening = createListening(parts);
    const schedules = createSchedules({ clock, onTick: (tick) => (tick.polls ? polls.tick(tick) : ticks.add(tick)) });
    return { schedules, polls, listening };
  };
  /** Undefined while another process leads. */
  let led: ReturnType<typeof lead> | undefined;
  const endLead = async (): Promise<void> => {
    const ending = led;
    led = undefined;
    registrations.duty.stop();
    lifecycle.duty.stop();
    ending?.schedules.close();
    await Promise.all([ending?.polls.close(), ending?.listening.close()]);
  };

  const ticks = createTickStarts({
    log,
    async start({ workflowId, node, position, scheduledAt }: Tick) {
      await dispatcher.enqueue({
        version: await versions.ofStored(workflowId),
        mode: 'trigger',
        trigger: node,
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
    [payload, executionId]: Parameters<Hook['start']>,
  ): Promise<EnqueuedExecution> =>
    dispatcher.enqueue({
      executionId,
      version: await versions.ofStored(workflowId),
      mode: 'webhook',
      trigger: node,
      start: startBy(node, payload),
      lastNodeAnswer: lastNodeAnswerOf(spec),
      waitForAnswer: spec.responseMode !== 'onReceived',
      mayBeDeferred: spec.responseMode !== 'onReceived',
    });

  const receive = (workflowId: number, node: string, spec: WebhookSpec): Hook['receive'] => {
    const step = (changes: Record<string, JsonObject>) => ({ workflowId, before: {}, changes });
    return async (call, ofCall) => {
      const { version, subject } = await subjects.of(workflowId, node);
      const run = async () => ({ version, mode: 'webhook' as const, trigger: node });
      const keep = (changes: Record<string, JsonObject>) => dispatcher.keepStaticData(step(changes));
      return receiveCall(receiving, { subject, spec, isTest: false, run, keep, step }, call, ofCall);
    };
  };

  const served = createServedTriggers({
    router,
    clock,
    timezone: options.timezone,
    createHook: (workflowId, node, spec, receives) =>
      createHook(
        spec,
        (...call) => startByWebhook(workflowId, node, spec, call),
        receives ? receive(workflowId, node, spec) : undefined,
        async () => hookOwner(await versions.ofStored(workflowId), node),
      ),
    led: () => led,
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
      const { workflow } = await versions.ofStored(workflowId);
      await planTriggers({ ...workflow, id: String(workflowId), ownerId: '' }, options);
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

    write: (transaction, workflowId, plan, event) => replaceTriggers(transaction, workflowId, plan, event, clock.now()),

    async apply(workflowId, { isActivation } = { isActivation: false }) {
      await inTurn(() => applyStored(workflowId));
      // Services may call back before they answer, and others are not kept waiting for them.
      if (options.isShowcase) return;
      await registrations.settle(workflowId, { isActivation });
      await lifecycle.tell(workflowId);
    },

    active: served.whole,

    refused: saveProblem,

    states: states.of,

    shared: { registrations, receiving, files },

    start: () => inTurn(serveEverything),

    async instanceStarted() {
      if (!options.isShowcase) await lifecycle.tellStart();
    },

    duty: {
      start() {
        led ??= lead();
        if (!options.isShowcase) {
          registrations.duty.start();
          lifecycle.duty.start();
        }
        return inTurn(async () => {
          let count = 0;
          for (const workflowId of served.ids()) {
            count += 1;
            if (count % servedAtOnce === 0) await nextTurn();
            served.lead(workflowId);
          }
        });
      },
      stop: endLead,
    },

    async close() {
      await endLead();
      await registrations.close();
      await lifecycle.close();
      await ticks.close();
      await states.settled();
      for (const workflowId of served.ids()) served.unserve(workflowId);
    },
  };
};
