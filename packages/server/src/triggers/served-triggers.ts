import { zoneOf } from '@millrace/engine';
import type { WebhookSpec } from '@millrace/engine/node-api';
import type { Clock } from '../platform/clock.ts';
import { createTicks } from './schedules/next-tick.ts';
import type { Schedule, Schedules } from './schedules/schedules.ts';
import type { StoredTriggers } from './store.ts';
import type { Hook } from './webhooks/hook.ts';
import { normalisePath, type WebhookRouter } from './webhooks/router.ts';

/** The triggers that this process serves: webhooks in the router, and schedules where it leads. One that cannot be served costs only itself. */
export interface ServedTriggers {
  /** Replaces those of the workflow. @returns what could not be started and why, a sentence each */
  serve(workflowId: number, triggers: StoredTriggers): string[];
  unserve(workflowId: number): void;
  /** Ids of the workflows of which something is served. */
  ids(): number[];
  /** Ids of those of which everything is. */
  whole(): number[];
  /** Sets the timers of the workflow's schedules, if there are any. */
  setTimers(timers: Schedules, workflowId: number): void;
}

interface Served {
  webhooks: WebhookSpec[];
  schedules: Schedule[];
  changedAt: number;
  isWhole: boolean;
}

export const createServedTriggers = (options: {
  router: WebhookRouter<Hook>;
  clock: Clock;
  /** IANA name of the instance's zone. */
  timezone: string;
  createHook(workflowId: number, node: string, spec: WebhookSpec): Hook;
  /** Undefined while another process leads. */
  timers(): Schedules | undefined;
}): ServedTriggers => {
  const { router, clock } = options;
  const served = new Map<number, Served>();
  /** What was due before this process was there was missed, and is not made up for. */
  const begunAt = clock.now();

  const unserve = (workflowId: number): void => {
    for (const { method, path } of served.get(workflowId)?.webhooks ?? []) router.remove(method, path);
    served.delete(workflowId);
    options.timers()?.set(workflowId, []);
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

  const addWebhook = (workflowId: number, node: string, spec: WebhookSpec): void => {
    const hook = options.createHook(workflowId, node, spec);
    if (router.add(spec.method, spec.path, hook)) return;
    giveUp(spec.method, spec.path);
    router.add(spec.method, spec.path, hook);
  };

  const setTimers = (timers: Schedules, workflowId: number): void => {
    const { schedules, changedAt } = served.get(workflowId) ?? { schedules: [], changedAt: 0 };
    timers.set(workflowId, schedules, Math.max(changedAt, begunAt));
  };

  return {
    serve(workflowId, { webhooks, schedules, changedAt }) {
      unserve(workflowId);
      const problems: string[] = [];
      const serving: Served = { webhooks: [], schedules: [], changedAt, isWhole: false };
      served.set(workflowId, serving);
      const begin = (node: string, work: () => void): void => {
        try {
          work();
        } catch (error) {
          problems.push(`"${node}": ${(error as Error).message}.`);
        }
      };
      for (const { node, spec: text } of webhooks)
        begin(node, () => {
          const spec = JSON.parse(text) as WebhookSpec;
          addWebhook(workflowId, node, spec);
          serving.webhooks.push(spec);
        });
      for (const { spec: text, timezone, ...about } of schedules)
        begin(about.node, () => {
          const schedule: Schedule = { ...about, timezone: zoneOf(timezone, options.timezone), spec: JSON.parse(text) };
          createTicks(schedule.spec, schedule.timezone);
          serving.schedules.push(schedule);
        });
      const timers = options.timers();
      if (timers) setTimers(timers, workflowId);
      serving.isWhole = problems.length === 0;
      return problems;
    },
    unserve,
    ids: () => [...served.keys()],
    whole: () => [...served].filter(([, { isWhole }]) => isWhole).map(([workflowId]) => workflowId),
    setTimers,
  };
};
