import { runNode } from '@millrace/engine/testing';
import { describe, expect, test } from 'vitest';
import { ifNode } from './if.node.ts';
import { ifNodeV1 } from './if-v1.node.ts';

const greaterThanOne = {
  conditions: {
    options: { caseSensitive: true, leftValue: '', typeValidation: 'strict' },
    conditions: [{ leftValue: '={{ $json.n }}', rightValue: 1, operator: { type: 'number', operation: 'gt' } }],
    combinator: 'and',
  },
};

test.each([2, 2.1, 2.2, 2.3])('version %d sends each item one way and links it', async (typeVersion) => {
  const { outputs } = await runNode(ifNode, {
    typeVersion,
    parameters: greaterThanOne,
    items: [{ n: 1 }, { n: 2 }, { n: 3 }],
  });
  expect(outputs).toEqual([
    [
      { json: { n: 2 }, pairedItem: expect.anything() },
      { json: { n: 3 }, pairedItem: expect.anything() },
    ],
    [{ json: { n: 1 }, pairedItem: expect.anything() }],
  ]);
});

describe('types', () => {
  test('strict: a text is no number, and the error says so', async () => {
    const { error } = await runNode(ifNode, { parameters: greaterThanOne, items: [{ n: '5' }] });
    expect(error?.message).toBe('Condition 1: the left value "5" is not a number');
    expect(error?.itemIndex).toBe(0);
  });

  test.each([
    [2, { options: { looseTypeValidation: true } }],
    [2.2, { looseTypeValidation: true }],
  ])('loose in version %d: it is converted', async (typeVersion, loose) => {
    const { outputs } = await runNode(ifNode, {
      typeVersion,
      parameters: { ...greaterThanOne, ...loose },
      items: [{ n: '5' }],
    });
    expect(outputs[0]).toHaveLength(1);
  });
});

test('case can be ignored', async () => {
  const conditions = {
    conditions: [{ leftValue: '={{ $json.a }}', rightValue: 'ADA', operator: { type: 'string', operation: 'equals' } }],
    combinator: 'and',
  };
  const run = async (options: object) =>
    (await runNode(ifNode, { parameters: { conditions, options }, items: [{ a: 'ada' }] })).outputs;
  expect((await run({}))[0]).toEqual([]);
  expect((await run({ ignoreCase: true }))[0]).toHaveLength(1);
});

test('a failing item goes to the other output when the node continues on failure', async () => {
  const { outputs, error } = await runNode(ifNode, {
    parameters: greaterThanOne,
    onError: 'continueRegularOutput',
    items: [{ n: 'x' }, { n: 2 }],
  });
  expect(error).toBeUndefined();
  expect(outputs[0]).toHaveLength(1);
  expect(outputs[1]?.[0]?.json).toMatchObject({ n: 'x', error: expect.stringContaining('is not a number') });
});

describe('version 1', () => {
  const run = async (parameters: object, item: Record<string, string | number | boolean | null>) => {
    const { outputs, error } = await runNode(ifNodeV1, { typeVersion: 1, parameters, items: [item] });
    expect(error).toBeUndefined();
    return outputs[0]?.length === 1;
  };

  test('operations that equal their default are not stored', async () => {
    expect(await run({ conditions: { string: [{ value1: '={{ $json.a }}', value2: 'x' }] } }, { a: 'x' })).toBe(true);
    expect(await run({ conditions: { number: [{ value1: '={{ $json.a }}', value2: 5 }] } }, { a: 4 })).toBe(true);
    expect(await run({ conditions: { boolean: [{ value1: '={{ $json.a }}', value2: true }] } }, { a: false })).toBe(
      false,
    );
    expect(
      await run(
        { conditions: { dateTime: [{ value1: '={{ $json.a }}', value2: '2026-01-01' }] } },
        { a: '2026-01-02' },
      ),
    ).toBe(true);
  });

  test.each([
    ['number', { operation: 'larger', value2: 1 }, undefined, false],
    ['number', { operation: 'smaller', value2: 1 }, undefined, true],
    ['number', { operation: 'equal', value2: 0 }, undefined, false],
    ['number', { operation: 'equal', value2: 0 }, null, false],
    ['number', { operation: 'equal', value2: 0 }, '', false],
    ['number', { operation: 'equal', value2: 5 }, '5', true],
    ['number', { operation: 'larger', value2: 1 }, 'abc', false],
    ['number', { operation: 'isEmpty' }, undefined, true],
    ['string', { operation: 'isEmpty' }, {}, true],
    ['string', { operation: 'isNotEmpty' }, { a: 1 }, true],
    ['string', { operation: 'equal', value2: '' }, undefined, false],
    ['string', { operation: 'notEqual', value2: '' }, null, true],
    ['string', { operation: 'equal', value2: '5' }, 5, true],
    ['boolean', { value2: false }, undefined, false],
    ['boolean', { value2: false }, 'false', true],
    ['boolean', { operation: 'notEqual', value2: true }, 'yes', true],
    ['dateTime', { operation: 'after', value2: '2026-01-01' }, undefined, false],
  ])('a %s %j of %j is %j', async (type, condition, value, expected) => {
    const conditions = { [type]: [{ value1: '={{ $json.a }}', ...condition }] };
    expect(await run({ conditions }, { a: value as never })).toBe(expected);
  });

  test('all, or any', async () => {
    const conditions = {
      string: [
        { value1: '={{ $json.a }}', operation: 'contains', value2: 'x' },
        { value1: '={{ $json.a }}', operation: 'isEmpty' },
      ],
    };
    expect(await run({ conditions }, { a: 'xy' })).toBe(false);
    expect(await run({ conditions, combineOperation: 'any' }, { a: 'xy' })).toBe(true);
  });
});
