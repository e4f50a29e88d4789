import { expect, test } from 'vitest';
import { formatDate, formatDuration } from './dates.ts';

test('dates are shown in the browser’s zone, down to the second', () => {
  expect(formatDate(new Date(2026, 2, 4, 5, 6, 7).toISOString())).toBe('2026-03-04 05:06:07');
  expect(formatDate('never')).toBe('--');
});

test('durations grow from milliseconds to hours', () => {
  const minute = 60_000;
  expect([0, 38, 2412, minute + 5000, 60 * minute + 5000].map(formatDuration)).toEqual([
    '0 ms',
    '38 ms',
    '2.4 s',
    '1:05',
    '1:00:05',
  ]);
});
