import type { ExecutionMode } from '@millrace/contract';
import { describe, expect, it, vi } from 'vitest';
import { testQueues } from './queues.testing.ts';
import type { SlotKind } from './slots.ts';

vi.setConfig({ testTimeout: 30_000 });

const all = { whole: 100, left: new Map<number, number>() };
const entries = (ids: readonly number[], mode: ExecutionMode = 'webhook', workflowId: number | null = null) =>
  ids.map((executionId) => ({ executionId, mode, workflowId }));

describe.each(testQueues)('the queue %s', (_name, open) => {
  const setUp = async () => {
    const { queue, store, ...rest } = await open();
    const add = async (ids: readonly number[], mode: ExecutionMode = 'webhook', workflowId: number | null = null) => {
      await store(ids, { mode, workflowId });
      queue.add(entries(ids, mode, workflowId));
    };
    const claim = async (most: number, shares: typeof all = all, kind: SlotKind = 'production') =>
      (await queue.claim(kind, most, shares)).map(({ executionId }) => executionId);
    return { queue, store, add, claim, ...rest };
  };

  it('gives the oldest first, no more than asked for, and executions by hand apart', async () => {
    const { add, claim, queued, row, processId } = await setUp();
    await add([1, 2, 3, 4]);
    await add([5], 'manual');
    expect(await claim(3)).toEqual([1, 2, 3]);
    expect(await queued()).toEqual([4, 5]);
    expect(await row(1)).toMatchObject({ status: 'running', process_id: processId });
    expect(await claim(3)).toEqual([4]);
    expect(await claim(3, all, 'manual')).toEqual([5]);
    expect(await claim(3)).toEqual([]);
  });

  it('lets each workflow have its turn', async () => {
    const { add, claim } = await setUp();
    await add([1, 2, 3, 4, 5], 'webhook', 10);
    await add([6, 7], 'webhook', 20);
    await add([8], 'webhook', 30);
    expect((await claim(3)).toSorted((a, b) => a - b)).toEqual([1, 6, 8]);
    expect((await claim(3)).toSorted((a, b) => a - b)).toEqual([2, 3, 7]);
  });

  it('gives no workflow more than its share', async () => {
    const { add, claim } = await setUp();
    await add([1, 2, 3], 'webhook', 10);
    await add([4, 5, 6], 'webhook', 20);
    expect((await claim(9, { whole: 2, left: new Map([[20, 1]]) })).toSorted((a, b) => a - b)).toEqual([1, 2, 4]);
    expect(await claim(9, { whole: 2, left: new Map([10, 20].map((id) => [id, 0])) })).toEqual([]);
    expect((await claim(9)).toSorted((a, b) => a - b)).toEqual([3, 5, 6]);
  });

  it('gives nothing that is not queued any more', async () => {
    const { queue, store, claim } = await setUp();
    await store([1], { status: 'canceled', stopped_at: 2 });
    queue.add(entries([1]));
    expect(await claim(9)).toEqual([]);
  });

  it('tells of what is added, and finds what was not', async () => {
    const { queue, store, add, claim } = await setUp();
    const told = vi.fn();
    await queue.listen(told);
    await add([1], 'manual');
    await vi.waitFor(() => expect(told).toHaveBeenCalledWith('manual'));
    await store([2]);
    await queue.refill();
    await vi.waitFor(() => expect(told).toHaveBeenCalledWith('production'));
    expect(await claim(9)).toEqual([2]);
  });

  it('counts what waits, sub-workflows left out', async () => {
    const { queue, add, claim } = await setUp();
    await add([1, 2]);
    await add([3], 'integrated');
    await add([4], 'manual');
    expect([queue.waiting('production'), queue.waiting('manual')]).toEqual([2, 1]);
    await claim(1);
    expect(queue.waiting('production')).toBe(1);
    await claim(2);
    expect(queue.waiting('production')).toBe(0);
  });
});
