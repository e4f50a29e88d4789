import { expect, test } from 'vitest';
import { createPace, nextSize, restAfter } from './pace.ts';

test('steps grow while they are quick, up to a limit', () => {
  let size = 20;
  for (let index = 0; index < 20; index++) size = nextSize(size, 2);
  expect(size).toBe(2000);
  expect(nextSize(100, 7)).toBe(100);
});

test('slow steps shrink, but a slow disk alone never makes them tiny', () => {
  expect(nextSize(400, 20)).toBe(200);
  expect(nextSize(30, 20)).toBe(20);
  expect(nextSize(20, 20)).toBe(20);
});

test('huge rows are taken one by one', () => {
  let size = 20;
  for (let index = 0; index < 3; index++) size = nextSize(size, 200);
  expect(size).toBe(1);
  expect(nextSize(1, 2)).toBe(2);
});

test('nothing more is done once it is stopped, not even rested', async () => {
  const stop = new AbortController();
  const pace = createPace(stop.signal);
  expect(await pace.step(async (size) => size)).toBe(20);
  expect(
    await pace.step(async () => {
      stop.abort();
      return 'last';
    }),
  ).toBe('last');
  expect(await pace.step(async () => 'more')).toBeUndefined();
});

test('work that does not come to an end rests less', () => {
  expect([0, 60_000, 600_000].map(restAfter)).toEqual([6, 2, 0.5]);
});
