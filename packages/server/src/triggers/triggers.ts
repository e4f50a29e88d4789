import type { NodeTypeSource } from '@millrace/engine';
import type { WebhookSpec } from '@millrace/engine/node-api';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Clock } from '../platform/clock.ts';
import { AppError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { RunnableVersion, Runs, StartedRun, StartRun } from '../runs/types.ts';
import { planTriggers } from './plan.ts';
import { createSchedules } from './schedules/schedules.ts';
import { loadTriggers, replaceTriggers, type StoredTriggers, saveActivationError } from './store.ts';
import type { Triggers } from './types.ts';
import { createHook, type Hook, type HookSource } from './webhooks/hook.ts';
import { createWebhookRouter, normalisePath } from './webhooks/router.ts';

export interface TriggersOptions {
  db: Kysely<Database>;
  runs: Pick<Runs, 'start'>;
  versions: { ofStored(workflowId: number): Promise<RunnableVersion> };
  nodeTypes: NodeTypeSource;
  clock: Clock;
  log: Log;
  /** IANA name of the instance's zone. */
  timezone: string;
}

/** A tick that finds the queue full asks again after this, for so long. */
const patience = { pause: 1000, attempts: 60 };

/** What active workflows listen on and when they fire: rows in the database, and this process serves what the rows say. */
export const createTriggers = (options: TriggersOptions): Triggers & { webhooks: HookSource } => {
  const { db, runs, versions, clock, log } = options;
  const router = createWebhookRouter<Hook>();
  const served = new Map<number, WebhookSpec[]>();
  const pauses = new Set<NodeJS.Timeout>();
  let lastApply: Promise<unknown> = Promise.resolve();

  const schedules = createSchedules({
    clock,
    onTick: (workflowId, node, scheduledAt) => void tick(workflowId, node, scheduledAt, patience.attempts),
  });

  const tick = async (workflowId: number, node: string, scheduledAt: number, attempts: number): Promise<void> => {
    try {
      const version = await versions.ofStored(workflowId);
      const start = { kind: 'trigger' as const, node, payload: { kind: 'schedule' as const, scheduledAt } };
      await runs.start({ version, mode: 'trigger', start });
    } catch (error) {
      if (error instanceof AppError && error.error === 'tooManyRuns' && attempts > 1) {
        const pause = setTimeout(() => {
          pauses.delete(pause);
          void tick(workflowId, node, scheduledAt, attempts - 1);
        }, patience.pause);
        pauses.add(pause);
        return;
      }
      log.error({ err: error, workflowId, node, scheduledAt }, 'A scheduled run could not be started');
    }
  };

  const startByWebhook = async (
    workflowId: number,
    node: string,
    spec: WebhookSpec,
    [request, executionId]: Parameters<Hook['start']>,
  ): Promise<StartedRun> => {
    const run: StartRun = {
      executionId,
      version: await versions.ofStored(workflowId),
      mode: 'webhook',
      start: { kind: 'trigger', node, payload: { kind: 'webhook', request } },
      lastNodeAnswer: spec.responseMode === 'lastNode' ? spec : undefined,
    };
    return runs.start(run);
  };

  const unserve = (workflowId: number): void => {
    for (const { method, path } of served.get(workflowId) ?? []) router.remove(method, path);
    served.delete(workflowId);
    schedules.set(workflowId, []);
  };

  /** What the database has given to someone else since is not served any more. */
  const giveUp = (method: string, path: string): void => {
    const place = normalisePath(path);
    for (const [workflowId, specs] of served)
      served.set(
        workflowId,
        specs.filter((spec) => spec.method !== method || normalisePath(spec.path) !== place),
      );
    router.remove(method, path);
  };

  const serve = (workflowId: number, { webhooks, schedules: planned }: StoredTriggers): void => {
    unserve(workflowId);
    try {
      schedules.set(workflowId, planned);
      const specs: WebhookSpec[] = [];
      served.set(workflowId, specs);
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

  const applyStored = async (workflowId: number): Promise<void> => {
    const stored = (await loadTriggers(db, workflowId)).get(workflowId);
    if (!stored) {
      unserve(workflowId);
      return;
    }
    serve(workflowId, stored);
    // So that the first call does not wait for it.
    await versions.ofStored(workflowId);
    await saveActivationError(db, workflowId, null);
  };

  return {
    webhooks: {
      find: router.find,
      methods: router.methods,
      hint: 'The workflow must be active for a production URL to answer, and the method must be the one that it listens for.',
    },

    plan: (workflow) => planTriggers(workflow, options),

    write: replaceTriggers,

    // One after another, so that what is served last is what was stored last.
    apply(workflowId) {
      const applied = lastApply.then(() => applyStored(workflowId));
      lastApply = applied.catch(() => {});
      return applied;
    },

    active: () => [...served.keys()],

    async start() {
      for (const [workflowId, stored] of await loadTriggers(db)) {
        try {
          serve(workflowId, stored);
        } catch (error) {
          log.error({ err: error, workflowId }, 'An active workflow could not be started');
          const time = new Date(clock.now()).toISOString();
          await saveActivationError(db, workflowId, { time, error: { message: (error as Error).message } });
        }
      }
    },

    async close() {
      schedules.close();
      for (const pause of pauses) clearTimeout(pause);
      for (const workflowId of [...served.keys()]) unserve(workflowId);
    },
  };
};
