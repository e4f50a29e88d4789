import { expect, test } from 'vitest';
import { labelOnWire, type PortLabels } from './item-label.ts';

const start = { x: 0, y: 0 };
const textOn = (count: number, to: { x: number; y: number }, ports?: PortLabels) =>
  labelOnWire(count, start, to, ports)?.text;

test('the label counts in words, large numbers in short', () => {
  const far = { x: 100, y: 0 };
  expect(textOn(1, far)).toBe('1 item');
  expect(textOn(9999, far)).toBe('9999 items');
  expect(textOn(12_345, far)).toBe('12.3K items');
});

test('where cards would cut the words off, the number stands alone', () => {
  expect(textOn(1, { x: 30, y: 0 })).toBe('1 item');
  expect(textOn(10_000, { x: 30, y: 0 })).toBe('10K');
  expect(textOn(1000, { x: 30, y: 80 })).toBe('1000');
  expect(textOn(1000, { x: 40, y: 120 })).toBe('1000 items');
  expect(textOn(1000, { x: -300, y: 0 })).toBe('1000 items');
});

test('a wire with no room for a number has no label', () => {
  expect(textOn(1000, { x: 10, y: 0 })).toBeUndefined();
});

test('between close cards it makes room for the names of ports', () => {
  const close = { x: 60, y: 0 };
  expect(labelOnWire(1, start, close, { source: 'true', target: '' })).toEqual({ text: '1', shift: 15.3 });
  expect(textOn(1000, close, { source: 'false', target: '2' })).toBeUndefined();
  expect(textOn(1, { x: 160, y: 0 }, { source: 'true', target: '1' })).toBe('1 item');
  expect(labelOnWire(1, start, { x: 60, y: 200 }, { source: 'true', target: '' })).toEqual({
    text: '1 item',
    shift: 0,
  });
});
