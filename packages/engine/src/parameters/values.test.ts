import type { Json, ParameterDefinition } from '@millrace/contract/data';
import { expect, test } from 'vitest';
import { runNode, testNode } from '../testing/index.ts';

/** What nodes get of parameters whose values are more than a text or a number, and of those that say what the value must be. */

const read = async (definition: Partial<ParameterDefinition> & { type: string }, value: unknown) => {
  const found: { value?: unknown; extracted?: string } = {};
  const parameter = { name: 'p', displayName: 'Pay', default: '', ...definition } as ParameterDefinition;
  const node = testNode(
    (context) => {
      found.value = context.parameter('p' as never);
      found.extracted = context.extractedValue('p' as never);
      return [];
    },
    { parameters: [parameter] as never },
  );
  const { error } = await runNode(node, {
    parameters: { p: value as Json },
    items: [{ n: 7, url: 'https://s.example/d/ab12' }],
  });
  return { ...found, error: error?.message };
};

const sheet = {
  type: 'resourceLocator',
  modes: [
    {
      name: 'url',
      displayName: 'By URL',
      type: 'string',
      extractValue: { type: 'regex', regex: 'https://s\\.example/d/([a-z0-9]+)' },
      validation: [{ type: 'regex', properties: { regex: 'https://.*', errorMessage: 'Not the address of a sheet' } }],
    },
    { name: 'id', displayName: 'By ID', type: 'string' },
  ],
} as never;

test('a locator keeps what a service has called it, which is never evaluated', async () => {
  const value = { __rl: true, mode: 'id', value: '={{ $json.n }}', cachedResultName: '={{ $json.n }}' };
  expect(await read(sheet, value)).toMatchObject({
    value: { __rl: true, mode: 'id', value: 7, cachedResultName: '={{ $json.n }}' },
    extracted: '7',
  });
});

test('the id is taken out of an address', async () => {
  const value = { __rl: true, mode: 'url', value: '={{ $json.url }}' };
  expect(await read(sheet, value)).toMatchObject({ extracted: 'ab12', value: { value: 'https://s.example/d/ab12' } });
  expect((await read(sheet, { ...value, value: 'https://other.example' })).error).toBe(
    'Not the address of a sheet: "https://other.example" (parameter "Pay", item 0)',
  );
});

test('a parameter of another type can say what is taken out of it', async () => {
  const extractValue = { type: 'regex', regex: '#(\\d+)' } as const;
  expect(await read({ type: 'string', extractValue }, 'issue #12')).toMatchObject({
    extracted: '12',
    value: 'issue #12',
  });
});

test('a workflow that older nodes name by its id alone', async () => {
  expect(await read({ type: 'workflowSelector' }, '12')).toMatchObject({
    value: { __rl: true, mode: 'id', value: '12' },
    extracted: '12',
  });
});

const schema = [
  { id: 'age', displayName: 'Age', type: 'number', required: true },
  { id: 'title', displayName: '={{ $json.n }}', type: 'string' },
];
const mapping = (value: object, more: object = {}) => ({ mappingMode: 'defineBelow', value, schema, ...more });
const mapper = { type: 'resourceMapper', default: { mappingMode: 'defineBelow', value: null } } as never;

test('columns get what their expressions give, and names of columns are never evaluated', async () => {
  expect((await read(mapper, mapping({ age: '={{ $json.n }}', title: 'n is {{ 1 }}' }))).value).toEqual({
    mappingMode: 'defineBelow',
    value: { age: 7, title: 'n is {{ 1 }}' },
    schema,
    matchingColumns: [],
    attemptToConvertTypes: false,
    convertFieldsToString: false,
  });
});

test('columns are converted where that is switched on, and refused where it is not', async () => {
  const converted = await read(mapper, mapping({ age: '12' }, { attemptToConvertTypes: true }));
  expect(converted.value).toMatchObject({ value: { age: 12 } });
  expect((await read(mapper, mapping({ age: '12' }))).error).toBe(
    'Column "Age": Expected number but got string; converting types is switched off (parameter "Pay", item 0)',
  );
  expect((await read(mapper, mapping({ age: 'old' }, { attemptToConvertTypes: true }))).error).toBe(
    'Column "Age": Expected a number but got "old" (parameter "Pay", item 0)',
  );
  const asText = await read(mapper, mapping({ title: '={{ $json.n }}' }, { convertFieldsToString: true }));
  expect(asText.value).toMatchObject({ value: { title: '7' } });
});

test('a value is what validateType says, unless the node sees to that itself', async () => {
  const list = { type: 'json', validateType: 'array' } as const;
  expect((await read(list, '[1]')).value).toEqual([1]);
  expect((await read(list, '={{ $json.n }}')).error).toBe('Expected a list but got 7 (parameter "Pay", item 0)');
  expect((await read({ ...list, ignoreValidationDuringExecution: true }, '[1]')).value).toBe('[1]');
});

test('a type that is newer than this gives its value as it is', async () => {
  expect((await read({ type: 'agentSelector' as 'hidden' }, { a: '={{ $json.n }}' })).value).toEqual({ a: 7 });
});
