import { expect, test } from 'vitest';
import { createLocalBus } from '../../processes/bus.ts';
import { createAudience } from './audience.ts';

test('news that comes from another process before its caller has sat down is not lost', async () => {
  const bus = createLocalBus('origin', () => {});
  const audience = createAudience(bus);
  const response = { status: 201, headers: {}, body: { kind: 'text' as const, text: 'early' } };
  bus.send('origin', 'runNews', { executionId: 7, news: { type: 'response', executionId: 7, response } });
  bus.send('origin', 'runEnded', { executionId: 7, ended: { status: 'success' } });
  await Promise.resolve();
  const attendance = audience.attend(7);
  expect(await attendance.response).toEqual(response);
  expect(await attendance.ended).toEqual({ status: 'success' });
  expect(audience.isAttended(7)).toBe(false);
});

test('a wait is told where it is heard of, and ends the seat of those who asked for no end', async () => {
  const bus = createLocalBus('here', () => {});
  const audience = createAudience(bus);
  const caller = audience.attend(7);
  audience.attend(7, { untilWait: true });
  audience.attend(8, { untilWait: true });
  audience.wait({ executionId: 7, origin: null });
  bus.send('here', 'runWaits', { executionId: 8 });
  await caller.waiting;
  expect(audience.attended()).toEqual([7]);
  audience.end({ executionId: 7, origin: null }, { status: 'success' });
  expect(await caller.ended).toEqual({ status: 'success' });
  expect(audience.attended()).toEqual([]);
});
