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

const readAll = async (pieces: AsyncIterable<Uint8Array>): Promise<string> => {
  let text = '';
  for await (const piece of pieces) text += Buffer.from(piece).toString();
  return text;
};

test('an answer that comes in pieces from another process breaks off where one was lost', async () => {
  const bus = createLocalBus('origin', () => {});
  const waiters = createResultWaiters(bus);
  const send = (executionId: number, place: number, piece: { text: string } | { end: 'whole' }) =>
    bus.send('origin', 'executionRespondedPiece', { executionId, place, piece });
  const [whole, torn] = [waiters.add(7), waiters.add(8)];
  for (const executionId of [7, 8]) send(executionId, 0, { text: 'one ' });
  send(7, 1, { text: 'two' });
  for (const executionId of [7, 8]) send(executionId, 2, { end: 'whole' });
  expect(await readAll(whole.pieces())).toBe('one two');
  await expect(readAll(torn.pieces())).rejects.toThrow('ended before its answer');
});

test('an answer is counted anew for each process that is sent one', async () => {
  const sent: unknown[] = [];
  const bus = {
    ...createLocalBus('here', () => {}),
    send: (_: string, __: string, message: unknown) => sent.push(message),
  };
  const waiters = createResultWaiters(bus as never);
  const execution = { executionId: 7, origin: 'there' };
  waiters.respond(execution, { status: 200, headers: {}, body: { kind: 'stream' } });
  waiters.respondPiece(execution, { text: 'a' });
  waiters.respondPiece(execution, { end: 'whole' });
  expect(sent.slice(1)).toEqual([
    { executionId: 7, piece: { text: 'a' }, place: 0 },
    { executionId: 7, piece: { end: 'whole' }, place: 1 },
  ]);
});
