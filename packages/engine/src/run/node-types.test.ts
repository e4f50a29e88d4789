import { expect, test } from 'vitest';
import { testNode } from '../testing/index.ts';
import { createNodeTypeRegistry } from './node-types.ts';

const old = testNode(() => [], { name: 'core.set', versions: [1, 2], aliases: ['n8n-nodes-base.set'] });
const current = testNode(() => [], {
  name: 'core.set',
  versions: [3, 3.4],
  defaultVersion: 3.4,
  aliases: ['n8n-nodes-base.set'],
  parameters: [{ name: 'a', displayName: 'A', type: 'string', default: '' }],
});
const registry = createNodeTypeRegistry([old, current]);

test.each([
  ['core.set', 1, old],
  ['core.set', 3.4, current],
  ['n8n-nodes-base.set', 2, old],
  ['core.set', 3.3, current],
  ['core.set', 3.9, current],
  ['core.set', 2.5, old],
  ['core.set', 4, undefined],
  ['core.set', 0.5, undefined],
  ['constructor', 1, undefined],
])('%s in version %d', (type, version, expected) => {
  expect(registry.find(type, version)).toBe(expected);
});

test('a description has the name that was asked for, and the version that runs', () => {
  expect(registry.describe('n8n-nodes-base.set', 3.3)).toMatchObject({
    name: 'n8n-nodes-base.set',
    version: 3,
    defaultVersion: 3.4,
    icon: 'file:core.set',
    properties: current.parameters,
  });
  expect(registry.describe('core.set', 9)).toBeUndefined();
});

test('the list has an entry for each version of the own names, without parameters', () => {
  expect(registry.list().map(({ name, version }) => [name, version])).toEqual([
    ['core.set', 1],
    ['core.set', 2],
    ['core.set', 3],
    ['core.set', 3.4],
  ]);
  expect(registry.list().every((description) => description.properties === undefined)).toBe(true);
});

test('one version cannot have two definitions', () => {
  expect(() => createNodeTypeRegistry([old, old])).toThrow('Node type core.set has version 1 twice');
});
