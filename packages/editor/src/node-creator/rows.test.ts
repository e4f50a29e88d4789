import { expect, test } from 'vitest';
import { nodeType } from '../canvas/testing.ts';
import { categoriesOf } from './categories.ts';
import { type CreatorPlace, creatorRows } from './rows.ts';

const core = (name: string, subcategory: string) =>
  nodeType(name, { codex: { categories: ['Core Nodes'], subcategories: { 'Core Nodes': [subcategory] } } });
const types = [core('If', 'Flow'), core('Set', 'Helpers'), nodeType('Sales', { codex: { categories: ['Sales'] } })];
const categories = categoriesOf(types);
const rows = (place: Partial<CreatorPlace>) =>
  creatorRows(types, categories, { query: '', open: new Set(), inside: null, ...place }).map((row) => row.id);

test('an open category shows its subcategories, or its nodes where it has none', () => {
  expect(rows({})).toEqual(['Core Nodes', 'Sales']);
  expect(rows({ open: new Set(['Core Nodes', 'Sales']) })).toEqual([
    'Core Nodes',
    'Core Nodes/Flow',
    'Core Nodes/Helpers',
    'Sales',
    'Sales/Sales',
  ]);
});

test('a subcategory has its own list, and a search goes through all', () => {
  const inside = { category: 'Core Nodes', subcategory: 'Flow' };
  expect(rows({ inside })).toEqual(['Core Nodes/Flow/If']);
  expect(rows({ inside, query: 'sal' })).toEqual(['found/Sales']);
});
