import type { ScheduleSpec } from '@millrace/engine/node-api';
import type { Clock } from '../../platform/clock.ts';
import { createTicks } from './next-tick.ts';

export interface Schedule {
  node: string;
  /** Among the schedules of its node. */
  position: number;
  spec: ScheduleSpec;
  /** IANA name. */
  timezone: string;
  /** The node looks for news then; otherwise an execution starts. */
  polls?: boolean;
}

/** One time at which a schedule fires. */
export interface Tick {
  workflowId: number;
  node: string;
  /** Of the schedule among those of its node. */
  position: number;
  polls?: boolean;
  /** Epoch milliseconds. */
  scheduledAt: number;
}

/**
 * The timers of active schedules. A tick that was missed (the machine slept, the clock jumped) is not made up for, only those of the moments in
 * which the lead changed hands. Ten thousand that are due at the same second are told a few at a time, so that the process answers others in
 * between.
 */
export interface Schedules {
  /**
   * Replaces the schedules of a workflow.
   *
   * @param changedAt epoch milliseconds: ticks of the last ten seconds count too, unless they are older than this. Whoever led before may not
   * have come to them; those that have fired are refused where runs are started
   * @throws Error for a schedule that is none; nothing is changed then
   */
  set(workflowId: number, schedules: readonly Schedule[], changedAt?: number): void;
  close(): void;
}

/** Longer than it takes until another process leads. */
const lookBack = 10_000;
const longestTimer = 86_400_000;
/** Between two looks whether the clock was set. */
const lookEvery = 2000;
/** Two looks that are further apart by the clock mean that it was set, or that the machine slept. */
const longestLook = lookEvery + 1000;
/** A tick that is noticed later than this was missed. */
const tolerance = 30_000;
/** A clock that was set back further than this was wrong before: ticks are counted from what it says now. */
const correction = 3_600_000;
/** Milliseconds of work between two turns of the event loop. */
const slice = 5;

/** The timer of one schedule. */
interface Running {
  /** Looks at the clock. */
  check(): void;
  stop(): void;
}

export const createSchedules = (options: { clock: Clock; onTick(tick: Tick): void }): Schedules => {
  const { clock, onTick } = options;
  const timersOf = new Map<number, Running[]>();
  const ready = createSlices(slice);

  const run = (
    about: Omit<Tick, 'scheduledAt'>,
    next: (after: number) => number | undefined,
    firstDue: number | undefined,
  ): Running => {
    let timer: NodeJS.Timeout | undefined;
    const begun = clock.now();
    let due = firstDue;
    let lastFired = 0;
    let lastLook = begun;
    let isStopped = false;
    const wait = () => {
      clearTimeout(timer);
      if (due !== undefined) timer = setTimeout(check, Math.min(Math.max(due - clock.now(), 0), longestTimer));
    };
    const check = () => {
      if (due === undefined || isStopped) return;
      const now = clock.now();
      if (now >= due || now < lastLook) {
        ready.add(advance);
        return;
      }
      lastLook = now;
      wait();
    };
    const advance = () => {
      if (isStopped || due === undefined) return;
      const now = clock.now();
      lastLook = now;
      if (now >= due) {
        const scheduledAt = due;
        due = next(scheduledAt < begun ? scheduledAt : now);
        if (now - scheduledAt <= tolerance) {
          lastFired = scheduledAt;
          onTick({ ...about, scheduledAt });
        }
      } else {
        // The clock was set back. What has fired just before does not fire again.
        const isCorrected = lastFired - now > correction;
        due = next(isCorrected ? now : Math.max(now, lastFired));
      }
      wait();
    };
    wait();
    return {
      check,
      stop() {
        isStopped = true;
        clearTimeout(timer);
      },
    };
  };

  let watching: NodeJS.Timeout | undefined;
  /** Timers do not follow a clock that is set: all are looked at anew then. */
  const watch = (): void => {
    if (watching) return;
    let before = clock.now();
    watching = setInterval(() => {
      const now = clock.now();
      const wasSet = now < before || now - before > longestLook;
      before = now;
      if (wasSet) for (const running of timersOf.values()) for (const { check } of running) check();
    }, lookEvery);
  };
  const endWatch = (): void => {
    clearInterval(watching);
    watching = undefined;
  };

  const clear = (workflowId: number) => {
    for (const { stop } of timersOf.get(workflowId) ?? []) stop();
    timersOf.delete(workflowId);
    if (timersOf.size === 0) endWatch();
  };

  return {
    set(workflowId, schedules, changedAt = clock.now()) {
      const now = clock.now();
      const since = Math.min(now, Math.max(changedAt, now - lookBack));
      const planned = schedules.map(({ node, position, spec, timezone, polls }) => {
        const next = createTicks(spec, timezone);
        return { about: { workflowId, node, position, polls }, next, due: next(since) };
      });
      clear(workflowId);
      if (planned.length === 0) return;
      timersOf.set(
        workflowId,
        planned.map(({ about, next, due }) => run(about, next, due)),
      );
      watch();
    },
    close: () => {
      for (const workflowId of [...timersOf.keys()]) clear(workflowId);
      ready.clear();
    },
  };
};

/** Does much small work in its order, a slice at a time. @param milliseconds of a slice */
const createSlices = (milliseconds: number): { add(work: () => void): void; clear(): void } => {
  let waiting: (() => void)[] = [];
  let at = 0;
  let isUnderWay = false;
  const go = (): void => {
    const until = performance.now() + milliseconds;
    while (at < waiting.length && performance.now() < until) waiting[at++]?.();
    if (at < waiting.length) {
      setImmediate(go);
      return;
    }
    isUnderWay = false;
    waiting = [];
    at = 0;
  };
  return {
    add(work) {
      waiting.push(work);
      if (isUnderWay) return;
      isUnderWay = true;
      setImmediate(go);
    },
    clear() {
      waiting = [];
      at = 0;
    },
  };
};
