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
