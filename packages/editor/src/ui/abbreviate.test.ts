import { expect, test } from 'vitest';
import { abbreviate } from './abbreviate.ts';

test('large counts are short, with one decimal at most', () => {
  expect([0, 7, 999, 1000, 1050, 12_345, 999_999, 1_000_000, 4_560_000, 2e9].map(abbreviate)).toEqual([
    ...['0', '7', '999', '1k', '1k', '12.3k', '999.9k', '1M', '4.5M', '2B'],
  ]);
});
