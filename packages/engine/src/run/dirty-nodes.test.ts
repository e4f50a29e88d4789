import type { RunData, WorkflowGraph, WorkflowNode } from '@millrace/contract/data';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  passNode,
  randomWorkflow,
  runWorkflowForTest,
  seededRandom,
  startNode,
  subNode,
  type TestRun,
  testNode,
  workflow,
} from '../testing/index.ts';
import { dirtyNodes, outdatedNodes, startNodesOf } from './dirty-nodes.ts';
import { createNodeTypeRegistry } from './node-types.ts';

const split = testNode(({ items }) => [items as never, []], { name: 'test.split', outputs: ['main', 'main'] });
const tool = subNode('ai_tool', () => 1, { name: 'test.dirtyTool' });
const flow = workflow()
  .node('Start', startNode)
  .node('A', passNode, { parameters: { x: { a: 1, b: 2 } } })
  .node('Split', split)
  .node('Yes', passNode)
  .node('No', passNode)
  .node('Tool', tool)
  .node('B', passNode)
  .node('C', passNode)
  .wire('Start > A > Split > Yes', 'Split:1 > No', 'Start > B > C')
  .connect('Tool', 0, 'B', 0, 'ai_tool');

const runDataOf = ({ finished }: TestRun): RunData =>
  Object.fromEntries(
    [...Map.groupBy(finished, ({ node }) => node)].map(([node, runs]) => [node, runs.map(({ task }) => task)]),
  );

const run = runWorkflowForTest(flow);

/** A copy of the workflow with some nodes changed. */
const changed = (changes: Record<string, Partial<WorkflowNode>>, more: Partial<WorkflowGraph> = {}): WorkflowGraph => {
  const graph = JSON.parse(JSON.stringify(flow.build())) as WorkflowGraph;
  return { ...graph, nodes: graph.nodes.map((node) => ({ ...node, ...changes[node.name] })), ...more };
};

const { connections } = changed({});
const wireToD = { B: { main: [[{ node: 'D', type: 'main', index: 0 }]] } };

test.each<[string, WorkflowGraph, string[]]>([
  ['nothing', changed({}), []],
  ['only looks', changed({ A: { position: [1, 2], notes: 'new', parameters: { x: { b: 2, a: 1 } } } }), []],
  ['a parameter', changed({ A: { parameters: { x: { a: 2, b: 2 } } } }), ['A', 'Split', 'Yes', 'No']],
  ['a setting', changed({ Split: { alwaysOutputData: true } }), ['Split', 'Yes', 'No']],
  ['the same setting in its older form', changed({ A: { onError: 'stopWorkflow' } }), []],
  ['a sub-node', changed({ Tool: { parameters: { y: 1 } } }), ['Tool', 'B', 'C']],
  ['a sub-node that is disabled', changed({ Tool: { disabled: true } }), ['Tool', 'B', 'C']],
  ['pinned data', changed({}, { pinData: { B: [{ n: 1 }] } }), ['B', 'C']],
  ['the time zone', changed({}, { settings: { timezone: 'Asia/Tokyo' } }), [...flow.build().nodes.map((n) => n.name)]],
  ['a name', changed({ C: { name: 'D' } }, { connections: { ...connections, ...wireToD } }), ['D']],
  ['a node that nothing leads to', changed({ C: { name: 'D' } }), []],
  ['a wire that is gone', changed({}, { connections: { ...connections, B: {} } }), ['C']],
])('after a change of %s', async (_, now, dirty) => {
  const before = { workflow: changed({}), runData: runDataOf(await run) };
  expect([...dirtyNodes(before, now)].sort()).toEqual(dirty.toSorted());
});

test('nodes that failed or did not get their turn are dirty, those that got nothing are not', async () => {
  const runData = runDataOf(await run);
  const failed = {
    ...runData,
    Split: [{ ...runData.Split![0]!, data: undefined, error: { name: 'E', message: 'm', timestamp: 0 } }],
  };
  const now = changed({});
  expect([...dirtyNodes({ workflow: now, runData: failed }, now)].sort()).toEqual(['No', 'Split', 'Yes']);
  const { C: _, ...stopped } = runData;
  expect([...dirtyNodes({ workflow: now, runData: stopped }, now)]).toEqual(['C']);
  expect(dirtyNodes({ workflow: now, runData: {} }, now).has('Start')).toBe(true);
  expect([...outdatedNodes({ workflow: now, runData: failed }, now)]).toEqual([]);
  const other = changed({ Split: { disabled: true } });
  expect([...outdatedNodes({ workflow: now, runData: failed }, other)].sort()).toEqual(['No', 'Split', 'Yes']);
});

