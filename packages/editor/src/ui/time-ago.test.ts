import { expect, test } from 'vitest';
import { timeAgo } from './time-ago.ts';

const now = Date.parse('2026-06-15T12:00:00Z');
const ago = (moment: string) => timeAgo(moment, now);

test('a time is told by its largest unit', () => {
  expect(ago('2026-06-15T11:59:59.900Z')).toBe('now');
  expect(ago('2026-06-15T11:59:20Z')).toBe('40 seconds ago');
  expect(ago('2026-06-15T11:01:00Z')).toBe('59 minutes ago');
  expect(ago('2026-06-14T11:00:00Z')).toBe('yesterday');
  expect(ago('2026-06-01T12:00:00Z')).toBe('2 weeks ago');
  expect(ago('2026-03-01T12:00:00Z')).toBe('3 months ago');
  expect(ago('2024-06-01T12:00:00+02:00')).toBe('2 years ago');
});

test('what lies ahead by a wrong clock is now, and what is no time is none', () => {
  expect(ago('2026-06-15T12:05:00Z')).toBe('now');
  expect(ago('soon')).toBe('--');
});
