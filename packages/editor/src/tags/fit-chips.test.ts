import { expect, test } from 'vitest';
import { fitChips } from './TagList.tsx';

test.each([
  ['all of them', [30, 30, 30], 3, 98, { count: 3 }],
  ['all, and how many there are beyond the limit', [30, 30, 30, 34], 3, 136, { count: 3 }],
  ['fewer where that has no room', [30, 30, 30, 34], 3, 120, { count: 2, end: 68 }],
  ['none where there is no room', [160], 1, 60, { count: 0, end: 0 }],
] as const)('a line shows %s', (_, widths, shown, room, expected) =>
  expect(fitChips(widths, shown, room)).toEqual(expected),
);
