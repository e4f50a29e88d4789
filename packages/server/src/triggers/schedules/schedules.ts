import type { ScheduleSpec } from '@millrace/engine/node-api';
import type { Clock } from '../../platform/clock.ts';
import { createTicks } from './next-tick.ts';

export interface Schedule {
  node: string;
  spec: ScheduleSpec;
  /** IANA name. */
  timezone: string;
}

/** The timers of active schedules. A tick that was missed (the machine slept, the clock jumped) is not made up for. */
export interface Schedules {
  /** Replaces the schedules of a workflow. @throws Error for a schedule that is none; nothing is changed then */
  set(workflowId: number, schedules: readonly Schedule[]): void;
  close(): void;
}

/** Timers are set for no longer than this, so that a clock that was set is noticed in time. */
const longestTimer = 60_000;
/** A tick that is noticed later than this was missed. */
const tolerance = 30_000;

export const createSchedules = (options: {
  clock: Clock;
  /** `scheduledAt`: epoch milliseconds of the tick. */
  onTick(workflowId: number, node: string, scheduledAt: number): void;
}): Schedules => {
  const { clock, onTick } = options;
  const timersOf = new Map<number, (() => void)[]>();

  /** @returns what stops it */
  const run = (workflowId: number, node: string, next: (after: number) => number | undefined): (() => void) => {
    let timer: NodeJS.Timeout | undefined;
    let due = next(clock.now());
    let lastFired = 0;
    const wait = () => {
      if (due !== undefined) timer = setTimeout(check, Math.min(Math.max(due - clock.now(), 0), longestTimer));
    };
    const check = () => {
      const now = clock.now();
      if (due === undefined) return;
      if (now >= due) {
        const tick = due;
        due = next(now);
        if (now - tick <= tolerance) {
          lastFired = tick;
          onTick(workflowId, node, tick);
        }
      } else if (due - now > longestTimer) {
        // The clock may have been set back since. What has fired does not fire again.
        due = next(Math.max(now, lastFired));
      }
      wait();
    };
    wait();
    return () => clearTimeout(timer);
  };

  const clear = (workflowId: number) => {
    for (const stop of timersOf.get(workflowId) ?? []) stop();
    timersOf.delete(workflowId);
  };

  return {
    set(workflowId, schedules) {
      const ticks = schedules.map(({ node, spec, timezone }) => ({ node, next: createTicks(spec, timezone) }));
      clear(workflowId);
      if (ticks.length === 0) return;
      timersOf.set(
        workflowId,
        ticks.map(({ node, next }) => run(workflowId, node, next)),
      );
    },
    close: () => {
      for (const workflowId of [...timersOf.keys()]) clear(workflowId);
    },
  };
};
