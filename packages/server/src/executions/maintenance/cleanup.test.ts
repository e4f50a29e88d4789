import { expect, onTestFinished, test, vi } from 'vitest';
import { silentLog } from '../../platform/log.ts';
import { createCleanup } from './cleanup.ts';

const hour = 3_600_000;

test('executions by hand that are not kept go when they are a day old, without a restart', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const dropped: number[] = [];
  const clock = { time: 100 * hour, now: () => clock.time };
  const cleanup = createCleanup({
    store: {
      deleteTemporary: async () => [],
      async deleteTemporaryBefore(moment) {
        dropped.push(moment / hour);
        return [];
      },
    },
    files: {
      remove: async () => {},
      removeAfter: async () => {},
      removeOrphans: async () => ({ removed: Promise.resolve() }),
      close: () => {},
    },
    clock,
    log: silentLog,
    isShared: false,
    untilDone: (work) => work,
  });
  await cleanup.start();
  clock.time += hour;
  vi.advanceTimersByTime(hour);
  expect(dropped).toEqual([76, 77]);
  cleanup.stop();
  vi.advanceTimersByTime(10 * hour);
  expect(dropped).toHaveLength(2);
});
