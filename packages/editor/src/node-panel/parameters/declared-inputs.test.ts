import { expect, test } from 'vitest';
import { declaredInputs } from './declared-inputs.ts';

const called = (parameters: Record<string, unknown>, more = {}) =>
  declaredInputs({
    nodes: [
      { name: 'S', type: 'core.set', position: [0, 0] },
      {
        name: 'T',
        type: 'core.executeWorkflowTrigger',
        typeVersion: 1.1,
        position: [0, 0],
        parameters: parameters as never,
        ...more,
      },
    ],
  });

test('fields with their types', () => {
  const values = [
    { name: ' name ' },
    { name: 'age', type: 'number' },
    { name: 'extra', type: 'any' },
    { name: '' },
    {},
  ];
  expect(called({ workflowInputs: { values } })).toEqual([
    { name: 'name', type: 'string' },
    { name: 'age', type: 'number' },
    { name: 'extra' },
  ]);
});

test('the fields of an example', () => {
  const jsonExample = '{"name": "Ada", "tags": ["a"], "more": {}, "none": null}';
  expect(called({ inputSource: 'jsonExample', jsonExample })).toEqual([
    { name: 'name', type: 'string' },
    { name: 'tags', type: 'array' },
    { name: 'more', type: 'object' },
    { name: 'none' },
  ]);
});

test.each([
  ['everything is taken', { inputSource: 'passthrough' }, {}],
  ['no field is named', {}, {}],
  ['the example is none', { inputSource: 'jsonExample', jsonExample: '{' }, {}],
  ['the trigger is of an older version', { workflowInputs: { values: [{ name: 'a' }] } }, { typeVersion: 1 }],
  ['the trigger is disabled', { workflowInputs: { values: [{ name: 'a' }] } }, { disabled: true }],
])('nothing where %s', (_, parameters, more) => {
  expect(called(parameters, more)).toBeUndefined();
});
