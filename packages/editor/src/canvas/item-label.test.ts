import { expect, test } from 'vitest';
import { labelOnWire } from './item-label.ts';

const start = { x: 0, y: 0 };

test('the label counts in words, large numbers in short', () => {
  const far = { x: 100, y: 0 };
  expect(labelOnWire(1, start, far)).toBe('1 item');
  expect(labelOnWire(9999, start, far)).toBe('9999 items');
  expect(labelOnWire(12_345, start, far)).toBe('12.3K items');
});

test('where cards would cut the words off, the number stands alone', () => {
  expect(labelOnWire(1, start, { x: 30, y: 0 })).toBe('1 item');
  expect(labelOnWire(10_000, start, { x: 30, y: 0 })).toBe('10K');
  expect(labelOnWire(1000, start, { x: 30, y: 80 })).toBe('1000');
  expect(labelOnWire(1000, start, { x: 40, y: 120 })).toBe('1000 items');
  expect(labelOnWire(1000, start, { x: -300, y: 0 })).toBe('1000 items');
});

test('a wire with no room for a number has no label', () => {
  expect(labelOnWire(1000, start, { x: 10, y: 0 })).toBeUndefined();
});
