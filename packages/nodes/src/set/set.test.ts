import { runNode } from '@millrace/engine/testing';
import { describe, expect, test } from 'vitest';
import { setNode } from './set.node.ts';
import { setNodeV1 } from './set-v1.node.ts';

const assign = (...assignments: { name: string; value: unknown; type?: string }[]) => ({
  assignments: { assignments },
});

describe('assignments (3.3 and later)', () => {
  test('evaluates for each item, drops other fields, keeps types and links items', async () => {
    const { items } = await runNode(setNode, {
      parameters: assign(
        { name: 'upper', value: '={{ $json.name.toUpperCase() }}', type: 'string' },
        { name: 'double', value: '={{ $json.n * 2 }}', type: 'number' },
        { name: 'fixed', value: 'x', type: 'string' },
      ),
      items: [
        { name: 'ada', n: 1 },
        { name: 'bob', n: 2 },
      ],
    });
    expect(items).toEqual([
      { json: { upper: 'ADA', double: 2, fixed: 'x' }, pairedItem: 0 },
      { json: { upper: 'BOB', double: 4, fixed: 'x' }, pairedItem: 1 },
    ]);
  });

  test('keeps other fields as asked', async () => {
    const run = async (parameters: object) =>
      (
        await runNode(setNode, {
          parameters: { ...assign({ name: 'c', value: 3, type: 'number' }), includeOtherFields: true, ...parameters },
          items: [{ a: 1, b: 2 }],
        })
      ).json;
    expect(await run({})).toEqual([{ a: 1, b: 2, c: 3 }]);
    expect(await run({ include: 'selected', includeFields: 'b' })).toEqual([{ b: 2, c: 3 }]);
    expect(await run({ include: 'except', excludeFields: 'b' })).toEqual([{ a: 1, c: 3 }]);
  });

  test('dotted names make objects unless the option says no', async () => {
    const parameters = assign({ name: 'a.b', value: 1, type: 'number' });
    expect((await runNode(setNode, { parameters })).json).toEqual([{ a: { b: 1 } }]);
    expect((await runNode(setNode, { parameters: { ...parameters, options: { dotNotation: false } } })).json).toEqual([
      { 'a.b': 1 },
    ]);
  });

  test('a value of the wrong type fails the run and names field and item', async () => {
    const parameters = assign({ name: 'age', value: '={{ $json.age }}', type: 'number' });
    const { error } = await runNode(setNode, { parameters, items: [{ age: '7' }, { age: 'old' }] });
    expect(error).toMatchObject({
      message: expect.stringContaining('"age" should be a number'),
      itemIndex: 1,
      node: 'Node',
    });
    const lenient = { ...parameters, options: { ignoreConversionErrors: true } };
    expect((await runNode(setNode, { parameters: lenient, items: [{ age: 'old' }] })).json).toEqual([{ age: 'old' }]);
  });

  test('data that looks like an expression stays data', async () => {
    const { json } = await runNode(setNode, {
      parameters: assign({ name: 'copy', value: '={{ $json.text }}', type: 'string' }),
      items: [{ text: '={{ 7 * 7 }}' }],
    });
    expect(json).toEqual([{ copy: '={{ 7 * 7 }}' }]);
  });

  test('binary data goes with the other fields, unless it is stripped', async () => {
    const binary = { file: { id: '1', mimeType: 'text/plain' } };
    const run = async (parameters: object) =>
      (await runNode(setNode, { parameters: { ...assign(), ...parameters }, items: [{ json: {}, binary }] })).items[0]
        ?.binary;
    expect(await run({})).toBeUndefined();
    expect(await run({ includeOtherFields: true })).toEqual(binary);
    expect(await run({ includeOtherFields: true, options: { stripBinary: true } })).toBeUndefined();
  });

  test('no items, no output', async () => {
    expect((await runNode(setNode, { parameters: assign(), items: [] })).items).toEqual([]);
  });
});

