import { describe, expect, test } from 'vitest';
import { checkDefinitions } from './check-definitions.ts';
import type { FoundDefinitions } from './find-definitions.ts';

const node = (more: object) => ({
  module: './set/set.node.ts',
  exported: 'set',
  icon: './set/icon.svg',
  definition: {
    name: 'test.node',
    displayName: 'Test',
    description: 'Test',
    versions: [1],
    defaultVersion: 1,
    group: ['transform'],
    defaults: { name: 'Test' },
    inputs: ['main'],
    outputs: ['main'],
    parameters: [],
    execute: () => [],
    ...more,
  },
});

const credential = (name: string, more?: object) => ({
  module: `./credentials/${name}.credential.ts`,
  exported: name,
  definition: { name, displayName: name, properties: [], ...more },
});

const check = (nodes: object[], credentials: object[]) => checkDefinitions({ nodes, credentials } as FoundDefinitions);
const problemsOf = (more: object, ...others: object[]) => check([node(more), ...others], [credential('known')]);

test('a definition that can be has no problem', () => {
  expect(problemsOf({})).toEqual([]);
  const served = { execute: undefined, supply: () => ({ value: 1 }), inputs: [], outputs: ['ai_tool'] };
  expect(problemsOf(served)).toEqual([]);
});

describe('what cannot be is told of with its place', () => {
  test.each([
    [{ versions: [], defaultVersion: 1 }, 'it has no versions'],
    [{ defaultVersion: 2 }, 'its default version is none of its versions'],
    [{ execute: undefined }, 'it does nothing: it has neither execute nor supply, and is no trigger'],
    [{ group: ['trigger'] }, 'a trigger has no inputs'],
    [{ poll: async () => null }, 'only triggers have poll'],
    [{ credentials: [{ name: 'unknown' }] }, 'there is no credential type unknown'],
    [{ receive: () => ({}), group: ['trigger'], inputs: [] }, 'it has no webhook to receive by'],
    [
      { registration: {}, group: ['trigger'], inputs: [] },
      'it has neither a webhook nor a connection by which it hears of what it registers',
    ],
    [
      { parameters: [{ name: 'a', type: 'options', default: '', typeOptions: { loadOptionsMethod: 'gone' } }] },
      'there is no options method gone',
    ],
    [
      { parameters: [{ name: 'a', type: 'string', default: () => 1 }] },
      'parameters.0.default is a function: descriptions are data',
    ],
  ])('%o', (more, problem) => {
    expect(problemsOf(more)).toContain(`./set/set.node.ts (set): ${problem}`);
  });

  test('names and versions that are taken', () => {
    const other = { ...node({ name: 'test.other', aliases: ['test.node'] }), module: './if/if.node.ts' };
    expect(problemsOf({}, other)).toEqual(['./if/if.node.ts: ./set/set.node.ts has test.node version 1 already']);
  });

  test('a type without a picture', () => {
    expect(check([{ ...node({}), icon: undefined }], [])).toEqual([
      './set/set.node.ts (set): there is no icon.svg in its folder',
    ]);
  });

  test('a type with two default versions, or none', () => {
    const second = node({ versions: [2], defaultVersion: 2 });
    expect(problemsOf({}, second)).toEqual([
      './set/set.node.ts: 2 definitions of test.node say a default version, and one must',
    ]);
    expect(problemsOf({ defaultVersion: undefined })).toHaveLength(1);
    expect(problemsOf({ defaultVersion: undefined, hidden: true })).toEqual([]);
  });

  test('credential types', () => {
    const problems = check([], [credential('a', { extends: ['gone'] }), { ...credential('a'), module: './b' }]);
    expect(problems).toEqual([
      './credentials/a.credential.ts: there is no credential type gone to extend',
      './b: there is a credential type a already',
    ]);
  });
});
