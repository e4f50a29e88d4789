import { expect, it } from 'vitest';
import { createFairOrder } from './fair-order.ts';

const unlimited = () => Number.POSITIVE_INFINITY;

it('takes from each group in its turn, the oldest first', () => {
  const order = createFairOrder();
  for (const id of [1, 2, 3, 4]) order.add(id, 10);
  order.add(5, 20);
  order.add(6, null);
  expect(order.take(2, unlimited)).toEqual([1, 5]);
  order.add(7, 20);
  expect(order.take(9, unlimited)).toEqual([6, 2, 7, 3, 4]);
  expect(order.size).toBe(0);
});

it('takes no more of a group than it may give, and knows what was removed', () => {
  const order = createFairOrder();
  for (const id of [1, 2, 3]) order.add(id, 10);
  order.add(4, 20);
  expect(order.remove(1)).toBe(true);
  expect(order.remove(1)).toBe(false);
  expect(order.take(9, (group) => (group === 10 ? 1 : 9))).toEqual([2, 4]);
  expect(order.take(9, () => 0)).toEqual([]);
  expect(order.size).toBe(1);
});
