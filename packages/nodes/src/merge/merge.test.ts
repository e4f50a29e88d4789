import { runNode } from '@millrace/engine/testing';
import { describe, expect, test } from 'vitest';
import { mergeNode } from './merge.node.ts';
import { mergeNodeV1 } from './merge-v1.node.ts';
import { mergeNodeV2 } from './merge-v2.node.ts';

const left = [
  { id: 1, a: 'x' },
  { id: 2, a: 'y' },
];
const right = [
  { id: 2, b: 'q' },
  { id: 3, b: 'r' },
];

describe('version 3', () => {
  const run = async (parameters: object, inputs: Parameters<typeof runNode>[1] = { inputs: [left, right] }) => {
    const { json, error } = await runNode(mergeNode, { parameters, ...inputs });
    expect(error).toBeUndefined();
    return json;
  };

  test('appends any number of inputs and tells where each item is from', async () => {
    const { items } = await runNode(mergeNode, {
      parameters: { numberInputs: 3 },
      inputs: [[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]],
    });
    expect(items).toEqual([
      { json: { n: 1 }, pairedItem: { item: 0, input: 0 } },
      { json: { n: 2 }, pairedItem: { item: 0, input: 1 } },
      { json: { n: 3 }, pairedItem: { item: 0, input: 2 } },
    ]);
  });
  test('an input without items counts as empty', async () => {
    expect(await run({}, { inputs: [left, []] })).toEqual(left);
  });
  test('by fields', async () => {
    expect(await run({ mode: 'combine', fieldsToMatchString: 'id' })).toEqual([{ id: 2, a: 'y', b: 'q' }]);
  });
  test('by fields of different names', async () => {
    const parameters = { mode: 'combine', advanced: true, mergeByFields: { values: [{ field1: 'a', field2: 'b' }] } };
    expect(await run(parameters, { inputs: [[{ a: 1 }], [{ b: 1, c: 2 }]] })).toEqual([{ a: 1, b: 1, c: 2 }]);
  });
  test('without fields it says so', async () => {
    const { error } = await runNode(mergeNode, { parameters: { mode: 'combine' }, inputs: [left, right] });
    expect(error?.message).toBe('No fields to match are set');
  });
  test('by position and all combinations', async () => {
    expect(await run({ mode: 'combine', combineBy: 'combineByPosition' })).toEqual([
      { id: 2, a: 'x', b: 'q' },
      { id: 3, a: 'y', b: 'r' },
    ]);
    expect(await run({ mode: 'combine', combineBy: 'combineAll' })).toHaveLength(4);
  });
  test('by position with three inputs', async () => {
    const parameters = { mode: 'combine', combineBy: 'combineByPosition', numberInputs: 3 };
    const inputs = [
      [{ a: 1 }, { a: 2 }],
      [{ b: 1 }, { b: 2 }],
      [{ c: 1 }, { c: 2 }],
    ];
    expect(await run(parameters, { inputs })).toEqual([
      { a: 1, b: 1, c: 1 },
      { a: 2, b: 2, c: 2 },
    ]);
  });
  test('passes one branch on', async () => {
    expect(await run({ mode: 'chooseBranch', useDataOfInput: 2 })).toEqual(right);
    expect(await run({ mode: 'chooseBranch', output: 'empty' })).toEqual([{}]);
  });
});

describe('version 2', () => {
  const run = async (parameters: object) =>
    (await runNode(mergeNodeV2, { typeVersion: 2.1, parameters, inputs: [left, right] })).json;

  test('every mode', async () => {
    expect(await run({})).toEqual([...left, ...right]);
    expect(
      await run({
        mode: 'combine',
        mergeByFields: { values: [{ field1: 'id', field2: 'id' }] },
        joinMode: 'enrichInput1',
      }),
    ).toEqual([
      { id: 2, a: 'y', b: 'q' },
      { id: 1, a: 'x' },
    ]);
    expect(await run({ mode: 'combine', combinationMode: 'mergeByPosition' })).toHaveLength(2);
    expect(await run({ mode: 'combine', combinationMode: 'multiplex' })).toHaveLength(4);
    expect(await run({ mode: 'chooseBranch', output: 'input2' })).toEqual(right);
  });
});

describe('version 1', () => {
  const run = async (parameters: object, inputs: object[][] = [left, right]) =>
    (await runNode(mergeNodeV1, { typeVersion: 1, parameters, inputs: inputs as never })).json;
  const byId = { propertyName1: 'id', propertyName2: 'id' };

  test('every mode', async () => {
    expect(await run({})).toEqual([...left, ...right]);
    expect(await run({ mode: 'wait' })).toEqual([{}]);
    expect(await run({ mode: 'passThrough', output: 'input2' })).toEqual(right);
    expect(await run({ mode: 'multiplex' })).toHaveLength(4);
    expect(await run({ mode: 'mergeByIndex', join: 'inner' })).toHaveLength(2);
    expect(await run({ mode: 'keepKeyMatches', ...byId })).toEqual([left[1]]);
    expect(await run({ mode: 'removeKeyMatches', ...byId })).toEqual([left[0]]);
    const twice = [
      { id: 1, c: 'first' },
      { id: 1, c: 'last' },
    ];
    const last = await run({ mode: 'mergeByKey', ...byId }, [[{ id: 1 }], twice]);
    expect(last).toEqual([{ id: 1, c: 'last' }]);
    expect(await run({ mode: 'mergeByKey', ...byId })).toEqual([left[0], { id: 2, a: 'y', b: 'q' }]);
  });
});

