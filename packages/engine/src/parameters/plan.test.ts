import type { ParameterDefinition } from '@millrace/contract/data';
import { expect, test } from 'vitest';
import { runNode, type TestItems, testNode } from '../testing/index.ts';

const define = (definition: Partial<ParameterDefinition> & { type: string }): ParameterDefinition =>
  ({ name: 'p', displayName: 'Pay', default: '', ...definition }) as ParameterDefinition;

/** What a node gets as parameter `p`, for each item. */
const read = async (definition: ParameterDefinition, value: unknown, items: TestItems = [{ n: 1 }]) => {
  const values: unknown[] = [];
  const node = testNode(
    (context) => {
      for (const index of context.items.keys()) values.push(context.parameter('p' as never, index));
      return [];
    },
    { parameters: [definition, define({ name: 'mode', type: 'string', default: 'a' })] as never },
  );
  const { error } = await runNode(node, { parameters: value === undefined ? {} : { p: value as never }, items });
  return error ?? values;
};

const collection = define({
  type: 'fixedCollection',
  default: {},
  options: [
    {
      name: 'values',
      displayName: 'Values',
      values: [
        define({ name: 'name', type: 'string', noDataExpression: true }),
        define({ name: 'count', type: 'number', default: 0 }),
      ],
    },
  ],
} as never);

test.each<[string, ParameterDefinition, unknown, unknown]>([
  ['a constant', define({ type: 'string' }), 'text', 'text'],
  ['a default', define({ type: 'string', default: 'd' }), undefined, 'd'],
  ['an expression', define({ type: 'string' }), '={{ $json.n }}', '1'],
  ['text with an expression in it', define({ type: 'string' }), '=n is {{ $json.n }}', 'n is 1'],
  ['text after = alone', define({ type: 'string' }), '=plain', 'plain'],
  ['nothing as text', define({ type: 'string' }), '={{ $json.missing }}', ''],
  ['an object as text', define({ type: 'string' }), '={{ $json }}', '{"n":1}'],
  ['a date as text', define({ type: 'string' }), '={{ $now.toUTC() }}', '2026-01-02T03:04:05.678Z'],
  ['a number', define({ type: 'number', default: 0 }), '={{ $json.n + 1 }}', 2],
  ['text as number', define({ type: 'number', default: 0 }), '={{ "4.5" }}', 4.5],
  ['a stored text as number', define({ type: 'number', default: 0 }), '12', 12],
  ['nothing as a number that may be none', define({ type: 'number', default: null } as never), '={{ null }}', null],
  ['text as boolean', define({ type: 'boolean', default: false }), '={{ "true" }}', true],
  ['nothing as boolean', define({ type: 'boolean', default: true }), '={{ $json.missing }}', false],
  ['a list by commas', define({ type: 'multiOptions', default: [] }), '={{ "a, b" }}', ['a', 'b']],
  ['a list', define({ type: 'multiOptions', default: [] }), '={{ ["a"] }}', ['a']],
  [
    'several texts',
    define({ type: 'string', typeOptions: { multipleValues: true } }),
    ['a', '={{ $json.n }}'],
    ['a', '1'],
  ],
  ['JSON keeps its type', define({ type: 'json' }), '={{ { a: [$json.n] } }}', { a: [1] }],
  [
    'an expression that is not to be one',
    define({ type: 'string', noDataExpression: true }),
    '={{ $json.n }}',
    '={{ $json.n }}',
  ],
  [
    'a fixed collection',
    collection,
    { values: [{ name: '=x', count: '={{ $json.n }}' }] },
    { values: [{ name: '=x', count: 1 }] },
  ],
  ['a fixed collection as an expression', collection, '={{ { values: [] } }}', { values: [] }],
  [
    'a resource locator',
    define({ type: 'resourceLocator', modes: [] } as never),
    { __rl: true, mode: 'id', value: '={{ $json.n }}' },
    { __rl: true, mode: 'id', value: 1 },
  ],
  [
    'bare text as a resource locator',
    define({ type: 'resourceLocator', modes: [{ name: 'list' }, { name: 'id' }] } as never),
    'x1',
    { __rl: true, mode: 'id', value: 'x1' },
  ],
  ['an emptied number: its default', define({ type: 'number', default: 5 }), '', 5],
  [
    'a filter',
    define({ type: 'filter', default: {} }),
    { conditions: [{ leftValue: '={{ $json.n }}', rightValue: 1 }], combinator: 'and' },
    { conditions: [{ leftValue: 1, rightValue: 1 }], combinator: 'and' },
  ],
  [
    'assignments: names and values',
    define({ type: 'assignmentCollection', default: {} }),
    { assignments: [{ name: '=f{{ $json.n }}', value: '={{ $json }}', type: 'object' }] },
    { assignments: [{ name: 'f1', value: { n: 1 }, type: 'object' }] },
  ],
  [
    'a hidden parameter: its default',
    define({ type: 'string', default: 'd', displayOptions: { show: { mode: ['b'] } } }),
    'x',
    'd',
  ],
])('%s', async (_, definition, value, expected) => {
  expect(await read(definition, value)).toEqual([expected]);
});

