import { expect, test } from 'vitest';
import { listTimezones } from './timezones.ts';

const january = Date.UTC(2026, 0, 15);
const july = Date.UTC(2026, 6, 15);

test('labels hold the offset of the moment', () => {
  expect(listTimezones(january)['America/New_York']).toBe('(GMT-05:00) New York');
  expect(listTimezones(july)['America/New_York']).toBe('(GMT-04:00) New York');
  expect(listTimezones(january).UTC).toBe('(GMT+00:00) UTC');
});

test('zones go from west to east', () => {
  const names = Object.keys(listTimezones(january));
  expect(names.length).toBeGreaterThan(300);
  expect(names.indexOf('Pacific/Honolulu')).toBeLessThan(names.indexOf('Europe/Paris'));
  expect(names.indexOf('Europe/Paris')).toBeLessThan(names.indexOf('Asia/Tokyo'));
});
