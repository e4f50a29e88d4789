import { expect, test } from 'vitest';
import { compareVersions } from './version-order.ts';

test.each([
  ['1.2.3', '1.2.4'],
  ['1.9.0', '1.10.0'],
  ['0.9.9', '1.0.0'],
  ['v1.2.0', '1.3'],
  ['1.2.0-beta.2', '1.2.0-beta.10'],
  ['1.2.0-beta.1', '1.2.0'],
])('%s comes before %s', (a, b) => {
  expect(compareVersions(a, b)).toBeLessThan(0);
  expect(compareVersions(b, a)).toBeGreaterThan(0);
});

test('the same version is the same, and a name is none', () => {
  expect(compareVersions('v1.2.3', '1.2.3')).toBe(0);
  expect(compareVersions('nightly', '1.2.3')).toBeUndefined();
});
