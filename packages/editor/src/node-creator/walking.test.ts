import { expect, test, vi } from 'vitest';
import { nodeType } from '../canvas/testing.ts';
import type { CreatorRow } from './rows.ts';
import { keysOf } from './walking.ts';

const type = nodeType('a');
const rows: CreatorRow[] = [
  { kind: 'category', id: 'c', name: 'Core', isOpen: true, count: 2 },
  { kind: 'subcategory', id: 'c/f', name: 'Flow', isOpen: false, count: 1 },
  { kind: 'subcategory', id: 'c/h', name: 'Helpers', isOpen: true, count: 1 },
  { kind: 'node', id: 'c/h/a', type, actions: 2, isOpen: false },
  { kind: 'node', id: 'c/h/b', type, actions: 0, isOpen: false },
];
const press = (key: string, at: number, isSearching = false) => {
  const walk = { isSearching, setActive: vi.fn(), turn: vi.fn(), choose: vi.fn(), close: vi.fn() };
  keysOf(rows, at, walk).get(key)?.();
  return walk;
};

test('up and down walk, and stop at the ends', () => {
  expect(press('ArrowDown', 3).setActive).toHaveBeenCalledWith(4);
  expect(press('ArrowDown', 4).setActive).toHaveBeenCalledWith(4);
  expect(press('ArrowUp', 3).setActive).toHaveBeenCalledWith(2);
  expect(press('PageDown', 1).setActive).toHaveBeenCalledWith(4);
  expect(press('End', 1).setActive).toHaveBeenCalledWith(4);
});

test('right opens what has something below it, left closes it or leads to what it belongs to', () => {
  expect(press('ArrowRight', 1).turn).toHaveBeenCalledWith(rows[1]);
  expect(press('ArrowRight', 3).turn).toHaveBeenCalledWith(rows[3]);
  expect(press('ArrowRight', 4).turn).not.toHaveBeenCalled();
  expect(press('ArrowLeft', 2).turn).toHaveBeenCalledWith(rows[2]);
  expect(press('ArrowLeft', 4).setActive).toHaveBeenCalledWith(2);
});

test('while something is searched, left and right belong to the text', () => {
  expect(press('ArrowRight', 3, true).turn).not.toHaveBeenCalled();
  expect(press('Home', 3, true).setActive).not.toHaveBeenCalled();
});

test('Enter chooses, Escape and Tab close', () => {
  expect(press('Enter', 4).choose).toHaveBeenCalledWith(rows[4]);
  expect(press('Escape', 4).close).toHaveBeenCalled();
  expect(press('Tab', 4).close).toHaveBeenCalled();
});
