import type { ParameterDefinition } from '@millrace/contract/data';
import { expect, test } from 'vitest';
import { blockingIssues, issueLines, nodeIssues, parameterIssues } from './issues.ts';

const define = (definition: Partial<ParameterDefinition> & { type: string }): ParameterDefinition =>
  ({ name: 'p', displayName: 'Pay', default: '', ...definition }) as ParameterDefinition;
const messages = (definition: ParameterDefinition, value: unknown) =>
  parameterIssues([definition], value === undefined ? {} : { p: value }, 1).map((issue) => issue.message);

const choice = define({
  type: 'options',
  default: 'a',
  options: [
    { name: 'A', value: 'a' },
    { name: 'B', value: 'b' },
  ],
} as never);
const unsupported = (value: string) => [`The value "${value}" is not supported!`];
const required = ['This field is required'];
const entries = (typeOptions: object) =>
  define({
    type: 'fixedCollection',
    default: {},
    options: [{ name: 'e', displayName: 'E', values: [] }],
    typeOptions,
  } as never);
const mapper = (more: object = {}) => define({ type: 'resourceMapper', default: {}, ...more } as never);
const columns = (value: object | null, more: object = {}) => ({
  mappingMode: 'defineBelow',
  value,
  schema: [
    { id: 'id', displayName: 'Key', required: true, type: 'number' },
    { id: 'old', displayName: 'Old', required: true, removed: true },
  ],
  ...more,
});
const locator = define({
  type: 'resourceLocator',
  required: true,
  modes: [
    {
      name: 'id',
      displayName: 'Id',
      type: 'string',
      validation: [{ type: 'regex', properties: { regex: '[0-9]+', errorMessage: 'Digits only' } }],
    },
  ],
} as never);

test.each<[string, ParameterDefinition, unknown, string[]]>([
  ['an empty text that is required', define({ type: 'string', required: true }), undefined, required],
  ['an empty text', define({ type: 'string' }), '', []],
  ['a text', define({ type: 'string', required: true }), 'x', []],
  ['an expression', define({ type: 'number', required: true, default: 0 }), '={{ $json.n }}', []],
  ['an object as text', define({ type: 'string' }), { a: 1 }, ['This must be text']],
  [
    'no number that is required',
    define({ type: 'number', required: true, default: null } as never),
    undefined,
    required,
  ],
  [
    'text as a required number',
    define({ type: 'number', required: true, default: 0 }),
    'x',
    [...required, 'This must be a number'],
  ],
  ['0 as a required number', define({ type: 'number', required: true, default: 0 }), 0, []],
  ['blanks as a required number', define({ type: 'number', required: true, default: 0 }), ' ', required],
  ['blanks as number', define({ type: 'number', default: 0, typeOptions: { minValue: 1 } }), ' ', []],
  ['text as number', define({ type: 'number', default: 0 }), 'x', ['This must be a number']],
  ['too small', define({ type: 'number', default: 0, typeOptions: { minValue: 1 } }), 0, ['This must be at least 1']],
  ['too large', define({ type: 'number', default: 0, typeOptions: { maxValue: 5 } }), 6, ['This must be at most 5']],
  [
    'no whole number',
    define({ type: 'number', default: 0, typeOptions: { numberPrecision: 0 } }),
    1.5,
    ['This must be a whole number'],
  ],
  [
    'too precise',
    define({ type: 'number', default: 0, typeOptions: { numberPrecision: 2 } }),
    0.125,
    ['This can have at most 2 decimal places'],
  ],
  ['precise enough', define({ type: 'number', default: 0, typeOptions: { numberPrecision: 2 } }), 1e-2, []],
  ['text as boolean', define({ type: 'boolean', default: false }), 'x', ['This must be true or false']],
  ['no date', define({ type: 'dateTime' }), 'soon', ['This must be a date']],
  ['a date', define({ type: 'dateTime' }), '2026-01-02T03:04:05Z', []],
  ['bad JSON', define({ type: 'json' }), '{a', ['This is not valid JSON']],
  ['an option', choice, 'b', []],
  ['no option', choice, 'c', unsupported('c')],
  ['options that are loaded', { ...choice, typeOptions: { loadOptionsMethod: 'get' } }, 'c', []],
  ['several options', define({ ...choice, type: 'multiOptions', default: [] } as never), ['a', 'c'], unsupported('c')],
  [
    'no list of options',
    define({ ...choice, type: 'multiOptions', default: [] } as never),
    'a',
    ['This must be a list'],
  ],
  [
    'an empty required list',
    define({ ...choice, type: 'multiOptions', default: [], required: true } as never),
    [],
    required,
  ],
  ['a locator without value', locator, { __rl: true, mode: 'id', value: '' }, required],
  ['a locator with a bad value', locator, { __rl: true, mode: 'id', value: 'x1' }, ['Digits only']],
  ['a locator of an unknown mode', locator, { __rl: true, mode: 'magic', value: '1' }, unsupported('magic')],
  ['a locator', locator, { __rl: true, mode: 'id', value: '12' }, []],
  [
    'too many conditions',
    define({ type: 'filter', default: {}, typeOptions: { filter: { maxConditions: 1 } } }),
    { conditions: [{}, {}] },
    ['This can have at most 1 conditions'],
  ],
  [
    'assignments that are none',
    define({ type: 'assignmentCollection', default: {} }),
    5,
    ['This must be a list of assignments'],
  ],
  [
    'a collection that is none',
    define({ type: 'collection', default: {}, options: [] } as never),
    5,
    ['This must be an object'],
  ],
  [
    'several numbers',
    define({ type: 'number', typeOptions: { multipleValues: true } }),
    [1, 'x', '={{ 1 }}'],
    ['This must be a number'],
  ],
  ['any value, where others are allowed', { ...choice, allowArbitraryValues: true } as never, 'c', []],
  ['too few entries', entries({ minRequiredFields: 2 }), { e: [{}] }, ['This must have at least 2 entries']],
  ['too many entries', entries({ maxAllowedFields: 1 }), { e: [{}, {}] }, ['This can have at most 1 entry']],
  [
    'a mapping without values that is required',
    mapper({ required: true }),
    { mappingMode: 'defineBelow', value: null },
    required,
  ],
  ['a mapping that is automatic', mapper({ required: true }), { mappingMode: 'autoMapInputData', value: null }, []],
  ['a column that is required', mapper(), columns({}), ['Column "Key" is required']],
  [
    'a column that may be empty',
    mapper({ typeOptions: { resourceMapper: { mode: 'add', allowEmptyValues: true } } }),
    columns({}),
    [],
  ],
  ['a column of another type', mapper(), columns({ id: 'x' }), ['Column "Key": Expected a number but got "x"']],
  ['columns', mapper(), columns({ id: '={{ $json.id }}' }), []],
  ['no mapping', mapper(), 5, ['This must be a mapping of columns']],
  [
    'a type that the value has not',
    define({ type: 'string', validateType: 'url' }),
    'a b',
    ['Expected a URL but got "a b"'],
  ],
  ['a type that an expression may give', define({ type: 'string', validateType: 'url' }), '={{ $json.url }}', []],
  [
    'no workflow that is required',
    define({ type: 'workflowSelector', required: true }),
    { __rl: true, mode: 'list', value: '' },
    required,
  ],
  ['an icon', define({ type: 'icon' }), { type: 'emoji', value: 'x' }, []],
  ['no icon', define({ type: 'icon' }), 5, ['This must be an icon']],
])('%s', (_, definition, value, expected) => {
  expect(messages(definition, value)).toEqual(expected);
});