describe('fields (3 to 3.2)', () => {
  test('each field has its type, other fields stay', async () => {
    const { json } = await runNode(setNode, {
      typeVersion: 3.2,
      parameters: {
        fields: {
          values: [
            { name: 'text', stringValue: '={{ $json.a }}' },
            { name: 'number', type: 'numberValue', numberValue: '5' },
            { name: 'yes', type: 'booleanValue' },
            { name: 'list', type: 'arrayValue', arrayValue: '[1,2]' },
            { name: 'object', type: 'objectValue', objectValue: '{"x":1}' },
          ],
        },
      },
      items: [{ a: 'b' }],
    });
    expect(json).toEqual([{ a: 'b', text: 'b', number: 5, yes: true, list: [1, 2], object: { x: 1 } }]);
  });
});

describe('JSON mode', () => {
  test('takes text with expressions in it, or one expression that gives an object', async () => {
    const run = async (jsonOutput: string) =>
      (await runNode(setNode, { parameters: { mode: 'raw', jsonOutput }, items: [{ name: 'Ada' }] })).json;
    expect(await run('={ "hello": "{{ $json.name }}" }')).toEqual([{ hello: 'Ada' }]);
    expect(await run('={{ { hello: $json.name } }}')).toEqual([{ hello: 'Ada' }]);
  });

  test('says what is wrong with it', async () => {
    const run = async (jsonOutput: string) =>
      (await runNode(setNode, { parameters: { mode: 'raw', jsonOutput } })).error?.message;
    expect(await run('{ a: }')).toBe('The JSON of this node is not valid');
    expect(await run('[1]')).toBe('The JSON of this node must be an object');
  });
});

test.each([1, 2])(
  'version %d: lists by type, other fields stay unless only the set ones are wanted',
  async (typeVersion) => {
    const values = {
      string: [{ name: 'who', value: '={{ $json.a }}' }],
      number: [{ name: 'n.deep', value: 4 }],
      boolean: [{ name: 'yes', value: true }],
    };
    const run = async (parameters: object) =>
      (await runNode(setNodeV1, { typeVersion, parameters: { values, ...parameters }, items: [{ a: 'b' }] })).json;
    expect(await run({})).toEqual([{ a: 'b', yes: true, n: { deep: 4 }, who: 'b' }]);
    expect(await run({ keepOnlySet: true })).toEqual([{ yes: true, n: { deep: 4 }, who: 'b' }]);
  },
);

describe('values keep the type that their expression gives', () => {
  const item = { obj: { a: 1 }, five: '5', word: 'abc', yes: 'false', none: null };
  const run = async (typeVersion: number, type: string, value: unknown) => {
    const values = { [type]: [{ name: 'to.x', value }] };
    const parameters = { values, keepOnlySet: true } as never;
    const { json, error } = await runNode(setNodeV1, { typeVersion, parameters, items: [item] });
    expect(error).toBeUndefined();
    return json[0];
  };

  test.each([
    ['string', '={{ $json.obj }}', { a: 1 }, { a: 1 }],
    ['string', '={{ 7 }}', 7, 7],
    ['string', '={{ $json.none }}', null, null],
    ['string', '={{ $json.missing }}', undefined, undefined],
    ['number', '={{ $json.five }}', '5', 5],
    ['number', '={{ $json.word }}', 'abc', 'abc'],
    ['number', '={{ $json.missing }}', undefined, undefined],
    ['number', '={{ $json.none }}', null, null],
    ['number', '4', '4', 4],
    ['boolean', '={{ $json.five }}', true, true],
    ['boolean', '={{ $json.yes }}', true, true],
    ['boolean', '={{ $json.missing }}', false, false],
  ])('a %s of %s is %j in version 1 and %j in version 2', async (type, value, first, second) => {
    expect(await run(1, type, value)).toEqual(first === undefined ? {} : { to: { x: first } });
    expect(await run(2, type, value)).toEqual(second === undefined ? {} : { to: { x: second } });
  });

  test('fields without a value have that of a new field', async () => {
    const values = { string: [{ name: 's' }], number: [{ name: 'n' }], boolean: [{ name: 'b' }] };
    const { json } = await runNode(setNodeV1, { typeVersion: 2, parameters: { values, keepOnlySet: true } as never });
    expect(json).toEqual([{ s: '', n: 0, b: false }]);
  });

  test.each([3, 3.1, 3.2])(
    'null and what is missing are null in version %d, whatever the type',
    async (typeVersion) => {
      const types = ['string', 'number', 'boolean', 'array', 'object'];
      const values = types.flatMap((type) => [
        { name: `${type} null`, type: `${type}Value`, [`${type}Value`]: '={{ $json.none }}' },
        { name: `${type} missing`, type: `${type}Value`, [`${type}Value`]: '={{ $json.missing }}' },
      ]);
      const parameters = { fields: { values }, include: 'none' };
      const { json, error } = await runNode(setNode, { typeVersion, parameters, items: [item] });
      expect(error).toBeUndefined();
      expect(Object.keys(json[0]!)).toHaveLength(10);
      expect(new Set(Object.values(json[0]!))).toEqual(new Set([null]));
    },
  );

  test('numbers, objects and texts become what the field is in version 3', async () => {
    const values = [
      { name: 's', type: 'stringValue', stringValue: '={{ $json.obj }}' },
      { name: 'n', type: 'numberValue', numberValue: '={{ $json.five }}' },
      { name: 'o', type: 'objectValue', objectValue: '={{ $json.obj }}' },
    ];
    const parameters = { fields: { values }, include: 'none' };
    const { json } = await runNode(setNode, { typeVersion: 3, parameters, items: [item] });
    expect(json).toEqual([{ s: '{"a":1}', n: 5, o: { a: 1 } }]);
  });

  test.each(['null', 'json', 'binary', 'dateTime', 'any', 'constructor'])(
    'a field of type %s keeps its value',
    async (type) => {
      const parameters = assign(
        { name: 'a', value: '={{ $json.obj }}', type },
        { name: 'b', value: '2026-01-02', type },
        { name: 'c', value: null, type },
      );
      const { json } = await runNode(setNode, { parameters, items: [item] });
      expect(json).toEqual([{ a: { a: 1 }, b: '2026-01-02', c: null }]);
    },
  );
});

