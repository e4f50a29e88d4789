import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '../../platform/log.ts';
import { createCollector } from '../../processes/processes.testing.ts';
import type { StoredExecution } from '../store/execution-reader.ts';
import { createRoom } from '../workers/room.ts';
import { claimFromQueue } from './claiming.ts';
import type { QueueEntry } from './execution-queue.ts';
import { createMemoryQueue } from './memory-queue.ts';
import { createSlots, type Slot } from './slots.ts';

const setUp = async (limit: number) => {
  const entries = new Map<number, QueueEntry>();
  let failures = 0;
  let whileClaiming = () => {};
  const queue = createMemoryQueue({
    async claim(ids) {
      if (failures-- > 0) throw new Error('The database is away');
      whileClaiming();
      return ids.map((id) => entries.get(id) as unknown as StoredExecution);
    },
    unfinished: async () => [],
  });
  const room = createRoom();
  const slots = createSlots({ limits: { production: limit, manual: 1 }, byWorkflow: 0, room });
  const begun = createCollector<number>();
  const held = new Map<number, Slot>();
  const claiming = await claimFromQueue({
    queue,
    slots,
    begin({ executionId }, slot) {
      held.set(executionId, slot);
      begun.add(executionId);
    },
    log: silentLog,
  });
  onTestFinished(() => claiming.close());
  const add = (ids: readonly number[], workflowId: number) => {
    for (const executionId of ids) entries.set(executionId, { executionId, mode: 'webhook', workflowId });
    queue.add(ids.map((id) => entries.get(id) as QueueEntry));
  };
  const release = (id: number) => held.get(id)?.release();
  const fail = () => {
    failures = 1;
  };
  const doWhileClaiming = (work: () => void) => {
    whileClaiming = work;
  };
  return { add, begun, room, slots, release, fail, doWhileClaiming };
};

test('what is added is claimed as slots are free, and when they become free', async () => {
  const { add, begun, release } = await setUp(2);
  add([1, 2, 3], 10);
  add([4], 20);
  expect(await begun.until((ids) => ids.length === 2)).toEqual([1, 4]);
  release(4);
  expect(await begun.until((ids) => ids.length === 3)).toEqual([1, 4, 2]);
});

test('a workflow that has its share does not hold up another, and goes on when it has less', async () => {
  const { add, begun, release, slots } = await setUp(5);
  add([1, 2, 3, 4, 5, 6], 10);
  await begun.until((ids) => ids.length === 4);
  add([7], 20);
  expect((await begun.until((ids) => ids.length === 5)).at(-1)).toBe(7);
  expect(slots.taken()).toBe(5);
  release(7);
  release(1);
  expect((await begun.until((ids) => ids.length === 6)).at(-1)).toBe(5);
});

test('what is released while a slot is filled is filled as well', async () => {
  const { add, begun, release, doWhileClaiming } = await setUp(5);
  add([1, 2, 3, 4, 5, 6, 7, 8], 10);
  await begun.until((ids) => ids.length === 4);
  doWhileClaiming(() => {
    for (const id of [2, 3, 4]) release(id);
  });
  release(1);
  expect(await begun.until((ids) => ids.length === 8)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test('nothing is claimed while the workers are short of memory, and all is when there is room again', async () => {
  const { add, begun, room } = await setUp(5);
  room.set(false);
  add([1, 2], 10);
  await new Promise<void>((resolve) => setImmediate(resolve));
  expect(begun.received).toEqual([]);
  room.set(true);
  expect(await begun.until((ids) => ids.length === 2)).toEqual([1, 2]);
});

test('what could not be claimed is claimed later', async () => {
  const { add, begun, fail } = await setUp(5);
  fail();
  add([1], 10);
  expect(await begun.until((ids) => ids.length === 1)).toEqual([1]);
});
