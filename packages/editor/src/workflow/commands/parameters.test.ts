import { expect, test } from 'vitest';
import { documentOf, keyOf, nodeNamed } from '../document-for-test.ts';
import { changed } from '../drafts.ts';
import type { ParameterPath, ParameterValue } from '../types.ts';
import { setParameter, setParameters } from './parameters.ts';

const base = documentOf('A');
const key = keyOf(base, 'A');
const start = changed(base, setParameters(key, { text: 'a', list: [{ x: 1 }, { x: 2 }], object: { deep: true } }));
const set = (path: ParameterPath, value: ParameterValue) => changed(start, setParameter(key, path, value));
const parametersAfter = (path: ParameterPath, value: ParameterValue) =>
  nodeNamed(set(path, value), 'A').data.parameters;

test('a value is set at any depth', () => {
  expect(parametersAfter(['text'], 'b')).toMatchObject({ text: 'b' });
  expect(parametersAfter(['list', 1, 'x'], 5)).toMatchObject({ list: [{ x: 1 }, { x: 5 }] });
});

test('objects and lists on the way are made', () => {
  expect(parametersAfter(['fields', 'values', 0, 'name'], 'n')).toMatchObject({ fields: { values: [{ name: 'n' }] } });
});

test('undefined takes a name or an entry away', () => {
  expect(parametersAfter(['text'], undefined)).toEqual({ list: [{ x: 1 }, { x: 2 }], object: { deep: true } });
  expect(parametersAfter(['list', 0], undefined)).toMatchObject({ list: [{ x: 2 }] });
});

test('taking away what is not there changes nothing', () => {
  expect(set(['none', 'deeper'], undefined)).toBe(start);
  expect(set(['toString'], undefined)).toBe(start);
});

test('the same value again changes nothing', () => {
  expect(set(['text'], 'a')).toBe(start);
});

test('names of object members are names like others', () => {
  expect(parametersAfter(['constructor', 'prototype'], 'x')).toMatchObject({ constructor: { prototype: 'x' } });
});
