import type { MappedField } from '@millrace/contract';
import { expect, test } from 'vitest';
import { asMapper, columnDefinition, withColumns, writableColumns } from './mapper-value.ts';

const field = (id: string, more: Partial<MappedField> = {}): MappedField => ({ id, displayName: id, ...more });
const add = { mode: 'add' } as const;

test('what other tools leave out of a mapping is empty', () => {
  expect(asMapper({ value: { a: 1 }, later: true })).toEqual({
    mappingMode: 'defineBelow',
    value: { a: 1 },
    matchingColumns: [],
    schema: [],
    attemptToConvertTypes: false,
    convertFieldsToString: false,
    later: true,
  });
  expect(asMapper('x').value).toBeNull();
});

test('columns begin with their default, once', () => {
  const columns = [field('a', { defaultValue: 5 }), field('b')];
  const first = withColumns(asMapper({}), columns, add);
  expect(first.value).toEqual({ a: 5 });
  expect(withColumns({ ...first, value: null }, columns, add).value).toBeNull();
});

test('of new columns the required ones are there, and others where the definition says so', () => {
  const columns = [field('a', { required: true }), field('b')];
  const removed = (mapper: ReturnType<typeof asMapper>) => mapper.schema.map((column) => column.removed);
  expect(removed(withColumns(asMapper({}), columns, add))).toEqual([false, false]);
  expect(removed(withColumns(asMapper({}), columns, { ...add, addAllFields: false }))).toEqual([false, true]);
  // A column that the service has got since is offered, and changes nothing by itself.
  expect(removed(withColumns(asMapper({ schema: [field('a')] }), columns, add))).toEqual([false, true]);
});

test('what has gone is taken out of values, columns and matching', () => {
  const held = { value: { a: 1, b: 2 }, matchingColumns: ['b'], schema: [field('a'), field('b')] };
  const upsert = { mode: 'upsert' } as const;
  const columns = [field('a', { canBeUsedToMatch: true, defaultMatch: true })];
  expect(withColumns(asMapper(held), columns, upsert)).toMatchObject({
    value: { a: 1 },
    matchingColumns: ['a'],
    schema: [{ id: 'a' }],
  });
});

test('several columns are matched by only where that is allowed, and none where rows are only added', () => {
  const columns = ['a', 'b'].map((id) => field(id, { canBeUsedToMatch: true, defaultMatch: true }));
  const matched = (options: Parameters<typeof withColumns>[2]) =>
    withColumns(asMapper({}), columns, options).matchingColumns;
  expect(matched({ mode: 'update', multiKeyMatch: true })).toEqual(['a', 'b']);
  expect(matched({ mode: 'update' })).toEqual(['a']);
  expect(matched(add)).toEqual([]);
});

test('columns that are matched by come first, and those that nothing is written to are left out', () => {
  const schema = [field('a'), field('hidden', { display: false }), field('made', { readOnly: true }), field('key')];
  expect(writableColumns(asMapper({ schema, matchingColumns: ['key'] })).map(({ id }) => id)).toEqual(['key', 'a']);
});

test.each([
  ['number', {}, 'number'],
  ['array', {}, 'json'],
  ['time', {}, 'string'],
  ['number', { convertFieldsToString: true }, 'string'],
] as const)('a column of type %s with %j is written in a field of type %s', (type, more, expected) => {
  expect(columnDefinition(field('a', { type }), asMapper(more)).type).toBe(expected);
});
