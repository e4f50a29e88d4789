import { expect, onTestFinished, test, vi } from 'vitest';
import { silentLog } from '../../platform/log.ts';
import { createCollector, createTestInstance } from '../../processes/processes.testing.ts';
import { createRoom } from '../workers/room.ts';
import { claimFromQueue } from './claiming.ts';
import type { ExecutionQueue } from './execution-queue.ts';
import { storeRows } from './queues.testing.ts';
import { createSlots, type Slot } from './slots.ts';

vi.setConfig({ testTimeout: 30_000 });

const setUp = async () => {
  const instance = await createTestInstance();
  return { instance, ...(await storeRows(instance)) };
};

/** Claims with so many slots of each kind, which are given back by hand. */
const claimWith = async (queue: ExecutionQueue, count: number, begun: (id: number) => void) => {
  const slots = createSlots({ limits: { production: count, manual: count }, byWorkflow: count, room: createRoom() });
  const held: Slot[] = [];
  const claiming = await claimFromQueue({
    queue,
    slots,
    begin({ executionId }, slot) {
      held.push(slot);
      begun(executionId);
    },
    log: silentLog,
  });
  const close = () => claiming.close();
  onTestFinished(close);
  return {
    close,
    releaseAll: () => {
      for (const slot of held.splice(0)) slot.release();
    },
  };
};

test('each execution goes to one of the processes, within its slots', async () => {
  const { instance, store, queued } = await setUp();
  const workers = await Promise.all([instance.join('worker'), instance.join('worker')]);
  await store([1, 2, 3, 4, 5, 6]);
  await store([7], { mode: 'manual' });
  await store([8], { status: 'running' });
  const begun = createCollector<number>();
  const claiming = await Promise.all(
    workers.map(async (worker) => claimWith(await worker.openTestQueue(), 2, begun.add)),
  );
  await begun.until((ids) => ids.length === 5);
  expect(await queued()).toEqual([5, 6]);
  claiming[0]?.releaseAll();
  await begun.until((ids) => ids.length === 7);
  expect(begun.received.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test('what is added in one process wakes another that has a free slot', async () => {
  const { instance, store, row } = await setUp();
  const [web, worker] = await Promise.all([instance.join('web'), instance.join('worker')]);
  const begun = createCollector<number>();
  await claimWith(await worker.openTestQueue(), 5, begun.add);
  const added = await web.openTestQueue();
  // No look for what nobody was told of comes due.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  for (let id = 1; id <= 5; id++) {
    await store([id]);
    added.add([{ executionId: id, mode: 'webhook', workflowId: null }]);
    await begun.until((ids) => ids.includes(id));
  }
  expect(await row(5)).toMatchObject({ status: 'running', process_id: worker.processId });
});

test('what was queued without being heard of is found', async () => {
  const { instance, store } = await setUp();
  const begun = createCollector<number>();
  await claimWith(await (await instance.join()).openTestQueue(), 2, begun.add);
  await store([1]);
  expect(await begun.until((ids) => ids.length === 1)).toEqual([1]);
});

test('nothing is taken while no slot is free, and a process that closes leaves the rest to the others', async () => {
  const { instance, store, queued } = await setUp();
  const [full, free] = await Promise.all([instance.join(), instance.join()]);
  const takenBy = createCollector<string>();
  await claimWith(await full.openTestQueue(), 0, () => takenBy.add('full'));
  const claiming = await claimWith(await free.openTestQueue(), 2, () => takenBy.add('free'));
  await store([1, 2, 3, 4]);
  expect(await takenBy.until((all) => all.length === 2)).toEqual(['free', 'free']);
  await claiming.close();
  claiming.releaseAll();
  expect(await queued()).toEqual([3, 4]);
});

test('the queue is claimed from again after its connection was cut', async () => {
  const { instance, store } = await setUp();
  const begun = createCollector<number>();
  await claimWith(await (await instance.join()).openTestQueue(), 5, begun.add);
  await store([1]);
  await begun.until((ids) => ids.length === 1);
  expect(await instance.cut('millrace-queue')).toBe(1);
  await store([2]);
  await begun.until((ids) => ids.includes(2));
});
