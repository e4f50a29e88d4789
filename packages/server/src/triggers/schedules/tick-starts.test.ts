import { expect, onTestFinished, test, vi } from 'vitest';
import { DuplicateExecutionError } from '../../executions/types.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { silentLog } from '../../platform/log.ts';
import { createTickStarts } from './tick-starts.ts';

const tick = { workflowId: 1, node: 'Schedule', position: 0, scheduledAt: 0 };

const setUp = (start: () => Promise<unknown>) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const error = vi.fn();
  const ticks = createTickStarts({ start, log: { ...silentLog, error } });
  onTestFinished(() => ticks.close());
  return { ticks, error };
};

test.each([
  ['the database is away', () => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })],
  ['no further run is taken', () => new AppError('tooManyRuns', 'Too many runs wait for a worker.')],
])('a tick is started later when %s', async (_, failure) => {
  let tries = 0;
  const { ticks, error } = setUp(async () => {
    tries += 1;
    if (tries < 4) throw failure();
  });
  ticks.add(tick);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(tries).toBe(4);
  expect(error).not.toHaveBeenCalled();
});

test.each([
  ['was started by another process', () => new DuplicateExecutionError('again'), 1, 0],
  ['is of a workflow that is gone', () => notFound('workflow', 1), 1, 1],
  ['cannot be started for a minute', () => new Error('no'), 121, 1],
])('a tick that %s is given up', async (_, failure, most, told) => {
  let tries = 0;
  const { ticks, error } = setUp(async () => {
    tries += 1;
    throw failure();
  });
  ticks.add(tick);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(tries).toBeGreaterThan(0);
  expect(tries).toBeLessThanOrEqual(most);
  expect(error).toHaveBeenCalledTimes(told);
});
