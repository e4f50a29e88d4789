import { runNode } from '@millrace/engine/testing';
import { expect, test } from 'vitest';
import { aggregateNode } from './aggregate.node.ts';

const items = [{ a: 1, o: { x: 'p' }, l: [1] }, { a: 2, l: [2, 3] }, { a: null }];
const fields = (...fieldToAggregate: object[]) => ({ fieldsToAggregate: { fieldToAggregate } });

const run = async (parameters: object) => {
  const { json, error } = await runNode(aggregateNode, { parameters, items });
  expect(error).toBeUndefined();
  return json;
};

test('fields become lists, linked to all items', async () => {
  const { items: result } = await runNode(aggregateNode, {
    parameters: fields(
      { fieldToAggregate: 'a' },
      { fieldToAggregate: 'o.x', renameField: true, outputFieldName: 'xs' },
    ),
    items,
  });
  expect(result).toEqual([{ json: { a: [1, 2], xs: ['p'] }, pairedItem: [{ item: 0 }, { item: 1 }, { item: 2 }] }]);
});

test('missing values and lists as asked', async () => {
  expect(await run({ ...fields({ fieldToAggregate: 'a' }), options: { keepMissing: true } })).toEqual([
    { a: [1, 2, null] },
  ]);
  expect(await run({ ...fields({ fieldToAggregate: 'l' }), options: { mergeLists: true } })).toEqual([
    { l: [1, 2, 3] },
  ]);
});

test('a dotted name puts the list into objects; empty entries of lists are left out unless they are to stay', async () => {
  const renamed = fields({ fieldToAggregate: 'l', renameField: true, outputFieldName: 'all.l' });
  const lists = async (options: object) =>
    (await runNode(aggregateNode, { parameters: { ...renamed, options }, items: [{ l: [1, null] }] })).json;
  expect(await lists({})).toEqual([{ all: { l: [[1]] } }]);
  expect(await lists({ keepMissing: true })).toEqual([{ all: { l: [[1, null]] } }]);
  expect(await lists({ mergeLists: true, disableDotNotation: true })).toEqual([{ 'all.l': [1] }]);
});

test('whole items become one list', async () => {
  const whole = { aggregate: 'aggregateAllItemData' };
  expect(await run(whole)).toEqual([{ data: items }]);
  expect(
    await run({ ...whole, destinationFieldName: 'all', include: 'specifiedFields', fieldsToInclude: 'o' }),
  ).toEqual([{ all: [{ o: { x: 'p' } }] }]);
  expect(await run({ ...whole, include: 'allFieldsExcept', fieldsToExclude: 'l, o' })).toEqual([
    { data: [{ a: 1 }, { a: 2 }, { a: null }] },
  ]);
});

test('files keep apart by name', async () => {
  const file = (id: string) => ({ json: {}, binary: { f: { id, mimeType: 'text/plain', fileSize: 1 } } });
  const { items: result } = await runNode(aggregateNode, {
    parameters: { aggregate: 'aggregateAllItemData', options: { includeBinaries: true } },
    items: [file('1'), file('2')],
  });
  expect(Object.keys(result[0]?.binary ?? {})).toEqual(['f', 'f_1']);
});

test('mistakes are said plainly', async () => {
  const failing = async (parameters: object) => (await runNode(aggregateNode, { parameters, items })).error?.message;
  expect(await failing({})).toBe('No field to aggregate is set');
  expect(await failing(fields({ fieldToAggregate: 'a' }, { fieldToAggregate: 'o.a' }))).toBe(
    'Two fields would be called "a"',
  );
});

test.each([[['a', 'b']], ['a, b'], ["={{ ['a', 'b'] }}"]])('names of fields may be %j', async (names) => {
  const run = async (parameters: object) => {
    const all = { aggregate: 'aggregateAllItemData', ...parameters } as never;
    return (await runNode(aggregateNode, { parameters: all, items: [{ a: 1, b: 2, c: 3 }] })).json;
  };
  expect(await run({ include: 'specifiedFields', fieldsToInclude: names })).toEqual([{ data: [{ a: 1, b: 2 }] }]);
  expect(await run({ include: 'allFieldsExcept', fieldsToExclude: names })).toEqual([{ data: [{ c: 3 }] }]);
});

test('a list called __proto__ is data like any other', async () => {
  const { items: result } = await runNode(aggregateNode, {
    parameters: fields({ fieldToAggregate: 'a', renameField: true, outputFieldName: '__proto__' }),
    items,
  });
  expect(JSON.stringify(result[0]?.json)).toBe('{"__proto__":[1,2]}');
});

test('files under a name called __proto__ are kept', async () => {
  const file = { data: 'aGk=', mimeType: 'text/plain' };
  const { items: result } = await runNode(aggregateNode, {
    parameters: { aggregate: 'aggregateAllItemData', options: { includeBinaries: true } },
    items: [{ json: {}, binary: Object.fromEntries([['__proto__', file]]) }],
  });
  expect(Object.keys(result[0]?.binary ?? {})).toEqual(['__proto__']);
});