test('results that are not at hand any more are made anew; those that are only stored elsewhere count', async () => {
  const runData = runDataOf(await run);
  const now = changed({});
  expect([...dirtyNodes({ workflow: now, runData, lost: ['Split', 'Gone'] }, now)].sort()).toEqual([
    'No',
    'Split',
    'Yes',
  ]);
  expect([...outdatedNodes({ workflow: now, runData, lost: ['Split'] }, now)]).toEqual([]);
  const { data: _, ...about } = runData.B![0]!;
  const stored: RunData = { ...runData, B: [{ ...about, stored: { outputs: { main: [3] } } }] };
  expect([...dirtyNodes({ workflow: now, runData: stored }, now)]).toEqual([]);
  const { C: __, ...stopped } = stored;
  expect([...dirtyNodes({ workflow: now, runData: stopped }, now)]).toEqual(['C']);
});

test('nodes that read a dirty node in expressions are dirty, and those that may', async () => {
  const read = (text: string) => ({ parameters: { text } });
  const readers = workflow()
    .node('Start', startNode)
    .node('Other', passNode)
    .node('Read', passNode, read("={{ $('Other').first().json.n }}"))
    .node('After', passNode)
    .node('May', passNode, read('={{ $($json.name).first() }}'))
    .node('Plain', passNode, read("={{ $('Start').first().json.n }}"))
    .wire('Start > Other', 'Start > Read > After', 'Start > May', 'Start > Plain');
  const before = { workflow: readers.build(), runData: runDataOf(await runWorkflowForTest(readers)) };
  const nodes = readers.build().nodes.map((node) => (node.name === 'Other' ? { ...node, executeOnce: true } : node));
  expect([...dirtyNodes(before, { ...readers.build(), nodes })].sort()).toEqual(['After', 'May', 'Other', 'Read']);
  expect([...dirtyNodes(before, readers.build())]).toEqual([]);
});

test('a partial run begins with the first dirty nodes, on the way to its destination', () => {
  const dirty = new Set(['A', 'Split', 'Yes', 'No', 'B', 'C', 'Tool']);
  expect(startNodesOf(changed({}), dirty)).toEqual(['A', 'B']);
  expect(startNodesOf(changed({}), dirty, 'Yes')).toEqual(['A']);
  expect(startNodesOf(changed({}), dirty, 'Tool')).toEqual(['B']);
});

test('a partial run from the dirty nodes gives what a whole run of the changed workflow gives', {
  timeout: 30_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => {
      const random = seededRandom(seed);
      const builder = randomWorkflow(random, { runsOnce: true });
      const workflow = JSON.parse(JSON.stringify(builder.build())) as ReturnType<typeof builder.build>;
      const place = 1 + Math.floor(random() * (workflow.nodes.length - 1));
      const nodes = workflow.nodes.map((node, index) =>
        index === place
          ? { ...node, disabled: !node.disabled }
          : { ...node, onError: 'continueRegularOutput' as const },
      );
      const now = { ...workflow, nodes };
      const was = {
        ...workflow,
        nodes: nodes.map((node, index) => (index === place ? { ...node, disabled: !node.disabled } : node)),
      };
      const options = {
        nodeTypes: createNodeTypeRegistry([...builder.definitions]),
        items: [{ n: 1 }, { n: 2 }],
      };
      const before = await runWorkflowForTest(was, options);
      const whole = await runWorkflowForTest(now, options);
      if (before.status !== 'success' || whole.status !== 'success') return;

      const runData = runDataOf(before);
      const dirty = dirtyNodes({ workflow: was, runData }, now);
      const startNodes = startNodesOf(now, dirty);
      const start = { kind: 'partial' as const, startNodes, runData, payload: { kind: 'manual' as const } };
      const partial = await runWorkflowForTest(now, { ...options, start });
      if (partial.status === 'error') {
        expect(partial.error?.message).toContain('There is no data to run');
        expect(startNodes.filter((name) => Object.hasOwn(runData, name))).toEqual([]);
        return;
      }
      for (const { name } of now.nodes) {
        const result = dirty.has(name) ? partial.json(name) : before.json(name);
        expect([name, result]).toEqual([name, whole.json(name)]);
      }
    }),
    { numRuns: 300 },
  );
});
