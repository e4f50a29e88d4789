import type { WorkflowNode } from '@millrace/contract/data';
import { expect, test } from 'vitest';
import { workflow } from '../testing/index.ts';
import {
  buildGraph,
  childrenOf,
  cyclesOf,
  feedersOf,
  type Graph,
  hasPath,
  leadingTo,
  outputLeadingTo,
  parentsOf,
  reachableFrom,
  rootsOf,
  sourcesOf,
  targetsOf,
} from './index.ts';

const graphOf = (names: string[], ...chains: string[]): Graph => {
  const flow = workflow();
  for (const name of names) flow.node(name, 'any');
  const { nodes, connections } = flow.wire(...chains).build();
  return buildGraph(nodes, connections);
};

const diamond = graphOf(['Start', 'A', 'B', 'Merge', 'Lone'], 'Start > A > Merge', 'Start:1 > B > 1:Merge');

test('parents, children, targets and sources', () => {
  expect(childrenOf(diamond, 'Start')).toEqual(['A', 'B']);
  expect(parentsOf(diamond, 'Merge')).toEqual(['A', 'B']);
  expect(targetsOf(diamond, 'Start')).toEqual([[{ node: 'A', input: 0 }], [{ node: 'B', input: 0 }]]);
  expect(sourcesOf(diamond, 'Merge')).toEqual([
    { node: 'A', output: 0, input: 0 },
    { node: 'B', output: 0, input: 1 },
  ]);
  expect(childrenOf(diamond, 'Lone')).toEqual([]);
  expect(childrenOf(diamond, 'unheard of')).toEqual([]);
});

test('paths', () => {
  expect([...leadingTo(diamond, ['B'])]).toEqual(['B', 'Start']);
  expect(reachableFrom(diamond, ['A'])).toEqual(new Set(['A', 'Merge']));
  expect(hasPath(diamond, 'Start', 'Merge')).toBe(true);
  expect(hasPath(diamond, 'A', 'B')).toBe(false);
  expect(hasPath(diamond, 'A', 'A')).toBe(false);
  expect(outputLeadingTo(diamond, 'Start', 'B')).toBe(1);
  expect(outputLeadingTo(diamond, 'Start', 'Merge')).toBe(0);
  expect(outputLeadingTo(diamond, 'B', 'A')).toBeUndefined();
  expect(rootsOf(diamond)).toEqual(['Start', 'Lone']);
});

test('of two outputs that lead somewhere, the one with the shorter path counts', () => {
  const loops = graphOf(['Outer', 'Inner', 'Body'], 'Outer:1 > Inner:1 > Body > Inner > Outer');
  expect(outputLeadingTo(loops, 'Inner', 'Body')).toBe(1);
  expect(outputLeadingTo(loops, 'Inner', 'Outer')).toBe(0);
});

test('feeders of an input: not those of the others, and not through the node itself', () => {
  const loop = graphOf(['Start', 'Merge', 'Body'], 'Start > Merge > Body > 1:Merge');
  expect(feedersOf(loop, 'Merge', 0)).toEqual(new Set(['Start']));
  expect(feedersOf(loop, 'Merge', 1)).toEqual(new Set(['Body']));
});

test('cycles', () => {
  const graph = graphOf(['a', 'b', 'c', 'd', 'e'], 'a > b > c > b', 'c > d > e', 'e > e');
  expect(cyclesOf(graph).map((group) => group.sort())).toEqual(expect.arrayContaining([['b', 'c'], ['e']]));
  expect(cyclesOf(graph).length).toBe(2);
  expect(cyclesOf(diamond)).toEqual([]);
  expect(hasPath(graph, 'b', 'b')).toBe(true);
});

test('wires of sub-nodes are kept apart from those of items', () => {
  const { nodes, connections } = workflow()
    .node('Model', 'any')
    .node('Agent', 'any')
    .connect('Model', 0, 'Agent', 0, 'ai_languageModel')
    .build();
  const graph = buildGraph(nodes, connections);
  expect(childrenOf(graph, 'Model')).toEqual([]);
  expect(parentsOf(graph, 'Agent', 'ai_languageModel')).toEqual(['Model']);
});

test.each([
  ['a missing target', { A: { main: [[{ node: 'Gone', type: 'main', index: 0 }]] } }],
  ['a missing source', { Gone: { main: [[{ node: 'A', type: 'main', index: 0 }]] } }],
  ['null outputs', { A: { main: [null, null] } }],
  ['null wires', { A: { main: [[null]] } }],
  ['null by type', { A: null }],
  ['outputs that are no list', { A: { main: { 0: [] } } }],
  ['a negative index', { A: { main: [[{ node: 'B', type: 'main', index: -1 }]] } }],
  ['an index that is no number', { A: { main: [[{ node: 'B', type: 'main', index: '0' }]] } }],
  ['another type', { A: { main: [[{ node: 'B', type: 'ai_tool', index: 0 }]] } }],
  ['a node called as a member of Object', { A: { main: [[{ node: 'constructor', type: 'main', index: 0 }]] } }],
])('%s is no wire', (_, connections) => {
  const { nodes } = workflow().node('A', 'any').node('B', 'any').build();
  const graph = buildGraph(nodes, connections as never);
  expect(childrenOf(graph, 'A')).toEqual([]);
  expect(parentsOf(graph, 'A')).toEqual([]);
});

test('the same wire twice is one wire; a missing index is 0', () => {
  const { nodes } = workflow().node('A', 'any').node('B', 'any').build();
  const wire = { node: 'B', type: 'main' };
  const graph = buildGraph(nodes, { A: { main: [[wire, { ...wire, index: 0 }]] } } as never);
  expect(targetsOf(graph, 'A')).toEqual([[{ node: 'B', input: 0 }]]);
});

test('positions that are none count as 0', () => {
  const node = (name: string, position: unknown): WorkflowNode => ({ name, type: 'any', position }) as WorkflowNode;
  const nodes = [
    node('c', [0, 10]),
    node('b', [Number.NaN, undefined]),
    node('a', undefined),
    node('d', [1e308, 1e308]),
  ];
  expect([...buildGraph(nodes, {}).rank.keys()]).toEqual(['b', 'a', 'c', 'd']);
});

test('names of members of Object are ordinary names', () => {
  const graph = graphOf(['constructor', 'toString', '__proto__x'], 'constructor > toString > __proto__x');
  expect(reachableFrom(graph, ['constructor'])).toEqual(new Set(['constructor', 'toString', '__proto__x']));
});

test('100,000 nodes in a row, closed to a ring, do not exhaust the stack', () => {
  const count = 100_000;
  const nodes = Array.from(
    { length: count },
    (_, index): WorkflowNode => ({ name: `n${index}`, type: 'any', position: [0, 0] }),
  );
  const connections = Object.fromEntries(
    nodes.map((node, index) => [node.name, { main: [[{ node: `n${(index + 1) % count}`, type: 'main', index: 0 }]] }]),
  );
  const graph = buildGraph(nodes, connections);
  expect(reachableFrom(graph, ['n0']).size).toBe(count);
  expect(leadingTo(graph, ['n0']).size).toBe(count);
  expect(cyclesOf(graph).map((group) => group.length)).toEqual([count]);
  expect(outputLeadingTo(graph, 'n1', 'n0')).toBe(0);
});
