import { expect, test } from 'vitest';
import { nodeType } from '../canvas/testing.ts';
import { categoriesOf } from './categories.ts';
import { type CreatorPlace, creatorRows } from './rows.ts';

const core = (name: string, subcategory: string) =>
  nodeType(name, { codex: { categories: ['Core Nodes'], subcategories: { 'Core Nodes': [subcategory] } } });
const types = [core('If', 'Flow'), core('Set', 'Helpers'), nodeType('Sales', { codex: { categories: ['Sales'] } })];
const action = (displayName: string) => ({ type: 'Sales', displayName, parameters: { operation: displayName } });
const actions = ['Add', 'Get', 'List', 'Remove', 'Rename', 'Sort'].map((verb) => action(`${verb} a customer`));
const content = {
  types,
  categories: categoriesOf(types),
  actions,
  suggestions: [types[1]!],
  suggestionsLabel: 'Suggested',
};
const rows = (place: Partial<CreatorPlace>) =>
  creatorRows(content, { query: '', folded: new Set(), open: new Set(), ...place });
const ids = (place: Partial<CreatorPlace>) => rows(place).map((row) => row.id);

test('suggestions come first, then all nodes under their categories and subcategories', () => {
  expect(ids({})).toEqual([
    'suggestions',
    'suggestions/Set',
    'Core Nodes',
    'Core Nodes/Flow',
    'Core Nodes/Flow/If',
    'Core Nodes/Helpers',
    'Core Nodes/Helpers/Set',
    'Sales',
    'Sales/Sales',
  ]);
});

test('what is folded hides what is below it and keeps its count', () => {
  const folded = new Set(['suggestions', 'Core Nodes', 'Sales']);
  expect(rows({ folded })).toMatchObject([
    { id: 'suggestions', count: 1, isOpen: false },
    { id: 'Core Nodes', count: 2, isOpen: false },
    { id: 'Sales', count: 1, isOpen: false },
  ]);
  expect(ids({ folded: new Set(['Core Nodes/Flow']) })).not.toContain('Core Nodes/Flow/If');
});

test('a node lists what it can do when it is opened', () => {
  const listed = rows({ open: new Set(['Sales/Sales']) }).filter(({ kind }) => kind === 'action');
  expect(listed).toHaveLength(6);
});

test('a search for a node shows it with its first actions, one for an action shows that', () => {
  expect(rows({ query: 'sales' }).map(({ kind }) => kind)).toEqual(['node', ...Array(5).fill('action'), 'more']);
  expect(rows({ query: 'sales' }).at(-1)).toMatchObject({ kind: 'more', count: 1, node: 'found/Sales' });
  expect(rows({ query: 'sales', open: new Set(['found/Sales']) })).toHaveLength(7);
  expect(rows({ query: 'rename customer' })).toMatchObject([{ kind: 'action', action: actions[4] }]);
});
