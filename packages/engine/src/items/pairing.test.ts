import type { Item, PairedItem } from '@millrace/contract/data';
import { expect, test } from 'vitest';
import { linkedToThemselves, linkOutputs } from './pairing.ts';

const item = (n: number, pairedItem?: PairedItem): Item =>
  pairedItem === undefined ? { json: { n } } : { json: { n }, pairedItem };
const links = (items: readonly Item[] | null | undefined) => items?.map((each) => each.pairedItem);

test('items that are linked to themselves already are handed on as they are', () => {
  const items = [item(1, 0), item(2, { item: 1 }), item(3, 2)];
  expect(linkedToThemselves(items, 0)).toBe(items);
});

test('items from another place are copied with a new link; the rest of them is shared', () => {
  const error = { name: 'E', message: 'm', timestamp: 0 };
  const items: Item[] = [item(1, 0), { ...item(2, 5), binary: { file: { mimeType: 'text/plain' } }, error }];
  const linked = linkedToThemselves(items, 0);
  expect(linked[0]).toBe(items[0]);
  expect(linked[1]).toEqual({ ...items[1], pairedItem: 1 });
  expect(linked[1]?.json).toBe(items[1]?.json);
  expect(items[1]?.pairedItem).toBe(5);
});

test('links name the input, unless it is the first', () => {
  expect(links(linkedToThemselves([item(1), item(2, [1])], 1))).toEqual([
    { item: 0, input: 1 },
    { item: 1, input: 1 },
  ]);
});

test('one input item: all output items come from it', () => {
  const outputs = linkOutputs([[item(1), item(2)], [item(3)]], [[item(9)]]);
  expect(outputs.map(links)).toEqual([[0, 0], [0]]);
});

test('the only input item may have come in by another input', () => {
  expect(linkOutputs([[item(1)]], [null, [item(9)]]).map(links)).toEqual([[{ item: 0, input: 1 }]]);
});

test('as many items as came in: linked by position', () => {
  expect(linkOutputs([[item(1), item(2)]], [[item(8), item(9)]]).map(links)).toEqual([[0, 1]]);
});

test.each([
  ['fewer items', [[item(1)]], [[item(8), item(9)]]],
  ['several outputs', [[item(1), item(2)], []], [[item(8), item(9)]]],
  ['several inputs', [[item(1), item(2)]], [[item(8)], [item(9)]]],
  ['no input', [[item(1)]], []],
])('%s: no link is made up', (_, outputs, inputs) => {
  expect(linkOutputs(outputs, inputs).flatMap((items) => links(items) ?? [])).toEqual(
    outputs.flat().map(() => undefined),
  );
});

test('links that the node has made stay', () => {
  const output = [item(1, 1), item(2)];
  expect(linkOutputs([output], [[item(8), item(9)]]).map(links)).toEqual([[1, 1]]);
  expect(output[1]?.pairedItem).toBeUndefined();
});
