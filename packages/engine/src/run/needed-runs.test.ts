import { expect, test } from 'vitest';
import { buildGraph } from '../graph/index.ts';
import { passNode, startNode, workflow } from '../testing/index.ts';
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
  ['a node that comes later', "={{ $('After').isExecuted }}", ['After']],
])('%s', (_, text, names) => {
  expect(needed(text)).toEqual(names);
});

test.each([
  ['a name in parts', "={{ $('A' + '').first().json.n }}"],
  ['a computed name', '={{ $($json.name).first() }}'],
  ['a computed member', '={{ $node[$json.name].json }}'],
  ['another view', '={{ $item(0).$node["A"].json }}'],
  ['text that is evaluated', '={{ $evaluateExpression($json.text) }}'],
  ['an escape', "={{ $('\\x41').first() }}"],
])('%s may read any node', (_, text) => {
  expect(needed(text)).toBeUndefined();
});
