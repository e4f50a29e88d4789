import { expect, test } from 'vitest';
import { findEntries, type PaletteEntry } from './entries.ts';

const entry = (group: string, title: string, more: Partial<PaletteEntry> = {}): PaletteEntry => ({
  id: `${group} ${title}`,
  group,
  title,
  run: () => {},
  ...more,
});

const titles = (entries: readonly PaletteEntry[], query: string) =>
  findEntries(entries, query).map(({ title }) => title);

test('without a query the first of each group are shown, in their order', () => {
  const many = Array.from({ length: 9 }, (_, index) => entry('Actions', `Action ${index}`));
  expect(titles([...many, entry('Workflows', 'Orders')], '')).toEqual([
    ...many.slice(0, 6).map(({ title }) => title),
    'Orders',
  ]);
});

test('the group with the best fit comes first, and names count more than what is said of them', () => {
  const entries = [
    entry('Actions', 'Zoom to fit', { words: 'order' }),
    entry('Nodes', 'Sort orders'),
    entry('Nodes', 'Orders'),
    entry('Workflows', 'Nightly', { detail: 'orders of the day' }),
  ];
  expect(titles(entries, 'orders')).toEqual(['Orders', 'Sort orders', 'Nightly']);
  expect(titles(entries, 'zoom fit')).toEqual(['Zoom to fit']);
  expect(titles(entries, 'nothing')).toEqual([]);
});
