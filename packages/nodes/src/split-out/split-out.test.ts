import { runNode } from '@millrace/engine/testing';
import { expect, test } from 'vitest';
import { splitOutNode } from './split-out.node.ts';

const order = { id: 1, lines: [{ sku: 'a' }, { sku: 'b' }], customer: { phones: ['1', '2', '3'] } };

const run = async (parameters: object, item: object = order) => {
  const { json, error } = await runNode(splitOutNode, { parameters, items: [item as typeof order] });
  expect(error).toBeUndefined();
  return json;
};

test('objects become items, other values keep their field, and items are linked', async () => {
  expect(await run({ fieldToSplitOut: 'lines' })).toEqual([{ sku: 'a' }, { sku: 'b' }]);
  expect(await run({ fieldToSplitOut: 'customer.phones', options: { destinationFieldName: 'phone' } })).toEqual([
    { phone: '1' },
    { phone: '2' },
    { phone: '3' },
  ]);
  const { items } = await runNode(splitOutNode, {
    parameters: { fieldToSplitOut: 'a' },
    items: [{ a: [1] }, { a: [2, 3] }],
  });
  expect(items.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 1]);
});

test('other fields stay as asked', async () => {
  expect(await run({ fieldToSplitOut: 'lines', include: 'allOtherFields' })).toEqual([
    { id: 1, customer: order.customer, lines: { sku: 'a' } },
    { id: 1, customer: order.customer, lines: { sku: 'b' } },
  ]);
  expect(await run({ fieldToSplitOut: 'lines', include: 'selectedOtherFields', fieldsToInclude: 'id' })).toEqual([
    { id: 1, lines: { sku: 'a' } },
    { id: 1, lines: { sku: 'b' } },
  ]);
});

test('several lists are split side by side', async () => {
  expect(await run({ fieldToSplitOut: 'lines, customer.phones' })).toEqual([
    { lines: { sku: 'a' }, 'customer.phones': '1' },
    { lines: { sku: 'b' }, 'customer.phones': '2' },
    { 'customer.phones': '3' },
  ]);
});

test('what is no list: an object gives its values, a value itself, a missing field nothing', async () => {
  expect(await run({ fieldToSplitOut: 'o' }, { o: { a: 1, b: 2 } })).toEqual([{ o: 1 }, { o: 2 }]);
  expect(await run({ fieldToSplitOut: 'o' }, { o: 5 })).toEqual([{ o: 5 }]);
  expect(await run({ fieldToSplitOut: 'o' }, {})).toEqual([]);
});

test('files become items', async () => {
  const binary = { one: { id: '1', mimeType: 'text/plain' }, two: { id: '2', mimeType: 'text/plain' } };
  const { items } = await runNode(splitOutNode, {
    parameters: { fieldToSplitOut: '$binary' },
    items: [{ json: {}, binary }],
  });
  expect(items.map((item) => item.binary)).toEqual([{ one: binary.one }, { two: binary.two }]);
});

test('a missing field name is an error', async () => {
  const { error } = await runNode(splitOutNode, { parameters: { fieldToSplitOut: '={{ "" }}' }, items: [order] });
  expect(error?.message).toBe('No field to split out is set');
});

test.each([
  [['a', 'b'], ['x', 'y'], ['c']],
  ['a, b', 'x, y', 'c'],
  ["={{ ['a', 'b'] }}", "={{ ['x', 'y'] }}", "={{ ['c'] }}"],
])('names of fields may be %j', async (fieldToSplitOut, destinationFieldName, fieldsToInclude) => {
  const parameters = {
    fieldToSplitOut,
    include: 'selectedOtherFields',
    fieldsToInclude,
    options: { destinationFieldName },
  } as never;
  const { json } = await runNode(splitOutNode, { parameters, items: [{ a: [1, 2], b: [3], c: 4, d: 5 }] });
  expect(json).toEqual([
    { c: 4, x: 1, y: 3 },
    { c: 4, x: 2 },
  ]);
});
