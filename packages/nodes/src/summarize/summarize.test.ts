import { runNode } from '@millrace/engine/testing';
import { expect, test } from 'vitest';
import { summarizeNode } from './summarize.node.ts';

const sales = [
  { country: 'DE', year: 2024, amount: 10, by: 'ada' },
  { country: 'FR', year: 2024, amount: 5, by: '' },
  { country: 'DE', year: 2025, amount: 30, by: 'bob' },
  { country: 'DE', year: 2024, by: 'ada', o: { n: 1 } },
];

const summarized = async (values: object[], more: object = {}, typeVersion = 1.1, items: object[] = sales) => {
  const { items: made, error } = await runNode(summarizeNode, {
    typeVersion,
    parameters: { fieldsToSummarize: { values }, ...more },
    items: items as { amount?: number }[],
  });
  expect(error?.message).toBeUndefined();
  return made;
};
const json = async (...given: Parameters<typeof summarized>) => (await summarized(...given)).map(({ json }) => json);

test.each([
  [{ aggregation: 'sum', field: 'amount' }, { sum_amount: 45 }],
  [{ aggregation: 'average', field: 'amount' }, { average_amount: 15 }],
  [{ aggregation: 'min', field: 'amount' }, { min_amount: 5 }],
  [{ aggregation: 'max', field: 'by' }, { max_by: 'bob' }],
  [{ field: 'by' }, { count_by: 3 }],
  [{ aggregation: 'countUnique', field: 'by' }, { unique_count_by: 2 }],
  [{ aggregation: 'append', field: 'amount' }, { appended_amount: [10, 5, 30] }],
  [{ aggregation: 'append', field: 'amount', includeEmpty: true }, { appended_amount: [10, 5, 30, null] }],
  [{ aggregation: 'concatenate', field: 'by' }, { concatenated_by: 'ada,bob,ada' }],
  [
    { aggregation: 'concatenate', field: 'by', separateBy: 'other', customSeparator: ' + ' },
    { concatenated_by: 'ada + bob + ada' },
  ],
  [{ aggregation: 'concatenate', field: 'o', separateBy: ' ' }, { concatenated_o: '{"n":1}' }],
  [{ aggregation: 'sum', field: 'o.n' }, { sum_o_n: 1 }],
  [{ aggregation: 'average', field: 'none' }, { average_none: null }],
])('%j', async (how, expected) => {
  expect(await json([how])).toEqual([expected]);
});

test('groups are items of their own, linked to those that they are made of', async () => {
  expect(await summarized([{ aggregation: 'sum', field: 'amount' }], { fieldsToSplitBy: 'country, year' })).toEqual([
    { json: { country: 'DE', year: 2024, sum_amount: 10 }, pairedItem: [{ item: 0 }, { item: 3 }] },
    { json: { country: 'DE', year: 2025, sum_amount: 30 }, pairedItem: [{ item: 2 }] },
    { json: { country: 'FR', year: 2024, sum_amount: 5 }, pairedItem: [{ item: 1 }] },
  ]);
});

test('or all in one item', async () => {
  const options = { outputFormat: 'singleItem' };
  expect(await json([{ field: 'year' }], { fieldsToSplitBy: 'country,by', options })).toEqual([
    { DE: { ada: { count_year: 2 }, bob: { count_year: 1 } }, FR: { '': { count_year: 1 } } },
  ]);
  expect(
    await json([{ field: 'year' }], { fieldsToSplitBy: 'by', options: { ...options, skipEmptySplitFields: true } }),
  ).toEqual([{ ada: { count_year: 2 }, bob: { count_year: 1 } }]);
});

test('in version 1 the values of groups become texts, and a field that no item has is an error', async () => {
  expect(await json([{ field: 'by' }], { fieldsToSplitBy: 'year' }, 1)).toEqual([
    { year: '2024', count_by: 2 },
    { year: '2025', count_by: 1 },
  ]);
  const failing = (options: object) =>
    runNode(summarizeNode, {
      typeVersion: 1,
      parameters: { fieldsToSummarize: { values: [{ field: 'none' }] }, options },
      items: sales,
    });
  expect((await failing({})).error?.message).toBe('No item has the field "none"');
  expect((await failing({ continueIfFieldNotFound: true })).json).toEqual([{ count_none: 0 }]);
});

test('names are tidied, and may be anything', async () => {
  const items = [{ 'a b': { '[c]': 1 }, __proto__: null }, Object.fromEntries([['__proto__', 'x']])];
  expect(await json([{ field: 'a b.[c]' }], { options: { disableDotNotation: true } }, 1.1, items)).toEqual([
    { count_a_b_c: 0 },
  ]);
  const [made] = await json(
    [{ field: '__proto__' }],
    { fieldsToSplitBy: '__proto__', options: { outputFormat: 'singleItem' } },
    1.1,
    items,
  );
  expect(JSON.stringify(made)).toBe('{"undefined":{"count___proto__":0},"x":{"count___proto__":1}}');
});

test('nothing to summarize is an error; nothing comes of nothing', async () => {
  const { error } = await runNode(summarizeNode, { parameters: {}, items: sales });
  expect(error?.message).toBe('No field to summarize is set');
  expect(await json([{ field: 'a' }], {}, 1.1, [])).toEqual([]);
});