test('an expression is evaluated for each item, a constant is one object for all', async () => {
  expect(await read(define({ type: 'string' }), '={{ $json.n }}', [{ n: 1 }, { n: 2 }])).toEqual(['1', '2']);
  const [first, second] = (await read(define({ type: 'json' }), { a: 1 }, [{}, {}])) as unknown[];
  expect(first).toBe(second);
  const mixed = { values: [{ name: 'a', count: '={{ $itemIndex }}' }], fixed: { deep: [1] } };
  const [one, two] = (await read(define({ type: 'json' }), mixed, [{}, {}])) as { fixed: object; values: unknown }[];
  expect(one?.fixed).toBe(two?.fixed);
  expect(two?.values).toEqual([{ name: 'a', count: 1 }]);
});

test('data that looks like an expression is not evaluated', async () => {
  expect(await read(define({ type: 'string' }), '={{ $json.text }}', [{ text: '={{ 1 + 1 }}' }])).toEqual([
    '={{ 1 + 1 }}',
  ]);
});

test('a failure names the parameter and the item', async () => {
  expect(await read(define({ type: 'string' }), "={{ $('Gone').first() }}")).toMatchObject({
    name: 'ExpressionError',
    message: expect.stringMatching(/\(parameter "Pay", item 0\)$/),
    node: 'Node',
    itemIndex: 0,
    context: { parameter: 'p' },
  });
});

test.each([
  [define({ type: 'number', default: 0 }), '={{ "many" }}', 'Expected a number but got "many"'],
  [define({ type: 'number', default: 0 }), '={{ null }}', 'Expected a number but got nothing'],
  [define({ type: 'boolean', default: false }), '={{ "maybe" }}', 'Expected true or false but got "maybe"'],
  [define({ type: 'number', default: 0 }), 'many', 'Expected a number but got "many"'],
])('a value that does not fit is said so', async (definition, value, message) => {
  expect(await read(definition, value)).toMatchObject({
    name: 'NodeError',
    message: `${message} (parameter "Pay", item 0)`,
  });
});

test('context.evaluate takes further variables, for one evaluation', async () => {
  const results: unknown[] = [];
  const node = testNode((context) => {
    results.push(context.evaluate('={{ $response.status + $json.n }}', 0, { $response: { status: 200 } }));
    results.push(context.evaluate('no expression', 0));
    return [];
  });
  await runNode(node, { items: [{ n: 1 }] });
  expect(results).toEqual([201, 'no expression']);
});

test('$parameter gives the values of the same item, and the text of a parameter that refers to itself', async () => {
  const results: unknown[] = [];
  const text = (name: string) => define({ name, type: 'string' });
  const node = testNode(
    (context) => {
      for (const index of context.items.keys()) results.push(context.parameter('b' as never, index));
      results.push(context.parameter('self' as never, 0));
      return [];
    },
    { parameters: [text('a'), text('b'), text('self')] as never },
  );
  const parameters = {
    a: '={{ $json.n }}!',
    b: '={{ $parameter.a + $parameter["a"] }}',
    self: '={{ $parameter.self.length }}',
  };
  await runNode(node, { parameters, items: [{ n: 1 }, { n: 2 }] });
  expect(results).toEqual(['1!1!', '2!2!', '2']);
});

