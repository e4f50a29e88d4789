import type { RunData, TaskData } from '@millrace/contract/data';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildGraph, reachableFrom } from '../graph/index.ts';
import {
  passNode,
  randomWorkflow,
  runWorkflowForTest,
  seededRandom,
  startNode,
  type TestItems,
  tellRun,
  testNode,
  toItems,
  workflow,
} from '../testing/index.ts';

const merge = testNode(({ inputs }) => [inputs.flatMap((list) => list ?? [])], { inputs: ['main', 'main'] });

const diamond = () =>
  workflow()
    .node('Start', startNode)
    .node('A', passNode)
    .node('B', passNode)
    .node('Merge', merge)
    .node('End', passNode)
    .wire('Start > A > Merge > End', 'Start > B > 1:Merge');

const task = (...outputs: TestItems[]): TaskData => ({
  startTime: 0,
  executionTime: 0,
  source: [],
  data: { main: outputs.map(toItems) },
});

const partial = (startNodes: string[], runData: RunData) => ({
  kind: 'partial' as const,
  startNodes,
  runData,
  payload: { kind: 'manual' as const },
});

test('a destination: only what leads to it is run, and it is the last', async () => {
  const run = await runWorkflowForTest(diamond(), { destinationNode: 'B', items: [{ n: 1 }] });
  expect(tellRun(run.finished)).toEqual(['Start = 1', 'B < Start = 1←0']);
  expect(run.status).toBe('success');
});

test('a start node whose parents have no results is an error, not a success that did nothing', async () => {
  const without: RunData[] = [{}, { Start: [] }, { Other: [task([{ n: 1 }])] }];
  for (const runData of without) {
    const run = await runWorkflowForTest(diamond(), { start: partial(['A'], runData) });
    expect([run.status, run.error?.message]).toEqual([
      'error',
      'There is no data to run "A" with: run the nodes before it first',
    ]);
  }
  const empty = await runWorkflowForTest(diamond(), { start: partial(['A'], { Start: [task([])] }) });
  expect([empty.status, empty.order]).toEqual(['success', []]);
});

test('a destination with inputs waits for what leads to it', async () => {
  const run = await runWorkflowForTest(diamond(), { destinationNode: 'Merge' });
  expect(run.order).toEqual(['Start', 'A', 'B', 'Merge']);
});

test('a destination chooses the trigger that leads to it', async () => {
  const flow = workflow().node('One', startNode).node('Two', startNode).node('A', passNode).wire('Two > A');
  expect((await runWorkflowForTest(flow, { destinationNode: 'A' })).order).toEqual(['Two', 'A']);
});

test('a destination that no trigger leads to starts with one empty item', async () => {
  const flow = workflow().node('A', passNode).node('B', passNode).wire('A > B');
  expect(tellRun((await runWorkflowForTest(flow, { destinationNode: 'B' })).finished)).toEqual([
    'A < - = {}←0',
    'B < A = {}←0',
  ]);
});

test('a destination before which no trigger stands starts with all that leads to it', async () => {
  const flow = workflow()
    .node('A', passNode)
    .node('B', passNode)
    .node('Off', passNode, { disabled: true })
    .node('Merge', merge)
    .wire('A > Merge', 'B > 1:Merge', 'Off > Merge');
  const run = await runWorkflowForTest(flow, { destinationNode: 'Merge' });
  expect(tellRun(run.finished).at(-1)).toBe('Merge < A, B = {}←0 {}←1:0');
});

test('start nodes that do not lead to the destination are not run', async () => {
  const run = await runWorkflowForTest(diamond(), { start: partial(['Start'], {}), destinationNode: 'Lone' });
  expect(run.error?.message).toBe('There is no node "Lone" to run to');
  const flow = diamond().node('Lone', passNode);
  expect((await runWorkflowForTest(flow, { start: partial(['Start'], {}), destinationNode: 'Lone' })).order).toEqual(
    [],
  );
});

test('a destination that does not exist is said so', async () => {
  const run = await runWorkflowForTest(diamond(), { destinationNode: 'Gone' });
  expect(run.error?.message).toBe('There is no node "Gone" to run to');
});

test('a destination in a loop runs once', async () => {
  const flow = workflow().node('Start', startNode).node('A', passNode).node('B', passNode).wire('Start > A > B > A');
  expect((await runWorkflowForTest(flow, { destinationNode: 'B' })).order).toEqual(['Start', 'A', 'B']);
});

test('start nodes run on the results of the nodes before them', async () => {
  const run = await runWorkflowForTest(diamond(), {
    start: partial(['B'], { Start: [task([{ n: 5 }])], A: [task([{ n: 6 }])] }),
  });
  expect(tellRun(run.finished)).toEqual(['B < Start = 5←0', 'Merge < A, B = 6←0 5←1:0', 'End < Merge = 6←0 5←1']);
});

