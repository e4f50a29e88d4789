import { expect, test } from 'vitest';
import { buildGraph } from '../graph/index.ts';
import { passNode, runWorkflowForTest, startNode, testNode, workflow } from '../testing/index.ts';
import { findNeededRuns } from './needed-runs.ts';

const needed = (text: unknown) => {
  const { nodes, connections } = workflow()
    .node('Start', startNode)
    .node('A', passNode)
    .node('B', passNode)
    .node('Read', passNode, { parameters: { deep: [{ text: text as string }] } })
    .node('After', passNode)
    .wire('Start > A > B > Read > After')
    .build();
  const names = findNeededRuns(buildGraph(nodes, connections));
  return names && [...names].sort();
};

test.each([
  ['no expression', "$('A')", []],
  ['the own item', '={{ $json.a + $input.first().json.a }}', []],
  ['another node, and what lies between', "={{ $('A').item.json.a }}", ['A', 'B', 'Read']],
  ['all spellings', `={{ $('B').first() }} {{ $node["B"].json }} {{ $items("B") }} {{ $node.B.json }}`, ['B', 'Read']],
  [
    'blanks, comments and brackets',
    `={{ $ ('B').first() }} {{ ($)("B") }} {{ $?.("B") }} {{ $ /**/ ("B") }}`,
    ['B', 'Read'],
  ],
  ['an escape', "={{ $('\\x42').first() }}", ['B', 'Read']],
  ['another view', '={{ $item(0).$node["B"].json }}', ['B', 'Read']],
  ['a node that comes later', "={{ $('After').isExecuted }}", ['After']],
])('%s', (_, text, names) => {
  expect(needed(text)).toEqual(names);
});

test.each([
  ['a name in parts', "={{ $('A' + '').first().json.n }}"],
  ['a computed name', '={{ $($json.name).first() }}'],
  ['a computed member', '={{ $node[$json.name].json }}'],
  ['another view that is kept', '={{ (view => view.$node["A"].json)($item(0)) }}'],
  ['a function that is given away', "={{ ['A'].map($) }}"],
  ['text that is evaluated', '={{ $evaluateExpression($json.text) }}'],
])('%s may read any node', (_, text) => {
  expect(needed(text)).toBeUndefined();
});

test.each([
  "$ ('A').item",
  "$?.('A').item",
  "($)('A').item",
  "$ /* A */ ('A').item",
  '$item(0).$node["A"]',
  "['A'].map($)[0].item",
])('%s reads in a run of which nothing is kept what it reads in a preview', async (reference) => {
  const found: unknown[] = [];
  const read = testNode(
    (context) => {
      found.push(context.parameter('value'));
      return [[]];
    },
    { parameters: [{ name: 'value', displayName: 'Value', type: 'string', default: '' }] },
  );
  const drop = testNode(() => [[{ json: {}, pairedItem: 0 }]]);
  const flow = workflow()
    .node('A', startNode)
    .node('Drop', drop)
    .node('Read', read, { parameters: { value: `={{ ${reference}.json.n }}` } })
    .wire('A > Drop > Read');
  await runWorkflowForTest(flow, { items: [{ n: 'seen' }], keepRunData: false });
  expect(found).toEqual(['seen']);
});
