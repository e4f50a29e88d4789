import { runNode } from '@millrace/engine/testing';
import { expect, test } from 'vitest';
import { filterNode } from './filter.node.ts';
import { filterNodeV1 } from './filter-v1.node.ts';

const items = [{ n: 1 }, { n: 2 }, { n: 3 }];

test.each([2, 2.1, 2.2, 2.3])('version %d passes on what meets the conditions', async (typeVersion) => {
  const { outputs } = await runNode(filterNode, {
    typeVersion,
    parameters: {
      conditions: {
        conditions: [
          { leftValue: '={{ $json.n }}', rightValue: 1, operator: { type: 'number', operation: 'equals' } },
          { leftValue: '={{ $json.n }}', rightValue: 3, operator: { type: 'number', operation: 'equals' } },
        ],
        combinator: 'or',
      },
    },
    items,
  });
  expect(outputs.map((list) => list?.map(({ json, pairedItem }) => [json.n, pairedItem]))).toEqual([
    [
      [1, 0],
      [3, 2],
    ],
  ]);
});

test('version 1 has an output for the rest', async () => {
  const parameters = {
    conditions: {
      number: [
        { value1: '={{ $json.n }}', operation: 'larger', value2: 1 },
        { value1: '={{ $json.n }}', operation: 'smaller', value2: 3 },
      ],
    },
  };
  const counts = async (more: object) =>
    (await runNode(filterNodeV1, { typeVersion: 1, parameters: { ...parameters, ...more }, items })).outputs.map(
      (list) => list?.length ?? 0,
    );
  expect(await counts({})).toEqual([1, 2]);
  expect(await counts({ combineConditions: 'OR' })).toEqual([3, 0]);
});
