import { runNode } from '@millrace/engine/testing';
import { describe, expect, test } from 'vitest';
import { switchNode } from './switch.node.ts';
import { switchNodeV1 } from './switch-v1.node.ts';

const rule = (rightValue: string, more: object = {}) => ({
  conditions: {
    options: { caseSensitive: true, leftValue: '', typeValidation: 'strict' },
    conditions: [{ leftValue: '={{ $json.a }}', rightValue, operator: { type: 'string', operation: 'startsWith' } }],
    combinator: 'and',
  },
  ...more,
});
const rules = { values: [rule('x', { renameOutput: true, outputKey: 'ex' }), rule('xy'), rule('z')] };
const items = [{ a: 'xyz' }, { a: 'z' }, { a: 'other' }];

const routed = async (parameters: object, typeVersion = 3.4) => {
  const { outputs, error } = await runNode(switchNode, { typeVersion, parameters, items });
  expect(error).toBeUndefined();
  return outputs.map((list) => (list ?? []).map(({ json }) => json.a));
};

describe('rules', () => {
  test.each([3, 3.1, 3.2, 3.3, 3.4])('version %d: the first rule that holds', async (typeVersion) => {
    expect(await routed({ rules }, typeVersion)).toEqual([['xyz'], [], ['z']]);
  });
  test('all that hold', async () => {
    expect(await routed({ rules, options: { allMatchingOutputs: true } })).toEqual([['xyz'], ['xyz'], ['z']]);
  });
  test('the rest has an output of its own, or one of the others', async () => {
    expect(await routed({ rules, options: { fallbackOutput: 'extra' } })).toEqual([['xyz'], [], ['z'], ['other']]);
    expect(await routed({ rules, options: { fallbackOutput: 1 } })).toEqual([['xyz'], ['other'], ['z']]);
  });
  test('no rules is an error', async () => {
    const { error } = await runNode(switchNode, { parameters: { rules: { values: [] } }, items });
    expect(error?.message).toBe('There are no rules');
  });
});

describe('expression', () => {
  test('gives the number of the output', async () => {
    expect(await routed({ mode: 'expression', numberOutputs: 2, output: '={{ $json.a === "z" ? 1 : 0 }}' })).toEqual([
      ['xyz', 'other'],
      ['z'],
    ]);
  });
  test('a number that is no output is an error', async () => {
    const { error } = await runNode(switchNode, {
      parameters: { mode: 'expression', numberOutputs: 2, output: 5 },
      items,
    });
    expect(error?.message).toBe('There is no output 5');
  });
});

describe('versions 1 and 2', () => {
  test('1: rules name one of four outputs', async () => {
    const { outputs } = await runNode(switchNodeV1, {
      typeVersion: 1,
      parameters: {
        dataType: 'string',
        value1: '={{ $json.a }}',
        rules: { rules: [{ value2: 'z', output: 2 }] },
        fallbackOutput: 3,
      },
      items,
    });
    expect(outputs.map((list) => (list ?? []).map(({ json }) => json.a))).toEqual([[], [], ['z'], ['xyz', 'other']]);
  });
  test('a number that is missing meets no rule that it does not meet', async () => {
    const run = async (value2: number, operation: string) => {
      const parameters = { dataType: 'number', value1: '={{ $json.n }}', rules: { rules: [{ value2, operation }] } };
      const { outputs, error } = await runNode(switchNodeV1, { typeVersion: 2, parameters, items: [{}, { n: 'x' }] });
      expect(error).toBeUndefined();
      return outputs[0]?.length;
    };
    expect(await run(0, 'equal')).toBe(0);
    expect(await run(1, 'smaller')).toBe(2);
  });
  test('2: an output for each rule', async () => {
    const { outputs } = await runNode(switchNodeV1, {
      typeVersion: 2,
      parameters: {
        dataType: 'string',
        value1: '={{ $json.a }}',
        rules: { rules: [{ operation: 'contains', value2: 'y', outputKey: 'why' }, { value2: 'z' }] },
        fallbackOutput: 'extra',
      },
      items,
    });
    expect(outputs.map((list) => (list ?? []).map(({ json }) => json.a))).toEqual([['xyz'], ['z'], ['other']]);
  });
});