test('hidden parameters have no issues, nor do options that are not set', () => {
  const hidden = define({ type: 'string', required: true, displayOptions: { show: { mode: ['b'] } } });
  const options = define({
    name: 'o',
    type: 'collection',
    default: {},
    options: [define({ type: 'string', required: true })],
  } as never);
  expect(parameterIssues([hidden, options], {}, 1)).toEqual([]);
  expect(parameterIssues([hidden, options], { o: { p: '' } }, 1)).toEqual([
    { path: ['o', 'p'], displayName: 'Pay', message: 'This field is required' },
  ]);
});

test('an option that is not offered for this resource is not supported', () => {
  const definition = define({
    type: 'options',
    default: 'a',
    options: [
      { name: 'A', value: 'a' },
      { name: 'B', value: 'b', displayOptions: { show: { '/mode': ['x'] } } },
    ],
  } as never);
  const mode = define({ name: 'mode', type: 'string', default: 'y' });
  expect(parameterIssues([mode, definition], { p: 'b' }, 1).length).toBe(1);
  expect(parameterIssues([mode, definition], { p: 'b', mode: 'x' }, 1)).toEqual([]);
});

test('issues inside entries say where', () => {
  const rules = define({
    name: 'rules',
    type: 'fixedCollection',
    default: {},
    options: [{ name: 'values', displayName: 'Values', values: [define({ type: 'string', required: true })] }],
  } as never);
  expect(parameterIssues([rules], { rules: { values: [{ p: 'x' }, {}] } }, 1)).toEqual([
    { path: ['rules', 'values', 1, 'p'], displayName: 'Pay', message: 'This field is required' },
  ]);
});

test('nodes: unknown types, disabled nodes, parameters', () => {
  const type = { versions: [1], parameters: [define({ type: 'string', required: true })] };
  expect(nodeIssues({}, undefined)).toEqual({ typeUnknown: true });
  expect(nodeIssues({ disabled: true }, undefined)).toBeUndefined();
  expect(nodeIssues({ parameters: { p: 'x' } }, type)).toBeUndefined();
  const issues = nodeIssues({ parameters: {} }, type);
  expect(issues && issueLines(issues)).toEqual(['Pay: This field is required']);
  expect(issueLines({ typeUnknown: true })).toEqual(['This node type is not known']);
});

test('JSON that is none is shown, and keeps no run from being started: its node fails with it', () => {
  const json = define({ type: 'json', required: true });
  const type = { version: 1, properties: [json] };
  const of = (value: string) => [nodeIssues, blockingIssues].map((find) => find({ parameters: { p: value } }, type));
  const [shown, blocking] = of('{ a: }');
  expect(issueLines(shown!)).toEqual(['Pay: This is not valid JSON']);
  expect(blocking).toBeUndefined();
  expect(of('').map((issues) => issueLines(issues!))).toEqual([
    ['Pay: This field is required'],
    ['Pay: This field is required'],
  ]);
  expect(blockingIssues({}, undefined)).toEqual({ typeUnknown: true });
});

test('what a node validates itself is shown, and keeps no run from being started', () => {
  const type = {
    version: 1,
    properties: [define({ type: 'string', validateType: 'number', ignoreValidationDuringExecution: true })],
  };
  expect(issueLines(nodeIssues({ parameters: { p: 'x' } }, type)!)).toEqual(['Pay: Expected a number but got "x"']);
  expect(blockingIssues({ parameters: { p: 'x' } }, type)).toBeUndefined();
});