describe('empty inputs and links', () => {
  const all = [0, 1].flatMap((input) => [0, 1].map((item) => ({ item, input })));

  test.each([
    [mergeNode, 3.2, { mode: 'chooseBranch', output: 'empty' }],
    [mergeNodeV2, 2.1, { mode: 'chooseBranch', output: 'empty' }],
    [mergeNodeV1, 1, { mode: 'wait' }],
  ])('an empty item of %# is linked to all items of all inputs', async (node, typeVersion, parameters) => {
    const { items } = await runNode(node, { typeVersion, parameters, inputs: [left, right] });
    expect(items).toEqual([{ json: {}, pairedItem: all }]);
  });

  test.each([2, 2.1])('version %d by position passes the other input on where one is empty', async (typeVersion) => {
    const options = { clashHandling: { values: { resolveClash: 'addSuffix' } } };
    const parameters = { mode: 'combine', combinationMode: 'mergeByPosition', options };
    const run = async (inputs: [typeof left | [], typeof right | []]) =>
      (await runNode(mergeNodeV2, { typeVersion, parameters, inputs })).items;
    expect(await run([left, []])).toEqual(left.map((json, item) => ({ json, pairedItem: { item, input: 0 } })));
    expect(await run([[], right])).toEqual(right.map((json, item) => ({ json, pairedItem: { item, input: 1 } })));
    const none = await runNode(mergeNode, {
      parameters: { mode: 'combine', combineBy: 'combineByPosition' },
      inputs: [left, []],
    });
    expect(none.json).toEqual([]);
  });

  test.each([
    ['keepEverything', ['a_1', 'a_2', 'id_1', 'id_2'], ['a_1', 'id_1'], ['a_2', 'id_2']],
    ['enrichInput1', ['a_1', 'a_2', 'id_1', 'id_2'], ['a_1', 'id_1']],
    ['enrichInput2', ['a_1', 'a_2', 'id_1', 'id_2'], ['a_2', 'id_2']],
  ])(
    'with suffixes, %s names the fields of items that match nothing like those of the others',
    async (joinMode, ...names) => {
      const options = { clashHandling: { values: { resolveClash: 'addSuffix' } } };
      const parameters = { mode: 'combine', fieldsToMatchString: 'id', joinMode, options };
      const inputs = [
        [
          { id: 1, a: 'x' },
          { id: 2, a: 'y' },
        ],
        [
          { id: 2, a: 'z' },
          { id: 3, a: 'w' },
        ],
      ] as const;
      const { json } = await runNode(mergeNode, { parameters, inputs: inputs.map((items) => [...items]) });
      expect(json.map((fields) => Object.keys(fields).sort())).toEqual(names);
    },
  );

  test('items that match nothing do not name their input where the other is empty', async () => {
    const parameters = { mode: 'combine', fieldsToMatchString: 'id', joinMode: 'keepNonMatches' };
    const run = async (inputs: [typeof left | [], typeof right | []], more: object = {}) =>
      (await runNode(mergeNode, { parameters: { ...parameters, ...more }, inputs })).json;
    expect(await run([left, []])).toEqual(left);
    expect(await run([[], right])).toEqual(right);
    expect(await run([[], right], { outputDataFrom: 'input1' })).toEqual([]);
    expect(await run([left, right])).toEqual([
      { id: 1, a: 'x', _source: 'input1' },
      { id: 3, b: 'r', _source: 'input2' },
    ]);
  });

  test.each([
    [mergeNode, 3.2, { mode: 'combine', combineBy: 'combineAll' }],
    [mergeNodeV2, 2.1, { mode: 'combine', combinationMode: 'multiplex' }],
  ])(
    'all combinations go through the input that gives way in the outer loop (%#)',
    async (node, typeVersion, parameters) => {
      const run = async (resolveClash: string) => {
        const options = { clashHandling: { values: { resolveClash } } };
        const inputs = [
          [
            { n: 1, l: 'a' },
            { n: 2, l: 'b' },
          ],
          [{ n: 3 }, { n: 4 }],
        ];
        const { json, items } = await runNode(node, { typeVersion, parameters: { ...parameters, options }, inputs });
        return [json.map(({ n, l }) => `${n}${l}`).join(), items[1]?.pairedItem];
      };
      expect(await run('preferInput1')).toEqual([
        '1a,2b,1a,2b',
        [
          { item: 1, input: 0 },
          { item: 0, input: 1 },
        ],
      ]);
      expect(await run('preferLast')).toEqual([
        '3a,4a,3b,4b',
        [
          { item: 0, input: 0 },
          { item: 1, input: 1 },
        ],
      ]);
    },
  );

  test('version 2 refuses a field that no item of an input has; later ones match nothing', async () => {
    const run = (typeVersion: number, field1: string, field2: string) => {
      const parameters = { mode: 'combine', mergeByFields: { values: [{ field1, field2 }] } };
      return runNode(mergeNodeV2, { typeVersion, parameters, inputs: [left, right] });
    };
    expect((await run(2, 'ID', 'id')).error?.message).toBe('No item of input 1 has the field "ID"');
    expect((await run(2, 'id', 'a')).error?.message).toBe('No item of input 2 has the field "a"');
    expect((await run(2.1, 'ID', 'id')).json).toEqual([]);
  });

  test('fields to match may be a list', async () => {
    const parameters = { mode: 'combine', fieldsToMatchString: ['id'] as never };
    expect((await runNode(mergeNode, { parameters, inputs: [left, right] })).json).toEqual([{ id: 2, a: 'y', b: 'q' }]);
  });
});
