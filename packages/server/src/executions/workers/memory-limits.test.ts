import { expect, it } from 'vitest';
import { creditFor } from './memory-limits.ts';

it('gives a worker as many executions as have room if they are like those that it has', () => {
  expect(creditFor(0.1, 1000)).toBe(200);
  expect(creditFor(0.35, 10)).toBe(10);
  expect(creditFor(0.6, 12)).toBe(2);
  expect(creditFor(0.7, 10)).toBe(0);
  expect(creditFor(0.9, 10)).toBe(0);
  expect(creditFor(0.9, 0)).toBe(1);
});
