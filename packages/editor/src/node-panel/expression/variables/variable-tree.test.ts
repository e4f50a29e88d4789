import { expect, test } from 'vitest';
import {
  filterVariables,
  largestData,
  type VariableEntry,
  type VariableSources,
  variableTree,
} from './variable-tree.ts';

const sources: VariableSources = {
  item: { json: { name: 'Ada', address: { 'post code': 3000 }, tags: ['a', 'b'] } },
  itemIndex: 0,
  runIndex: 0,
  workflow: { id: '4', name: 'Orders', active: false },
  executionId: null,
  parameters: { mode: 'manual' },
  nodes: [{ name: "Ada's node", item: () => ({ json: { total: 5 } }), parameters: () => ({ url: 'x' }) }],
};

/** The codes of all entries, by their labels from the top. */
const codesOf = (entries: readonly VariableEntry[], path = ''): Record<string, string> =>
  Object.assign(
    {},
    ...entries.map(({ label, code, entries: inner }) => ({
      ...(code !== undefined && { [`${path}${label}`]: code }),
      ...(inner && codesOf(inner(), `${path}${label}/`)),
    })),
  );

test('input data, context and parameters of the node, and those of the nodes before, have the code that reads them', () => {
  expect(codesOf(variableTree(sources))).toMatchObject({
    'Current node/Input data/name': '$json.name',
    'Current node/Input data/address/post code': "$json.address['post code']",
    'Current node/Input data/tags/1': '$json.tags[1]',
    'Current node/Context/$workflow.name': '$workflow.name',
    'Current node/Parameters/mode': '$parameter.mode',
    "Nodes/Ada's node/Output data/total": "$('Ada\\'s node').item.json.total",
    "Nodes/Ada's node/Parameters/url": "$('Ada\\'s node').params.url",
  });
});

const labels = (entries: readonly VariableEntry[]): unknown =>
  entries.map(({ label, entries: inner }) => (inner ? [label, labels(inner())] : label));

test('data of more characters than are taken apart is one entry', () => {
  const inputOf = (length: number) => {
    const [current] = variableTree({ ...sources, item: { json: { a: 'x'.repeat(length) } } });
    return labels(current?.entries?.()[0]?.entries?.() ?? []);
  };
  expect(inputOf(largestData)).toEqual(['Too large to list its fields']);
  // As JSON, {"a":""} is the rest.
  expect(inputOf(largestData - 8)).toEqual(['a']);
});

test('a filter leaves what is called so, within what it stands in', () => {
  expect(labels(filterVariables(variableTree(sources), 'POST'))).toEqual([
    ['Current node', [['Input data', [['address', ['post code']]]]]],
  ]);
  expect(filterVariables(variableTree(sources), 'nothing like it')).toEqual([]);
});

test('what is not known before an execution is named so', () => {
  const [current] = variableTree(sources);
  const context = current?.entries?.()[1]?.entries?.() ?? [];
  expect(context.find(({ label }) => label === '$execution.id')?.preview).toBe('[filled at execution time]');
});
