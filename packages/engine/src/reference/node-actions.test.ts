import type { NodeTypeDescription, ParameterDefinition, ParameterOption } from '@millrace/contract';
import { expect, test } from 'vitest';
import { nodeActions } from './node-actions.ts';

const type = (properties: readonly ParameterDefinition[]): NodeTypeDescription => ({
  name: 'service.shelf',
  displayName: 'Shelf',
  description: '',
  version: 2,
  defaultVersion: 2,
  aliases: [],
  group: ['input'],
  icon: '',
  defaults: { name: 'Shelf' },
  inputs: ['main'],
  outputs: ['main'],
  properties,
});
const choice = (name: string, options: ParameterOption[], show?: Record<string, (string | number)[]>) =>
  ({ displayName: name, name, type: 'options', options, default: '', displayOptions: show && { show } }) as const;

test('an action is an operation of a resource, by its own words or by both names', () => {
  const found = nodeActions(
    type([
      choice('resource', [
        { name: 'Book', value: 'book' },
        { name: 'Shelf', value: 'shelf' },
      ]),
      choice('operation', [{ name: 'Add', value: 'add', action: 'Add a book' }], { resource: ['book'] }),
      choice('operation', [{ name: 'Clear', value: 'clear' }], { resource: ['shelf'] }),
      choice('operation', [{ name: 'Old', value: 'old' }], { resource: ['shelf'], '@version': [1] }),
      choice('sort', [{ name: 'By name', value: 'name' }], { resource: ['shelf'] }),
    ]),
  );
  expect(found).toEqual([
    { type: 'service.shelf', displayName: 'Add a book', parameters: { resource: 'book', operation: 'add' } },
    { type: 'service.shelf', displayName: 'Clear: shelf', parameters: { resource: 'shelf', operation: 'clear' } },
  ]);
});

test('without resources operations stand alone, and a single one is no choice', () => {
  const pop = { name: 'Pop', value: 'pop' };
  const push = { name: 'Push', value: 'push', action: 'Push an entry' };
  expect(nodeActions(type([choice('operation', [pop, push])])).map(({ displayName }) => displayName)).toEqual([
    'Pop',
    'Push an entry',
  ]);
  expect(nodeActions(type([choice('operation', [pop])]))).toEqual([]);
  expect(nodeActions(type([]))).toEqual([]);
});
