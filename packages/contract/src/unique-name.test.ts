import { expect, test } from 'vitest';
import { uniqueName } from './unique-name.ts';

test('a free name stays, a taken one counts on', () => {
  expect(uniqueName('Set', new Set())).toBe('Set');
  expect(uniqueName('Set', new Set(['Set']))).toBe('Set1');
  expect(uniqueName('Set', new Set(['Set', 'Set1']))).toBe('Set2');
  expect(uniqueName('Set1', new Set(['Set1']))).toBe('Set2');
  expect(uniqueName('2024', new Set(['2024']))).toBe('2025');
});

test('a long name is shortened for its number', () => {
  const long = 'x'.repeat(256);
  expect(uniqueName(long, new Set([long]))).toBe(`${'x'.repeat(255)}1`);
});
