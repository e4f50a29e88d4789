import { runNode } from '@millrace/engine/testing';
import { expect, test } from 'vitest';
import { sortNode } from './sort.node.ts';

const by = (...sortField: { fieldName: string; order?: string }[]) => ({ sortFieldsUi: { sortField } });
const sorted = async (parameters: object, items: object[]) => {
  const { json, error } = await runNode(sortNode, { parameters, items: items as { v?: number }[] });
  expect(error).toBeUndefined();
  return json;
};

test('numbers, texts without regard to case, missing values last', async () => {
  expect(await sorted(by({ fieldName: 'v' }), [{ v: 10 }, { v: 9 }, {}, { v: 1 }])).toEqual([
    { v: 1 },
    { v: 9 },
    { v: 10 },
    {},
  ]);
  expect(await sorted(by({ fieldName: 'v', order: 'descending' }), [{ v: 'a' }, {}, { v: 'B' }])).toEqual([
    { v: 'B' },
    { v: 'a' },
    {},
  ]);
});

test('several and dotted fields', async () => {
  expect(
    await sorted(by({ fieldName: 'o.x' }, { fieldName: 'y', order: 'descending' }), [
      { o: { x: 2 }, y: 1 },
      { o: { x: 1 }, y: 1 },
      { o: { x: 1 }, y: 2 },
    ]),
  ).toEqual([
    { o: { x: 1 }, y: 2 },
    { o: { x: 1 }, y: 1 },
    { o: { x: 2 }, y: 1 },
  ]);
});

test('random order loses nothing', async () => {
  const items = Array.from({ length: 20 }, (_, v) => ({ v }));
  const json = await sorted({ type: 'random' }, items);
  expect(json).not.toEqual(items);
  expect(json.map(({ v }) => Number(v)).sort((a, b) => a - b)).toEqual(items.map(({ v }) => v));
});

test('mistakes are said plainly', async () => {
  const failing = async (parameters: object) =>
    (await runNode(sortNode, { parameters, items: [{ v: 1 }] })).error?.message;
  expect(await failing({})).toBe('No field to sort by is set');
  expect(await failing(by({ fieldName: 'V' }))).toBe('No item has the field "V"');
  expect(await failing({ type: 'code', code: 'return 0' })).toBe('Code cannot be run here');
});
