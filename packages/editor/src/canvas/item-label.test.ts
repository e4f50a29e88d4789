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

test('a label needs a wire of 90 pixels across, or of 100 up or down', () => {
  expect(textOn(1, { x: 89, y: 99 })).toBeUndefined();
  expect(textOn(1, { x: -89, y: 0 })).toBeUndefined();
  expect(textOn(1, { x: 90, y: 0 })).toBe('1 item');
  expect(textOn(1, { x: 40, y: 120 })).toBe('1 item');
});

test('where cards would cut the words off, the number stands alone', () => {
  expect(textOn(123_456, { x: 92, y: 0 })).toBe('123.5K items');
  expect(textOn(123_456, { x: 92, y: 0 }, { source: 'true', target: '' })).toBe('123.5K');
  expect(textOn(123_456, { x: 92, y: 120 }, { source: 'true', target: '' })).toBe('123.5K items');
  expect(textOn(123_456, { x: -300, y: 0 })).toBe('123.5K items');
});

test('between close cards it makes room for the names of ports', () => {
  const close = { x: 92, y: 0 };
  expect(labelOnWire(1, start, close, { source: 'true', target: '' })).toEqual({
    text: '1 item',
    width: 48,
    shift: 16.5,
  });
  expect(textOn(1000, close, { source: 'a long name', target: '2' })).toBeUndefined();
  expect(labelOnWire(1, start, { x: 92, y: 200 }, { source: 'true', target: '' })?.shift).toBe(0);
});
