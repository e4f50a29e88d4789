import { expect, it } from 'vitest';
import { moveBorder } from './column-shares.ts';

it('keeps room for every column', () => {
  const shares = { input: 0.3, output: 0.36 };
  expect(moveBorder(shares, 'input', 0.01).input).toBeCloseTo(0.16);
  expect(moveBorder(shares, 'input', 0.9).input).toBeCloseTo(0.38);
  expect(moveBorder(shares, 'output', 0.4)).toEqual({ input: 0.3, output: 0.4 });
});
