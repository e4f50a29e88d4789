import type { NodeCodex, NodeTypeDescription } from '@millrace/contract';
import { expect, test } from 'vitest';
import { categoriesOf, offeredTypes } from './categories.ts';

const type = (name: string, codex?: NodeCodex, more: Partial<NodeTypeDescription> = {}): NodeTypeDescription => ({
  name,
  displayName: name,
  description: '',
  version: 1,
  defaultVersion: 1,
  aliases: [],
  group: ['transform'],
  icon: 'file:icon.svg',
  defaults: { name },
  inputs: ['main'],
  outputs: ['main'],
  ...(codex && { codex }),
  ...more,
});

test('categories stand in the order core, custom, recently used, A to Z, Miscellaneous', () => {
  const types = [
    type('none'),
    type('z', { categories: ['Sales'] }),
    type('a', { categories: ['Analytics'] }),
    type('own', { categories: ['Custom Nodes'] }),
    type('core', { categories: ['Core Nodes'] }),
  ];
  expect(categoriesOf(types, ['z']).map(({ name }) => name)).toEqual([
    'Core Nodes',
    'Custom Nodes',
    'Recently used',
    'Analytics',
    'Sales',
    'Miscellaneous',
  ]);
});

test('a node with several categories is in each; subcategories of core stand in the order of the contract', () => {
  const core = (name: string, subcategory: string) =>
    type(name, { categories: ['Core Nodes'], subcategories: { 'Core Nodes': [subcategory] } });
  const both = type('both', {
    categories: ['Core Nodes', 'Development'],
    subcategories: { 'Core Nodes': ['Helpers'] },
  });
  const [first, second] = categoriesOf([core('f', 'Files'), core('x', 'Flow'), both]);
  expect(first!.subcategories.map(({ name }) => name)).toEqual(['Flow', 'Files', 'Helpers']);
  expect(second).toMatchObject({ name: 'Development', subcategories: [] });
});

test('each count is what is listed: a node stands once in a category, in the first of its subcategories', () => {
  const [core] = categoriesOf([
    type('a', { categories: ['Core Nodes'], subcategories: { 'Core Nodes': ['Files', 'Data Transformation'] } }),
    type('b', { categories: ['Core Nodes'], subcategories: { 'Core Nodes': ['Flow'] } }),
    type('c', { categories: ['Core Nodes'] }),
  ]);
  const listed = [...core!.subcategories.flatMap(({ types }) => types), ...core!.types];
  expect(listed.map(({ name }) => name)).toEqual(['b', 'a', 'c']);
  expect(core!.count).toBe(3);
});

test('categories called like members of objects are names like any other', () => {
  expect(categoriesOf([type('a', { categories: ['constructor'] })])[0]).toMatchObject({
    name: 'constructor',
    subcategories: [],
  });
});

test('only the default version of a type is offered, hidden ones and those of the other tab are not', () => {
  const types = [
    type('set', undefined, { version: 1, defaultVersion: 2 }),
    type('set', undefined, { version: 2, defaultVersion: 2 }),
    type('old', undefined, { hidden: true }),
    type('hook', undefined, { group: ['trigger'] }),
  ];
  const names = (tab: 'all' | 'regular' | 'trigger') =>
    offeredTypes(types, tab).map(({ name, version }) => `${name}@${version}`);
  expect(names('all')).toEqual(['hook@1', 'set@2']);
  expect(names('regular')).toEqual(['set@2']);
  expect(names('trigger')).toEqual(['hook@1']);
});