test('what all runs share of a value cannot be changed, and the workflow stays as it is', async () => {
  const stored = { fixed: { list: [1] }, computed: '={{ $json.n }}' };
  const change = testNode(
    (context) => {
      const value = context.parameter('p' as never) as unknown as { fixed: { list: number[] } };
      value.fixed.list.push(2);
      return [];
    },
    { parameters: [define({ type: 'json' })] as never },
  );
  const { error } = await runNode(change, { parameters: { p: stored } });
  expect(error?.message).toMatch(/not extensible/);
  expect(stored.fixed.list).toEqual([1]);
  expect(Object.isFrozen(stored)).toBe(false);
});

test('a mapping that cannot be an expression holds values that can', async () => {
  const mapping = define({ type: 'resourceMapper', noDataExpression: true });
  const [value] = (await read(mapping, { value: { a: '={{ $json.n }}' } })) as { value: unknown }[];
  expect(value?.value).toEqual({ a: 1 });
});

test.each(['', ' ', '\t\n', "={{ '' }}", "={{ ' ' }}", '={{ null }}', '={{ undefined }}'])(
  'blank %j is no number',
  async (text) => {
    const read = (standard: number | null) =>
      runNode(
        testNode((context) => [[{ json: { n: context.parameter('n') } }]], {
          parameters: [{ name: 'n', displayName: 'N', type: 'number', default: standard as number }],
        }),
        { parameters: { n: text } },
      );
    expect((await read(null)).json).toEqual([{ n: null }]);
    const { json, error } = await read(7);
    if (text.startsWith('=')) expect(error?.message).toMatch(/^Expected a number but got /);
    else expect(json).toEqual([{ n: 7 }]);
  },
);

test.each<[string, Partial<ParameterDefinition>, unknown, unknown]>([
  ['collection', {}, null, {}],
  ['collection', {}, [], {}],
  ['collection', {}, '={{ undefined }}', {}],
  ['collection', {}, 'text', 'Expected an object but got "text"'],
  ['collection', { typeOptions: { multipleValues: true } }, [{ a: 1 }, { a: 2 }], [{ a: 1 }, { a: 2 }]],
  ['collection', { typeOptions: { multipleValues: true } }, { a: 1 }, { a: 1 }],
  ['fixedCollection', {}, null, {}],
  ['fixedCollection', {}, { group: null }, { group: {} }],
  ['fixedCollection', {}, { group: [{ a: 1 }] }, { group: [{ a: 1 }] }],
  ['fixedCollection', { typeOptions: { multipleValues: true } }, { group: '={{ null }}' }, { group: [] }],
  ['fixedCollection', { typeOptions: { multipleValues: true } }, { group: { a: 1 } }, { group: [{ a: 1 }] }],
  ['fixedCollection', { typeOptions: { multipleValues: true } }, { group: [null, { a: 1 }] }, { group: [{ a: 1 }] }],
  ['fixedCollection', { typeOptions: { multipleValues: true } }, { group: 7 }, 'Expected a list but got 7'],
  ['assignmentCollection', {}, {}, { assignments: [] }],
  ['assignmentCollection', {}, { assignments: { name: 'a' } }, { assignments: [{ name: 'a' }] }],
  ['filter', {}, null, { conditions: [] }],
  ['filter', {}, { conditions: ['a'] }, 'Expected an object but got "a"'],
  ['options', { default: 'first' }, null, 'first'],
  ['options', { default: 'first' }, '={{ undefined }}', 'first'],
  ['options', {}, { a: 1 }, 'Expected one of the options but got {"a":1}'],
  ['string', {}, { a: 1 }, '{"a":1}'],
  ['number', {}, [], 'Expected a number but got []'],
])('a %s (%j) of %j is %j', async (type, details, value, expected) => {
  const group = { name: 'group', displayName: 'Group', values: [] };
  const options = type === 'fixedCollection' ? [group] : [];
  const definition = { name: 'p', displayName: 'P', type, default: {}, options, ...details } as never;
  const read = testNode((context) => [[{ json: { p: context.parameter('p' as never) } }]], {
    parameters: [definition],
  });
  const { json, error } = await runNode(read, { parameters: { p: value } as never });
  if (error) expect(error.message).toContain(expected);
  else expect(json[0]?.p).toEqual(expected);
});
