import type { DisplayOptions } from '@millrace/contract/data';
import { expect, test } from 'vitest';
import { isDisplayed, isLocked, type Values } from './display.ts';

const shown = (
  displayOptions: DisplayOptions | undefined,
  values: Record<string, unknown> = {},
  root = values,
  version = 2,
) => isDisplayed({ displayOptions }, values, root, version);

test('without options a parameter is shown', () => {
  expect(shown(undefined)).toBe(true);
});

test.each<[string, DisplayOptions, Record<string, unknown>, boolean]>([
  ['a listed value', { show: { mode: ['a', 'b'] } }, { mode: 'b' }, true],
  ['another value', { show: { mode: ['a', 'b'] } }, { mode: 'c' }, false],
  ['a value that is not there', { show: { mode: ['a'] } }, {}, false],
  ['a value of another type', { show: { count: [1] } }, { count: '1' }, false],
  ['false', { show: { on: [false] } }, { on: false }, true],
  ['null', { show: { on: [null] } }, { on: null }, true],
  ['every rule of show', { show: { a: [1], b: [2] } }, { a: 1, b: 2 }, true],
  ['one rule of show too few', { show: { a: [1], b: [2] } }, { a: 1, b: 3 }, false],
  ['one rule of hide', { hide: { a: [1], b: [2] } }, { a: 0, b: 2 }, false],
  ['no rule of hide', { hide: { a: [1], b: [2] } }, { a: 0, b: 0 }, true],
  ['hide wins over show', { show: { a: [1] }, hide: { b: [2] } }, { a: 1, b: 2 }, false],
  ['any value of several', { show: { events: ['push'] } }, { events: ['pull', 'push'] }, true],
  ['none of several', { show: { events: ['push'] } }, { events: ['pull'] }, false],
  ['an object', { show: { a: [{ b: 1 }] } }, { a: { b: 1 } }, true],
  ['a dotted path', { show: { 'options.mode': ['x'] } }, { options: { mode: 'x' } }, true],
  ['a path into nothing', { show: { 'options.mode': ['x'] } }, {}, false],
  ['a member of Object', { show: { toString: ['x'] } }, {}, false],
  [
    'the value of a resource locator',
    { show: { sheet: ['s1'] } },
    { sheet: { __rl: true, mode: 'id', value: 's1' } },
    true,
  ],
  ['an expression may be any value', { show: { mode: ['a'] } }, { mode: '={{ $json.mode }}' }, true],
  ['an expression hides nothing', { hide: { mode: ['a'] } }, { mode: '={{ $json.mode }}' }, true],
])('%s', (_, options, values, expected) => {
  expect(shown(options, values)).toBe(expected);
});

test.each<[string, DisplayOptions['show'], unknown, boolean]>([
  ['eq', { v: [{ _cnd: { eq: 3 } }] }, 3, true],
  ['not', { v: [{ _cnd: { not: 3 } }] }, 3, false],
  ['not, of nothing', { v: [{ _cnd: { not: 3 } }] }, undefined, true],
  ['gte', { v: [{ _cnd: { gte: 3 } }] }, 3, true],
  ['lte', { v: [{ _cnd: { lte: 3 } }] }, 4, false],
  ['gt', { v: [{ _cnd: { gt: 3 } }] }, 3, false],
  ['lt', { v: [{ _cnd: { lt: 3 } }] }, 2, true],
  ['gte, of nothing', { v: [{ _cnd: { gte: 0 } }] }, undefined, false],
  ['gte, of an empty text', { v: [{ _cnd: { gte: 0 } }] }, '', false],
  ['between', { v: [{ _cnd: { between: { from: 1, to: 3 } } }] }, 3, true],
  ['startsWith', { v: [{ _cnd: { startsWith: 'ab' } }] }, 'abc', true],
  ['endsWith', { v: [{ _cnd: { endsWith: 'bc' } }] }, 'abc', true],
  ['includes', { v: [{ _cnd: { includes: 'x' } }] }, 'abc', false],
  ['regex', { v: [{ _cnd: { regex: '^a.c$' } }] }, 'abc', true],
  ['exists', { v: [{ _cnd: { exists: true } }] }, 0, true],
  ['exists, of an empty text', { v: [{ _cnd: { exists: true } }] }, '', false],
  ['one of several rules', { v: ['x', { _cnd: { gte: 5 } }] }, 6, true],
])('condition %s', (_, show, v, expected) => {
  expect(shown({ show }, { v })).toBe(expected);
});

test('names from the root, and the version', () => {
  expect(shown({ show: { '/resource': ['user'] } }, {}, { resource: 'user' })).toBe(true);
  expect(shown({ show: { '/resource': ['user'] } }, { resource: 'user' }, {})).toBe(false);
  expect(shown({ show: { '@version': [{ _cnd: { gte: 2.1 } }] } }, {}, {}, 2.2)).toBe(true);
  expect(shown({ show: { '@version': [1, 2] } }, {}, {}, 3)).toBe(false);
});

test('a parameter is locked where its rules hold, and not by a value that only a run knows', () => {
  const locked = (values: Values) => isLocked({ disabledOptions: { show: { mode: ['auto'] } } }, values, values, 1);
  expect(locked({ mode: 'auto' })).toBe(true);
  expect(locked({ mode: 'manual' })).toBe(false);
  expect(locked({ mode: '={{ $json.mode }}' })).toBe(false);
  expect(isLocked({}, {}, {}, 1)).toBe(false);
});

test('no node serves as a tool by its parameters', () => {
  expect(shown({ show: { '@tool': [false] } }, {})).toBe(true);
  expect(shown({ show: { '@tool': [true] } }, {})).toBe(false);
});

test('bounds may be written as text', () => {
  expect(shown({ show: { '@version': [{ _cnd: { between: { from: '1.1', to: '2' } } }] } }, {}, {}, 1.2)).toBe(true);
});
