import { zoneOf } from '@millrace/engine';
import type { WebhookSpec } from '@millrace/engine/node-api';
import type { Clock } from '../platform/clock.ts';
import type { Listening, ListeningNode } from './listening/listening.ts';
import type { Polls } from './polls/polls.ts';
import { createTicks } from './schedules/next-tick.ts';
import type { Schedule, Schedules } from './schedules/schedules.ts';
import type { StoredTriggers } from './store.ts';
import type { Hook } from './webhooks/hook.ts';
import { normalisePath, routeOf, type WebhookRouter } from './webhooks/router.ts';

/** The triggers that this process serves: webhooks in the router, and schedules where it leads. One that cannot be served costs only itself. */
export interface ServedTriggers {
  /** Replaces those of the workflow. @returns what could not be started and why, a sentence each */
  serve(workflowId: number, triggers: StoredTriggers): string[];
  unserve(workflowId: number): void;
  /** Ids of the workflows of which something is served. */
  ids(): number[];
  /** Ids of those of which everything is. */
  whole(): number[];
  /** Hands the workflow's schedules and connections, if there are any, to what this process has while it leads. */
  lead(workflowId: number): void;
}

/** What only the process that leads has. */
export interface LedTriggers {
  schedules: Schedules;
  polls: Pick<Polls, 'forget'>;
  listening: Pick<Listening, 'set'>;
}

interface Served {
  webhooks: WebhookSpec[];
  schedules: Schedule[];
  listeners: readonly ListeningNode[];
  changedAt: number;
  isWhole: boolean;
}

const none = { schedules: [], listeners: [], changedAt: 0 };

export const createServedTriggers = (options: {
  router: WebhookRouter<Hook>;
  clock: Clock;
  /** IANA name of the instance's zone. */
  timezone: string;
  createHook(workflowId: number, node: string, spec: WebhookSpec, receives: boolean): Hook;
  /** Undefined while another process leads. */
  led(): LedTriggers | undefined;
}): ServedTriggers => {
  const { router, clock } = options;
  const served = new Map<number, Served>();
  /** What was due before this process was there was missed, and is not made up for. */
  const begunAt = clock.now();

  const unserve = (workflowId: number): void => {
    for (const spec of served.get(workflowId)?.webhooks ?? []) router.remove(routeOf(spec), spec.path);
    served.delete(workflowId);
    const led = options.led();
    led?.schedules.set(workflowId, []);
    led?.polls.forget(workflowId);
  };

  /** What the database has given to someone else since is not served any more. */
  const giveUp = (given: WebhookSpec): void => {
    const [route, place] = [routeOf(given), normalisePath(given.path)];
    for (const serving of served.values())
      serving.webhooks = serving.webhooks.filter(
        (spec) => routeOf(spec) !== route || normalisePath(spec.path) !== place,
      );
    router.remove(route, given.path);
  };

  const addWebhook = (workflowId: number, node: string, spec: WebhookSpec, receives: boolean): void => {
    const hook = options.createHook(workflowId, node, spec, receives);
    if (router.add(routeOf(spec), spec.path, hook)) return;
    giveUp(spec);
    router.add(routeOf(spec), spec.path, hook);
  };

  const lead = (workflowId: number): void => {
    const led = options.led();
    if (!led) return;
    const { schedules, listeners, changedAt } = served.get(workflowId) ?? none;
    led.schedules.set(workflowId, schedules, Math.max(changedAt, begunAt));
    led.listening.set(workflowId, listeners);
  };

  /** All of it: connections, too, which a change may leave as they are. */
  const unserveWhole = (workflowId: number): void => {
    unserve(workflowId);
    options.led()?.listening.set(workflowId, []);
  };

  return {
    serve(workflowId, { webhooks, schedules, listeners, changedAt }) {
      unserve(workflowId);
      const problems: string[] = [];
      const serving: Served = { webhooks: [], schedules: [], listeners, changedAt, isWhole: false };
      served.set(workflowId, serving);
      const begin = (node: string, work: () => void): void => {
        try {
          work();
        } catch (error) {
          problems.push(`"${node}": ${(error as Error).message}.`);
        }
      };
      for (const { node, spec: text, receives } of webhooks)
        begin(node, () => {
          const spec = JSON.parse(text) as WebhookSpec;
          addWebhook(workflowId, node, spec, receives);
          serving.webhooks.push(spec);
        });
      for (const { spec: text, timezone, ...about } of schedules)
        begin(about.node, () => {
          const schedule: Schedule = { ...about, timezone: zoneOf(timezone, options.timezone), spec: JSON.parse(text) };
          createTicks(schedule.spec, schedule.timezone);
          serving.schedules.push(schedule);
        });
      lead(workflowId);
      serving.isWhole = problems.length === 0;
      return problems;
    },
    unserve: unserveWhole,
    ids: () => [...served.keys()],
    whole: () => [...served].filter(([, { isWhole }]) => isWhole).map(([workflowId]) => workflowId),
    lead,
  };
};
