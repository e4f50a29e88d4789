import { expect, test } from 'vitest';
import { assignField, convertField, keptFields, listNames, readField, removeField } from './assign.ts';

test('dotted names and indexes make nested data and never change what was there', () => {
  const shared = { street: 'Main' };
  const json = { address: shared };
  const target = { ...json };
  assignField(target, 'address.city', 'Bern', true);
  assignField(target, 'tags[1]', 'b', true);
  expect(target).toEqual({ address: { street: 'Main', city: 'Bern' }, tags: [undefined, 'b'] });
  expect(shared).toEqual({ street: 'Main' });
});

test('without dot notation a name is a name', () => {
  const target = {};
  assignField(target, 'a.b', 1, false);
  expect(target).toEqual({ 'a.b': 1 });
});

test('a field called __proto__ is data', () => {
  const target = {};
  assignField(target, '__proto__.polluted', true, true);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  expect(Object.getPrototypeOf(target)).toBe(Object.prototype);
  expect(Object.keys(target)).toEqual(['__proto__']);
});

test.each([
  ['12', 'number', 12],
  [true, 'number', 1],
  [12, 'string', '12'],
  [{ a: 1 }, 'string', '{"a":1}'],
  ['TRUE', 'boolean', true],
  [0, 'boolean', false],
  ['[1]', 'array', [1]],
  ['{"a":1}', 'object', { a: 1 }],
  [null, 'number', null],
  [undefined, 'string', null],
] as const)('%j as %s is %j', (value, type, expected) => {
  expect(convertField('f', value, type, false, 0)).toEqual(expected);
});

test('a value that does not fit is an error, or stays as it is', () => {
  expect(() => convertField('age', 'old', 'number', false, 3)).toThrow(
    '"age" should be a number, but the value is "old"',
  );
  expect(convertField('age', 'old', 'number', true, 3)).toBe('old');
});

test('fields are kept, left out and removed by name and by path', () => {
  const json = { a: 1, b: { c: 2, d: 3 }, 'x.y': 4 };
  expect(keptFields(json, 'selected', 'a, b.c, x.y, missing', true)).toEqual({ a: 1, b: { c: 2 }, 'x.y': 4 });
  expect(keptFields(json, 'except', 'a', true)).toEqual({ b: { c: 2, d: 3 }, 'x.y': 4 });
  expect(removeField(json, 'b.c', true)).toEqual({ a: 1, b: { d: 3 }, 'x.y': 4 });
  expect(removeField(json, 'constructor', true)).toBe(json);
  expect(readField(json, 'constructor', true)).toBeUndefined();
  expect(json.b).toEqual({ c: 2, d: 3 });
});

test.each([
  ['a, b', ['a', 'b']],
  [
    ['a', ' b '],
    ['a', 'b'],
  ],
  [{ fields: [{ fieldName: 'a' }, {}] }, ['a']],
  [{}, []],
  [undefined, []],
])('names may be %j', (names, expected) => {
  expect(listNames(names as never)).toEqual(expected);
});

test('an object of anything else names no fields', () => {
  expect(() => listNames({ a: 1 })).toThrow('{"a":1} names no fields');
});

test('quoted brackets hold names that have dots, spaces and quotes', () => {
  const json = { 'a.b': { id: 1 }, a: { 'b c': [{ x: 2 }], "it's": 3 } };
  expect(readField(json, "['a.b'].id", true)).toBe(1);
  expect(readField(json, '["a.b"]["id"]', true)).toBe(1);
  expect(readField(json, 'a["b c"][0].x', true)).toBe(2);
  expect(readField(json, "a['it\\'s']", true)).toBe(3);
  expect(removeField(json, "['a.b'].id", true)).toEqual({ ...json, 'a.b': {} });
  expect(keptFields(json, 'selected', "['a.b'].id", true)).toEqual({ 'a.b': { id: 1 } });
  const target = {};
  assignField(target, "['a.b'].c", 4, true);
  expect(target).toEqual({ 'a.b': { c: 4 } });
});
