import { expect, test } from 'vitest';
import { isLabelShown, itemsLabel } from './item-label.ts';

test('the label counts in words, large numbers in short', () => {
  expect(itemsLabel(1)).toBe('1 item');
  expect(itemsLabel(9999)).toBe('9999 items');
  expect(itemsLabel(12_345)).toBe('12.3K items');
});

test('a wire between neighbours has room for a label, a shorter one has not', () => {
  expect(isLabelShown({ x: 0, y: 0 }, { x: 50, y: 0 })).toBe(true);
  expect(isLabelShown({ x: 0, y: 0 }, { x: 25, y: 40 })).toBe(false);
  expect(isLabelShown({ x: 0, y: 0 }, { x: 0, y: 120 })).toBe(true);
});
