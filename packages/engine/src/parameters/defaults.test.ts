import type { ParameterDefinition } from '@millrace/contract/data';
import { expect, test } from 'vitest';
import { shownDefinitions, withDefaults } from './defaults.ts';

const text = (name: string, rest: Partial<ParameterDefinition> = {}): ParameterDefinition =>
  ({ name, displayName: name, type: 'string', default: '', ...rest }) as ParameterDefinition;

test('what is left out gets its default, what is there stays', () => {
  const definitions = [text('a', { default: 'x' }), text('b', { default: 'y' })];
  expect(withDefaults(definitions, { b: 'z' }, 1)).toEqual({ a: 'x', b: 'z' });
  expect(withDefaults(definitions, undefined, 1)).toEqual({ a: 'x', b: 'y' });
});

test('hidden parameters are left out, with their values; values without a definition stay', () => {
  const definitions = [text('mode', { default: 'a' }), text('b', { displayOptions: { show: { mode: ['b'] } } })];
  expect(withDefaults(definitions, { b: 'old', extra: 1 }, 1)).toEqual({ mode: 'a', extra: 1 });
  expect(withDefaults(definitions, { mode: 'b' }, 1)).toEqual({ mode: 'b', b: '' });
});

test('what is shown may depend on a parameter that is defined later, and on a default', () => {
  const definitions = [
    text('b', { default: 'y', displayOptions: { show: { mode: ['a'] } } }),
    text('mode', { default: 'a' }),
  ];
  expect(withDefaults(definitions, {}, 1)).toEqual({ b: 'y', mode: 'a' });
});

test('a hidden parameter has no value that others could depend on', () => {
  const definitions = [
    text('mode', { default: 'a' }),
    text('b', { displayOptions: { show: { mode: ['b'] } } }),
    text('c', { displayOptions: { show: { b: ['on'] } } }),
  ];
  expect(withDefaults(definitions, { b: 'on' }, 1)).toEqual({ mode: 'a' });
});

test('of several definitions of one name the shown one counts', () => {
  const definitions = [
    text('resource', { default: 'user' }),
    text('operation', { default: 'create', displayOptions: { show: { resource: ['user'] } } }),
    text('operation', { default: 'send', displayOptions: { show: { resource: ['mail'] } } }),
  ];
  expect(withDefaults(definitions, {}, 1)).toEqual({ resource: 'user', operation: 'create' });
  expect(withDefaults(definitions, { resource: 'mail' }, 1)).toEqual({ resource: 'mail', operation: 'send' });
  expect(shownDefinitions(definitions, { resource: 'mail' }, 1).get('operation')?.default).toBe('send');
});

test('the version chooses too', () => {
  const definitions = [
    text('limit', { default: 'old', displayOptions: { show: { '@version': [1] } } }),
    text('limit', { default: 'new', displayOptions: { hide: { '@version': [1] } } }),
  ];
  expect(withDefaults(definitions, {}, 1)).toEqual({ limit: 'old' });
  expect(withDefaults(definitions, {}, 2)).toEqual({ limit: 'new' });
});

test('definitions that depend on each other come to an end', () => {
  const definitions = [
    text('a', { displayOptions: { show: { b: [''] } } }),
    text('b', { displayOptions: { show: { a: [''] } } }),
  ];
  expect(withDefaults(definitions, {}, 1)).toEqual({});
});

const options: ParameterDefinition = {
  name: 'options',
  displayName: 'Options',
  type: 'collection',
  default: {},
  options: [text('timeout', { default: '10' }), text('proxy', { displayOptions: { show: { '/mode': ['b'] } } })],
};

test('options of a collection that are not set stay so', () => {
  expect(withDefaults([options], {}, 1)).toEqual({ options: {} });
  expect(withDefaults([options], { options: { timeout: '5' } }, 1)).toEqual({ options: { timeout: '5' } });
});

const rules: ParameterDefinition = {
  name: 'rules',
  displayName: 'Rules',
  type: 'fixedCollection',
  default: {},
  typeOptions: { multipleValues: true },
  options: [
    {
      name: 'values',
      displayName: 'Rule',
      values: [
        text('kind', { default: 'text' }),
        text('value', { default: 'v', displayOptions: { show: { kind: ['text'] } } }),
        text('prefix', { default: 'p', displayOptions: { show: { '/mode': ['b'] } } }),
        options,
      ],
    },
  ],
};

test('entries of a fixed collection are filled, each by its own values and those of the root', () => {
  const definitions = [text('mode', { default: 'b' }), rules];
  const values = { rules: { values: [{}, { kind: 'none', value: 'gone' }] } };
  expect(withDefaults(definitions, values, 1)).toEqual({
    mode: 'b',
    rules: {
      values: [
        { kind: 'text', value: 'v', prefix: 'p', options: {} },
        { kind: 'none', prefix: 'p', options: {} },
      ],
    },
  });
  expect(withDefaults([text('mode'), rules], { rules: { values: [{}] } }, 1).rules).toEqual({
    values: [{ kind: 'text', value: 'v', options: {} }],
  });
});

test('a fixed collection with a single entry, one from an expression, and unknown groups', () => {
  expect(withDefaults([rules], { rules: { values: { kind: 'none' } } }, 1)).toEqual({
    rules: { values: { kind: 'none', options: {} } },
  });
  expect(withDefaults([rules], { rules: '={{ $json }}' }, 1)).toEqual({ rules: '={{ $json }}' });
  expect(withDefaults([rules], { rules: { other: [1] } }, 1)).toEqual({ rules: { other: [1] } });
});

test('names of members of Object are ordinary names', () => {
  expect(withDefaults([text('constructor', { default: 'c' }), text('toString')], {}, 1)).toEqual({
    constructor: 'c',
    toString: '',
  });
  const hostile = JSON.parse('{"__proto__": {"polluted": true}}');
  expect(Reflect.get(withDefaults([], hostile, 1), 'polluted')).toBeUndefined();
});

test('a default that is itself a collection gets the defaults of its fields', () => {
  const preset = { ...rules, default: { values: [{ kind: 'text' }] } } as ParameterDefinition;
  expect(withDefaults([preset], {}, 1)).toEqual(withDefaults([preset], { rules: { values: [{ kind: 'text' }] } }, 1));
  expect(withDefaults([preset], { rules: null }, 1)).toEqual({ rules: null });
});
