import type { JsonObject } from '@millrace/contract/data';
import { expect, it } from 'vitest';
import { defineField, setField } from './fields.ts';

it('writes by a path, into copies of what is there', () => {
  const input: JsonObject = { a: { b: 1 }, list: [1] };
  const target = { ...input };
  setField(target, ['a', 'c'], 2);
  setField(target, ['list', '2'], 3);
  setField(target, ['new', '0', 'x'], 4);
  expect(target).toEqual({ a: { b: 1, c: 2 }, list: [1, undefined, 3], new: [{ x: 4 }] });
  expect(input).toEqual({ a: { b: 1 }, list: [1] });
});

it.each([[['a', '4900000']], [['a', '4900000', 'b']], [['list', '10002']], [['a', '0', '99999999999999999999']]])(
  'makes no list of millions of nothing: %j',
  (path) => {
    const target: JsonObject = { list: [1] };
    expect(() => setField(target, path, 1)).toThrow(/entries of a list empty/);
    expect(JSON.stringify(target).length).toBeLessThan(100);
  },
);

it('takes numbers for names where there is an object', () => {
  const target: JsonObject = { a: {} };
  setField(target, ['a', '4900000'], 1);
  setField(target, ['5000000'], 2);
  expect(target).toEqual({ a: { '4900000': 1 }, '5000000': 2 });
});

it('keeps what is called like a prototype as data', () => {
  const target: JsonObject = {};
  setField(target, ['__proto__', 'polluted'], true);
  defineField(target, 'constructor', 1);
  expect(Object.keys(target)).toEqual(['__proto__', 'constructor']);
  expect(Object.getPrototypeOf(target)).toBe(Object.prototype);
  expect(({} as JsonObject).polluted).toBeUndefined();
});
