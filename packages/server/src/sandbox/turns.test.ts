import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

const task = (share: string) => ({ share });
const ask = (turns: ReturnType<typeof createTurns>, share: string, count: number) => {
  for (let index = 0; index < count; index++) turns.add(task(share));
};
const takeAll = (turns: ReturnType<typeof createTurns>) => {
  const taken: { share: string }[] = [];
  for (let next = turns.take(); next; next = turns.take()) taken.push(next);
  return taken;
};
const count = (taken: readonly { share: string }[], share: string) => taken.filter((one) => one.share === share).length;

test('one share leaves a fifth of the places free, and whoever comes then begins at once', () => {
  const turns = createTurns(16);
  ask(turns, 'greedy', 100);
  expect(turns.due()).toBe(12);
  expect(takeAll(turns)).toHaveLength(12);
  ask(turns, 'second', 100);
  expect(count(takeAll(turns), 'second')).toBe(3);
  ask(turns, 'third', 5);
  expect(takeAll(turns)).toEqual([task('third')]);
});

test('places that are given back go to whoever has the fewest, and to whoever waits longest among those', () => {
  const turns = createTurns(4);
  ask(turns, 'a', 4);
  ask(turns, 'b', 4);
  ask(turns, 'c', 4);
  const [first] = takeAll(turns);
  expect(turns.due()).toBe(0);
  turns.end(first!);
  expect(first).toEqual(task('a'));
  expect(takeAll(turns)).toEqual([task('a')]);
});

test('a single place is given by turns', () => {
  const turns = createTurns(1);
  ask(turns, 'a', 2);
  ask(turns, 'b', 2);
  const order: string[] = [];
  for (let next = turns.take(); next; next = turns.take()) {
    order.push(next.share);
    turns.end(next);
  }
  expect(order).toEqual(['a', 'b', 'a', 'b']);
});

test('what was taken back is not given', () => {
  const turns = createTurns(2);
  const gone = task('a');
  turns.add(gone);
  expect(turns.remove(gone)).toBe(true);
  expect(turns.remove(gone)).toBe(false);
  expect(turns.due()).toBe(0);
  expect(turns.take()).toBeUndefined();
});
