import { runNode } from '@millrace/engine/testing';
import { expect, test } from 'vitest';
import { itemListsNode, itemListsNodeV2 } from './item-lists.node.ts';

const items = [
  { id: 2, tags: ['a', 'b'], o: { n: 1 } },
  { id: 1, tags: ['c'], o: { n: 1 } },
];

const run = async (typeVersion: number, parameters: object) => {
  const node = typeVersion < 3 ? itemListsNodeV2 : itemListsNode;
  const made = await runNode(node, { typeVersion, parameters, items });
  expect(made.error?.message).toBeUndefined();
  return made;
};
const json = async (typeVersion: number, parameters: object) => (await run(typeVersion, parameters)).json;

const oldNames = (...names: string[]) => ({ fields: names.map((fieldName) => ({ fieldName })) });

test.each([1, 2, 2.1, 2.2, 3, 3.1])('version %d does what six nodes do today', async (version) => {
  expect((await run(version, { fieldToSplitOut: 'tags' })).items).toEqual([
    { json: { tags: 'a' }, pairedItem: 0 },
    { json: { tags: 'b' }, pairedItem: 0 },
    { json: { tags: 'c' }, pairedItem: 1 },
  ]);
  expect(
    await json(version, {
      operation: version < 3 ? 'aggregateItems' : 'concatenateItems',
      fieldsToAggregate: { fieldToAggregate: [{ fieldToAggregate: 'id' }] },
    }),
  ).toEqual([{ id: [2, 1] }]);
  expect(await json(version, { operation: 'sort', sortFieldsUi: { sortField: [{ fieldName: 'id' }] } })).toEqual([
    items[1],
    items[0],
  ]);
  expect(await json(version, { operation: 'limit', keep: 'lastItems' })).toEqual([items[1]]);
  expect(
    await json(version, {
      operation: 'summarize',
      fieldsToSummarize: { values: [{ aggregation: 'sum', field: 'id' }] },
    }),
  ).toEqual([{ sum_id: 3 }]);
});

test('named fields are a text with commas, and were a list of entries before', async () => {
  for (const [version, field] of [
    [3, 'o.n'],
    [2, oldNames('o.n')],
  ] as const) {
    expect(
      await json(version, { operation: 'removeDuplicates', compare: 'selectedFields', fieldsToCompare: field }),
    ).toEqual([items[0]]);
  }
  expect(
    await json(1, { fieldToSplitOut: 'tags', include: 'selectedOtherFields', fieldsToInclude: oldNames('id') }),
  ).toEqual([
    { id: 2, tags: 'a' },
    { id: 2, tags: 'b' },
    { id: 1, tags: 'c' },
  ]);
});

test.each([
  { fieldToSplitOut: 'none' },
  { operation: 'aggregateItems', fieldsToAggregate: { fieldToAggregate: [{ fieldToAggregate: 'none' }] } },
  { operation: 'summarize', fieldsToSummarize: { values: [{ field: 'none' }] } },
])('until version 2 a field that is not there is an error: %j', async (parameters) => {
  for (const typeVersion of [1, 2]) {
    const { error } = await runNode(itemListsNodeV2, { typeVersion, parameters, items });
    expect(error?.message).toBe('No item has the field "none"');
  }
  expect((await run(2.1, parameters)).error).toBeUndefined();
});

test('an operation that is none is an error', async () => {
  const { error } = await runNode(itemListsNode, { parameters: { operation: 'odd' }, items });
  expect(error?.message).toBe('"odd" is not a value for Operation');
});
