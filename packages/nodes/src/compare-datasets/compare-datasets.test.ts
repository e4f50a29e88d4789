import { runNode } from '@millrace/engine/testing';
import { expect, test } from 'vitest';
import { compareDatasetsNode } from './compare-datasets.node.ts';

const before = [
  { id: 1, name: 'Ada', age: 36, at: 1 },
  { id: 2, name: 'Bob', age: 0, at: 1 },
  { id: 3, name: 'Cy', age: 9, at: 1 },
  { name: 'Nobody' },
];
const after = [
  { id: 2, name: 'Bob', age: 41, at: 2 },
  { id: 4, name: 'Di', age: 1, at: 2 },
  { id: 3, name: 'Cy', age: 9, at: 1 },
];

const byId = { mergeByFields: { values: [{ field1: 'id', field2: 'id' }] } };

const compared = async (parameters: object = {}, typeVersion = 2.3, inputs: object[][] = [before, after]) => {
  const { outputs, error } = await runNode(compareDatasetsNode, {
    typeVersion,
    parameters: { ...byId, ...parameters },
    inputs: inputs as { id: number }[][],
  });
  expect(error?.message).toBeUndefined();
  return outputs.map((items) => items ?? []);
};
const differing = async (...given: Parameters<typeof compared>) =>
  (await compared(...given))[2]?.map(({ json }) => json);

test('each item is on the one of four outputs where it belongs, linked to those that it is made of', async () => {
  const [onlyA, same, different, onlyB] = await compared();
  expect(onlyA).toEqual([
    { json: before[0], pairedItem: { item: 0, input: 0 } },
    { json: before[3], pairedItem: { item: 3, input: 0 } },
  ]);
  expect(same).toEqual([
    {
      json: before[2],
      pairedItem: [
        { item: 2, input: 0 },
        { item: 2, input: 1 },
      ],
    },
  ]);
  expect(different).toEqual([
    {
      json: {
        keys: { id: 2 },
        same: { id: 2, name: 'Bob' },
        different: { age: { inputA: 0, inputB: 41 }, at: { inputA: 1, inputB: 2 } },
      },
      pairedItem: [
        { item: 1, input: 0 },
        { item: 0, input: 1 },
      ],
    },
  ]);
  expect(onlyB).toEqual([{ json: after[1], pairedItem: { item: 1, input: 1 } }]);
});

test('version 1 names the inputs by number, takes 0 for nothing, and prefers the second by itself', async () => {
  expect(await differing({}, 1)).toEqual([after[0]]);
  expect(await differing({ resolve: 'includeBoth' }, 1)).toEqual([
    {
      keys: { id: 2 },
      same: { id: 2, name: 'Bob' },
      different: { age: { input1: null, input2: 41 }, at: { input1: 1, input2: 2 } },
    },
  ]);
});

test.each([1, 2, 2.1, 2.2, 2.3])('version %d: one version, or a mix of both', async (version) => {
  expect(await differing({ resolve: 'preferInput1' }, version)).toEqual([before[1]]);
  expect(await differing({ resolve: 'preferInput2' }, version)).toEqual([after[0]]);
  expect(await differing({ resolve: 'mix', exceptWhenMix: 'at' }, version)).toEqual([{ ...before[1], at: 2 }]);
  expect(await differing({ resolve: 'mix', preferWhenMix: 'input2', exceptWhenMix: ['age'] }, version)).toEqual([
    { ...after[0], age: 0 },
  ]);
});

test('fields may be left out of the comparison, within objects too', async () => {
  const options = { skipFields: 'at, age' };
  expect((await compared({ options }))[1]?.map(({ json }) => json.id)).toEqual([2, 3]);
  expect((await differing({ options: { skipFields: 'at' } }))?.[0]).toMatchObject({
    different: { age: { inputA: 0, inputB: 41 } },
    skipped: { at: { inputA: 1, inputB: 2 } },
  });
  const nested = [[{ id: 1, o: { a: 1, b: 1 } }], [{ id: 1, o: { a: 1, b: 2 } }]];
  expect((await compared({ options: { skipFields: 'o.b' } }, 2.3, nested))[1]).toHaveLength(1);
});

test.each([
  ['3', 3, true],
  ['', null, true],
  [[], undefined, true],
  ['TRUE', true, true],
  [1, true, true],
  ['{"a":1}', { a: 1 }, true],
  ['x', 3, false],
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
])('fuzzy: %j and %j', async (a, b, isSame) => {
  const inputs = [[{ id: 1, v: a }], [{ id: '1', v: b }]];
  const [, same, different] = await compared({ fuzzyCompare: true }, 2.3, inputs);
  expect([same?.length, different?.length]).toEqual(isSame ? [1, 0] : [0, 1]);
  expect((await compared({}, 2.3, inputs))[0]).toHaveLength(1);
});

test('the first match only, or all', async () => {
  const twice = [[{ id: 1 }], [{ id: 1 }, { id: 1, v: 2 }]];
  const counts = async (options: object) => (await compared({ options }, 2.3, twice)).map((items) => items.length);
  expect(await counts({})).toEqual([0, 1, 0, 1]);
  expect(await counts({ multipleMatches: 'all' })).toEqual([0, 1, 1, 0]);
});

test('an empty input is one; a misspelt field is an error', async () => {
  expect((await compared({}, 2.3, [before, [{}]])).map((items) => items.length)).toEqual([4, 0, 0, 0]);
  const failing = async (parameters: object) =>
    (await runNode(compareDatasetsNode, { parameters, inputs: [before, after] as never })).error?.message;
  expect(await failing({})).toBe('No fields to match are set');
  expect(await failing({ mergeByFields: { values: [{ field1: 'Id', field2: 'id' }] } })).toBe(
    'No item of input 1 has the field "Id"',
  );
});

test('__proto__ is a field like any other', async () => {
  const item = (v: number) =>
    Object.fromEntries([
      ['id', 1],
      ['__proto__', v],
    ]);
  const [json] = (await differing({}, 2.3, [[item(1)], [item(2)]])) ?? [];
  expect(JSON.stringify(json)).toBe(
    '{"keys":{"id":1},"same":{"id":1},"different":{"__proto__":{"inputA":1,"inputB":2}}}',
  );
});
