import { expect, test } from 'vitest';
import { levelAt } from './detail.ts';

test('names are at least 9 pixels high on the screen wherever they are shown', () => {
  for (let zoom = 0.05; zoom <= 2; zoom += 0.01) {
    const { detail, nameSize } = levelAt(zoom);
    if (detail !== 'least') expect(nameSize * zoom, `at ${zoom}`).toBeGreaterThanOrEqual(9);
  }
});

test('at usual zooms a name has its size of the type scale', () => {
  expect(levelAt(1)).toEqual({ detail: 'high', nameSize: 13 });
  expect(levelAt(0.75)).toEqual({ detail: 'high', nameSize: 13 });
});

test('zoomed far out cards are tiles', () => {
  expect(levelAt(0.3).detail).toBe('low');
  expect(levelAt(0.29).detail).toBe('least');
});