test('a start node with several inputs takes each from where it has results', async () => {
  const run = await runWorkflowForTest(diamond(), {
    start: partial(['Merge'], { A: [task([{ n: 6 }])], B: [task([{ n: 7 }])] }),
  });
  expect(tellRun(run.finished)).toEqual(['Merge < A, B = 6←0 7←1:0', 'End < Merge = 6←0 7←1']);
});

test('a start node behind another start node waits for it', async () => {
  const run = await runWorkflowForTest(diamond(), {
    start: partial(['B', 'Merge'], { Start: [task([{ n: 5 }])], A: [task([{ n: 6 }])], B: [task([{ n: 'stale' }])] }),
  });
  expect(tellRun(run.finished)).toEqual(['B < Start = 5←0', 'Merge < A, B = 6←0 5←1:0', 'End < Merge = 6←0 5←1']);
});

test('the latest run of the node before counts, and its index is kept', async () => {
  const run = await runWorkflowForTest(diamond(), {
    start: partial(['B'], { Start: [task([{ n: 1 }]), task([{ n: 2 }])] }),
  });
  expect(tellRun(run.finished)[0]).toEqual('B < Start#1 = 2←0');
});

test('a trigger among the start nodes starts with the payload', async () => {
  const run = await runWorkflowForTest(diamond(), {
    start: {
      ...partial(['Start'], { Start: [task([{ n: 'stale' }])] }),
      payload: { kind: 'items', items: toItems([{ n: 3 }]) },
    },
    destinationNode: 'A',
  });
  expect(tellRun(run.finished)).toEqual(['Start = 3', 'A < Start = 3←0']);
});

test('pinned data of a node before counts as its result', async () => {
  const flow = workflow().node('Start', startNode).node('A', passNode).node('B', passNode).wire('Start > A > B');
  const options = { start: partial(['B'], {}), pinData: { A: [{ n: 4 }] } };
  expect(tellRun((await runWorkflowForTest(flow, options)).finished)).toEqual(['B < A = 4←0']);
  expect((await runWorkflowForTest(flow, { ...options, mode: 'trigger' })).order).toEqual([]);
});

test('a pinned start node needs nothing before it', async () => {
  const flow = workflow().node('Start', startNode).node('A', passNode).node('B', passNode).wire('Start > A > B');
  const run = await runWorkflowForTest(flow, { start: partial(['A'], {}), pinData: { A: [{ n: 4 }] } });
  expect(tellRun(run.finished)).toEqual(['A < - = 4←0', 'B < A = 4←0']);
});

test('no start nodes: the whole workflow runs', async () => {
  const run = await runWorkflowForTest(diamond(), { start: partial([], {}) });
  expect(run.order).toEqual(['Start', 'A', 'B', 'Merge', 'End']);
});

test('from a node in a loop: the loop begins anew, with what led into it', async () => {
  const flow = workflow()
    .node('Start', startNode)
    .node('Loop', passNode)
    .node('Body', passNode)
    .wire('Start > Loop > Body > Loop');
  const run = await runWorkflowForTest(flow, {
    start: partial(['Body'], { Start: [task([{ n: 1 }])], Loop: [task([{ n: 1 }])] }),
    maxRunsPerNode: 2,
  });
  expect(tellRun(run.finished).slice(0, 3)).toEqual(['Loop < Start = 1←0', 'Body < Loop = 1←0', 'Loop < Body = 1←0']);
});

test('a start node before which nothing came runs not at all', async () => {
  const run = await runWorkflowForTest(diamond(), { start: partial(['B'], { Start: [task([])] }) });
  expect(run).toMatchObject({ status: 'success', finished: [] });
});

test('expressions see the results that stay', async () => {
  const set = testNode((context) => [
    [{ json: { n: context.evaluate("={{ $('Start').first().json.n }}", 0) as number } }],
  ]);
  const flow = workflow().node('Start', startNode).node('A', passNode).node('Set', set).wire('Start > A > Set');
  const run = await runWorkflowForTest(flow, {
    start: partial(['Set'], { Start: [task([{ n: 5 }])], A: [task([{ n: 6 }])] }),
  });
  expect(run.json('Set')).toEqual([{ n: 5 }]);
});

test('a partial run of an unchanged workflow gives what the whole run gave', { timeout: 20_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), fc.integer(), async (seed, startSeed) => {
      const flow = randomWorkflow(seededRandom(seed), { runsOnce: true });
      const whole = await runWorkflowForTest(flow);
      fc.pre(whole.status === 'success' && whole.finished.length > 1);
      const random = seededRandom(startSeed);
      const startNodes = whole.order.filter((name) => name !== 'Start' && random() < 0.3);
      fc.pre(startNodes.length > 0);

      const runData = Object.fromEntries(whole.order.map((name) => [name, whole.tasks(name)]));
      const again = await runWorkflowForTest(flow, { start: partial(startNodes, runData) });
      const { nodes, connections } = flow.build();
      const anew = reachableFrom(buildGraph(nodes, connections), startNodes);
      const expected = tellRun(whole.finished.filter(({ node }) => anew.has(node)));
      expect(tellRun(again.finished).sort()).toEqual(expected.sort());
    }),
    { numRuns: 400 },
  );
});
