import { expect, test } from 'vitest';
import { durationText } from './duration.ts';

test.each([
  [3600, '1h 0m 0s'],
  [3661, '1h 1m 1s'],
  [61, '1m 1s'],
  [5, '5s'],
  [0, '0s'],
])('%d seconds are %s', (seconds, text) => expect(durationText(seconds)).toBe(text));
