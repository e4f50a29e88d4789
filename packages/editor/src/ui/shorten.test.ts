import { expect, test } from 'vitest';
import { shorten } from './shorten.ts';

test('the middle of a long name is left out, and its last four characters stay', () => {
  expect(shorten('a'.repeat(25))).toBe('a'.repeat(25));
  expect(shorten(`${'a'.repeat(36)}-end`)).toBe(`${'a'.repeat(21)}...-end`);
  expect(shorten(`${'a'.repeat(36)}-end`, 15)).toBe(`${'a'.repeat(11)}...-end`);
});