test.each([[['b', ' a.x ']], ['b, a.x'], ["={{ ['b', 'a.x'] }}"], ["={{ 'b,a.x' }}"]])(
  'names of fields may be %j',
  async (names) => {
    const run = async (parameters: object) => {
      const all = { ...assign(), includeOtherFields: true, ...parameters } as never;
      return (await runNode(setNode, { parameters: all, items: [{ a: { x: 1, y: 2 }, b: 3, c: 4 }] })).json;
    };
    expect(await run({ include: 'selected', includeFields: names })).toEqual([{ a: { x: 1 }, b: 3 }]);
    expect(await run({ include: 'except', excludeFields: names })).toEqual([{ a: { y: 2 }, c: 4 }]);
  },
);

test('what names no fields is refused plainly', async () => {
  const parameters = { ...assign(), includeOtherFields: true, include: 'selected', includeFields: '={{ { a: 1 } }}' };
  expect((await runNode(setNode, { parameters })).error?.message).toBe('{"a":1} names no fields');
});

test('a number at the end of a name makes no list of millions of nothing', async () => {
  const { error, json } = await runNode(setNode, {
    parameters: assign({ name: 'a.4900000', value: 1, type: 'number' }),
    items: [{}],
  });
  expect(error?.message).toContain('would leave 4900000 entries of a list empty');
  expect(json).toEqual([]);
});

test('JSON with a field called __proto__ gives that field', async () => {
  const { items } = await runNode(setNode, {
    parameters: { mode: 'raw', jsonOutput: '{"__proto__":{"a":1},"b":2}' },
    items: [{}],
  });
  expect(JSON.stringify(items?.[0]?.json)).toBe('{"__proto__":{"a":1},"b":2}');
});

test.each([
  ['manual', [0, 0, 0, 1, 1, 1]],
  ['trigger', [0, 1]],
] as const)('an item may be given several times, in executions by hand only (%s)', async (mode, links) => {
  const { items } = await runNode(setNode, {
    parameters: { ...assign({ name: 'a', value: 1, type: 'number' }), duplicateItem: true, duplicateCount: 2 },
    items: [{}, {}],
    request: { mode },
  });
  expect(items.map(({ json, pairedItem }) => [json.a, pairedItem])).toEqual(links.map((index) => [1, index]));
});
