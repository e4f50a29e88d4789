import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createTurns } from './turns.ts';

const never = new AbortController().signal;

/** Takes a turn, and tells whether it has come. */
const createTaker = () => {
  const turns = createTurns({ calls: 2, bytes: 10 });
  return async (bytes: number, signal = never) => {
    const state: { end?: () => void; failed?: unknown } = {};
    turns.take(bytes, signal).then(
      (end) => {
        state.end = end;
      },
      (error: unknown) => {
        state.failed = error;
      },
    );
    await nextTurn();
    return state;
  };
};

it('lets so many calls begin, the next when one has ended, in their order', async () => {
  const take = createTaker();
  const [a, b, c, d] = [await take(1), await take(1), await take(1), await take(1)];
  expect([a.end, b.end, c.end, d.end].map(Boolean)).toEqual([true, true, false, false]);
  a.end?.();
  a.end?.();
  await nextTurn();
  expect([c.end, d.end].map(Boolean)).toEqual([true, false]);
});

it('lets no more bytes be under way, but one call of any size', async () => {
  const take = createTaker();
  const large = await take(100);
  expect(large.end).toBeDefined();
  const small = await take(1);
  expect(small.end).toBeUndefined();
  large.end?.();
  await nextTurn();
  expect(small.end).toBeDefined();
});

it('forgets a call that nobody waits for any more', async () => {
  const take = createTaker();
  const stop = new AbortController();
  const [a] = [await take(1), await take(1)];
  const gone = await take(1, stop.signal);
  const next = await take(1);
  stop.abort(new Error('too late'));
  await nextTurn();
  expect(gone.failed).toEqual(new Error('too late'));
  a?.end?.();
  await nextTurn();
  expect([gone.end, next.end].map(Boolean)).toEqual([false, true]);
});
