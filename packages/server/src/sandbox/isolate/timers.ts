import { host } from './host.ts';

interface Timer {
  run(): void;
  /** Milliseconds between two runs of an interval. */
  every: number | undefined;
}

const timers = new Map<number, Timer>();
let lastTimer = 0;

const start = (every: boolean, work: unknown, milliseconds: unknown, args: unknown[]): number => {
  if (typeof work !== 'function') throw new TypeError('The first argument must be a function');
  const id = ++lastTimer;
  const pause = Math.min(Math.max(Number(milliseconds) || 0, 0), 2 ** 31 - 1);
  timers.set(id, { run: () => void work(...args), every: every ? pause : undefined });
  host().startTimer(id, pause);
  return id;
};

const stop = (id: unknown): void => {
  if (typeof id === 'number' && timers.delete(id)) host().stopTimer(id);
};

/** Called by the process. */
export const fireTimer = (id: number): void => {
  const timer = timers.get(id);
  if (!timer) return;
  if (timer.every === undefined) timers.delete(id);
  else host().startTimer(id, timer.every);
  timer.run();
};

export const timerFunctions = {
  setTimeout: (work: unknown, milliseconds?: unknown, ...args: unknown[]) => start(false, work, milliseconds, args),
  setInterval: (work: unknown, milliseconds?: unknown, ...args: unknown[]) => start(true, work, milliseconds, args),
  setImmediate: (work: unknown, ...args: unknown[]) => start(false, work, 0, args),
  clearTimeout: stop,
  clearInterval: stop,
  clearImmediate: stop,
  queueMicrotask: (work: () => void) => void Promise.resolve().then(work),
};
