import { expect, test } from 'vitest';
import { createLocalBus } from '../../processes/bus.ts';
import { createResultWaiters } from './result-waiters.ts';

test('news that comes from another process before its caller waits is not lost', async () => {
  const bus = createLocalBus('origin', () => {});
  const waiters = createResultWaiters(bus);
  const response = { status: 201, headers: {}, body: { kind: 'text' as const, text: 'early' } };
  bus.send('origin', 'executionResponded', { executionId: 7, response });
  bus.send('origin', 'executionEnded', { executionId: 7, ended: { status: 'success' } });
  await Promise.resolve();
  const waiter = waiters.add(7);
  expect(await waiter.response).toEqual(response);
  expect(await waiter.ended).toEqual({ status: 'success' });
  expect(waiters.has(7)).toBe(false);
});

test('a wait is told where it is heard of, and ends the waiting of those who asked for no end', async () => {
  const bus = createLocalBus('here', () => {});
  const waiters = createResultWaiters(bus);
  const caller = waiters.add(7);
  waiters.add(7, { untilSuspended: true });
  waiters.add(8, { untilSuspended: true });
  waiters.suspend({ executionId: 7, origin: null });
  bus.send('here', 'executionSuspended', { executionId: 8 });
  await caller.suspended;
  expect(waiters.awaited()).toEqual([7]);
  waiters.end({ executionId: 7, origin: null }, { status: 'success' });
  expect(await caller.ended).toEqual({ status: 'success' });
  expect(waiters.awaited()).toEqual([]);
});
