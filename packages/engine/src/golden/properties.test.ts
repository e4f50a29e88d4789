import type { Connections, PairedItem, WorkflowNode } from '@millrace/contract/data';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildGraph, leadingTo, sourcesOf } from '../graph/index.ts';
import type { RunRequest } from '../run/types.ts';
import {
  passNode,
  type RandomShape,
  randomWorkflow,
  runWorkflowForTest,
  seededRandom,
  type TestRun,
  type TestRunOptions,
  tellOutcome,
  type WorkflowBuilder,
} from '../testing/index.ts';
import { toRunData } from './golden.ts';
import { set } from './nodes/index.ts';

/**
 * What must not change a run, over random workflows: each property runs a workflow, changes something beside the point, and runs it again.
 * A failure prints the seed that makes the workflow again.
 */

type Workflow = RunRequest['workflow'];

const options: TestRunOptions = { maxRunsPerNode: 20, items: [{ n: 1 }, { n: 2 }, { n: 3 }] };

/** Runs a changed workflow with the node types of the one that it was made of. */
const runChanged = (flow: WorkflowBuilder, change: (workflow: Workflow) => Workflow, more: TestRunOptions = {}) => {
  const changed = Object.create(flow) as WorkflowBuilder;
  changed.build = () => change(flow.build());
  return runWorkflowForTest(changed, { ...options, ...more });
};

const holdsForRandomWorkflows = (
  rule: string,
  check: (flow: WorkflowBuilder, random: () => number, whole: TestRun) => Promise<void>,
  shape: RandomShape = { subNodes: true },
) =>
  test(rule, { timeout: 20_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), async (seed) => {
        const random = seededRandom(seed);
        const flow = randomWorkflow(random, shape);
        await check(flow, random, await runWorkflowForTest(flow, options));
      }),
      { numRuns: 40 },
    );
  });

const shuffle = <T>(list: readonly T[], random: () => number): T[] =>
  list
    .map((value) => ({ value, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ value }) => value);

/** Gives each node a height of its own, so that nothing hangs on the order in which nodes are stored. */
const spreadOut = (workflow: Workflow): Workflow => ({
  ...workflow,
  nodes: workflow.nodes.map((node, index) => ({
    ...node,
    position: [node.position[0], node.position[1] + index / 1000],
  })),
});

holdsForRandomWorkflows('a workflow that was exported and read back runs the same', async (flow, _, whole) => {
  const run = await runChanged(flow, (workflow) => JSON.parse(JSON.stringify(workflow)));
  expect(tellOutcome(run)).toEqual(tellOutcome(whole));
});

holdsForRandomWorkflows('the order in which nodes and wires are stored changes nothing', async (flow, random) => {
  const stored = await runChanged(flow, spreadOut);
  const shuffled = await runChanged(flow, (workflow) => {
    const { nodes, connections } = spreadOut(workflow);
    return {
      ...workflow,
      nodes: shuffle(nodes, random),
      connections: Object.fromEntries(shuffle(Object.entries(connections), random)),
    };
  });
  expect(tellOutcome(shuffled)).toEqual(tellOutcome(stored));
});

holdsForRandomWorkflows('moving all nodes alike changes nothing', async (flow, _, whole) => {
  const moved = await runChanged(flow, (workflow) => ({
    ...workflow,
    nodes: workflow.nodes.map((node) => ({
      ...node,
      position: [3 * node.position[0] - 70, 3 * node.position[1] + 900],
    })),
  }));
  expect(tellOutcome(moved)).toEqual(tellOutcome(whole));
});

holdsForRandomWorkflows('renaming nodes renames the run data and nothing else', async (flow, _, whole) => {
  const rename = (name: string) => name.replaceAll(/\bN\d+\b/g, '$&_').replaceAll(/\bStart\b/g, 'toString');
  const renameTargets = (byType: Connections[string]): Connections[string] =>
    Object.fromEntries(
      Object.entries(byType).map(([type, outputs]) => [
        type,
        outputs.map((list) => list?.map((wire) => ({ ...wire, node: rename(wire.node) })) ?? null),
      ]),
    );
  const run = await runChanged(flow, (workflow) => ({
    ...workflow,
    nodes: workflow.nodes.map((node) => ({ ...node, name: rename(node.name) })),
    connections: Object.fromEntries(
      Object.entries(workflow.connections).map(([source, byType]) => [rename(source), renameTargets(byType)]),
    ),
  }));
  expect(tellOutcome(run)).toEqual(tellOutcome(whole).map(rename));
});

holdsForRandomWorkflows('nodes behind an output that gives nothing change nothing', async (flow, random, whole) => {
  const run = await runChanged(flow, (workflow) => {
    const { nodes, connections } = workflow;
    const dead = (name: string): WorkflowNode => ({
      name,
      type: passNode.name,
      position: [random() * 99, random() * 99],
    });
    const wire = (node: string) => ({ node, type: 'main', index: 0 });
    const source = nodes[Math.floor(random() * nodes.length)]!.name;
    const outputs = [...(connections[source]?.main ?? [])];
    outputs[8] = [wire('Dead 1')];
    return {
      ...workflow,
      nodes: [...nodes, dead('Dead 1'), dead('Dead 2'), dead('Lone')],
      connections: {
        ...connections,
        [source]: { ...connections[source], main: Array.from(outputs, (list) => list ?? null) },
        'Dead 1': { main: [[wire('Dead 2')]] },
        Lone: { main: [[wire('Dead 2'), wire('Lone')]] },
      },
    };
  });
  expect(tellOutcome(run)).toEqual(tellOutcome(whole));
});

holdsForRandomWorkflows('a run that keeps no results comes to the same end', async (flow, _, whole) => {
  const run = await runWorkflowForTest(flow, { ...options, keepRunData: false });
  const told = run.events.flatMap((event) => (event.type === 'nodeFinished' ? [event] : []));
  expect(tellOutcome({ ...run, finished: told })).toEqual(tellOutcome(whole));
  expect([run.lastNode, run.lastItems]).toEqual([whole.lastNode, whole.lastItems]);
});

holdsForRandomWorkflows('expressions read the same where no results are kept', async (flow, random) => {
  const { nodes } = flow.build();
  const pick = () => nodes[Math.floor(random() * nodes.length)]!.name;
  for (const index of [1, 2, 3, 4]) {
    const name = JSON.stringify(pick());
    const code = [`$(${name}).item.json.n`, `$(${name}).all().length`, `$(${name}).isExecuted`][
      Math.floor(random() * 3)
    ]!;
    const { type, options: settings } = set(code, { onError: 'continueRegularOutput' });
    flow.node(`Read ${index}`, type, settings).connect(pick(), 0, `Read ${index}`, 0);
    if (random() < 0.5) flow.connect(`Read ${index}`, 0, pick(), 0);
  }
  const kept = await runWorkflowForTest(flow, options);
  const { events, ...run } = await runWorkflowForTest(flow, { ...options, keepRunData: false });
  const told = events.flatMap((event) => (event.type === 'nodeFinished' ? [event] : []));
  expect(tellOutcome({ ...run, finished: told })).toEqual(tellOutcome(kept));
});

holdsForRandomWorkflows('a disabled node with one input is a node that hands its items on', async (flow, _, whole) => {
  const withOneInput = new Set(
    [...flow.definitions].flatMap(({ name, inputs }) => (inputs.length === 1 ? [name] : [])),
  );
  const run = await runChanged(flow, (workflow) => ({
    ...workflow,
    nodes: workflow.nodes.map((node) =>
      node.disabled && withOneInput.has(node.type)
        ? { name: node.name, type: passNode.name, position: node.position }
        : node,
    ),
  }));
  expect(tellOutcome(run)).toEqual(tellOutcome(whole));
});

holdsForRandomWorkflows('every link of an item leads to an item that was there', async (_, __, whole) => {
  const runs = toRunData(whole);
  const linksOf = (link: PairedItem | undefined) => (link === undefined ? [] : Array.isArray(link) ? link : [link]);
  for (const { node, task } of whole.finished) {
    for (const item of (task.data?.main ?? []).flatMap((items) => items ?? [])) {
      for (const link of linksOf(item.pairedItem)) {
        const { item: index, input = 0, run } = typeof link === 'number' ? { item: link } : link;
        const source = (run === undefined ? task : runs[node]?.[run])?.source[input];
        const before = source && runs[source.previousNode]?.[source.previousNodeRun ?? 0];
        const found = before?.data?.main?.[source?.previousNodeOutput ?? 0]?.[index];
        expect(found, `${node}: item ${index} of input ${input}`).toBeDefined();
      }
    }
  }
});

const once = { runsOnce: true };

holdsForRandomWorkflows(
  'a run to one node gives what the whole run gives up to there',
  async (flow, random, whole) => {
    fc.pre(whole.status === 'success');
    const destination = whole.order[Math.floor(random() * whole.order.length)]!;
    const run = await runWorkflowForTest(flow, { ...options, destinationNode: destination });
    const { nodes, connections } = flow.build();
    const needed = leadingTo(buildGraph(nodes, connections), [destination]);
    const expected = tellOutcome({ ...whole, finished: whole.finished.filter(({ node }) => needed.has(node)) });
    expect(tellOutcome(run).sort()).toEqual(expected.sort());
  },
  once,
);

holdsForRandomWorkflows(
  'a node that is run anew on unchanged results gives the same again',
  async (flow, random, whole) => {
    fc.pre(whole.status === 'success' && whole.order.length > 1);
    const destination = whole.order[1 + Math.floor(random() * (whole.order.length - 1))]!;
    const start = {
      kind: 'partial' as const,
      startNodes: [destination],
      runData: toRunData(whole),
      payload: { kind: 'manual' as const },
    };
    const run = await runWorkflowForTest(flow, { ...options, start, destinationNode: destination });
    const expected = { ...whole, finished: whole.finished.filter(({ node }) => node === destination) };
    expect(tellOutcome(run)).toEqual(tellOutcome(expected));
  },
  once,
);

holdsForRandomWorkflows(
  'a node that is pinned to its own output gives the same',
  async (flow, random, whole) => {
    fc.pre(whole.status === 'success');
    const name = whole.order[Math.floor(random() * whole.order.length)]!;
    const outputs = whole.outputs(name);
    const isDisabled = flow.build().nodes.some((node) => node.name === name && node.disabled);
    fc.pre(outputs.length === 1 && !isDisabled && outputs[0]!.every(({ error }) => !error));
    const run = await runWorkflowForTest(flow, { ...options, pinData: { [name]: outputs[0]! } });
    expect(tellOutcome(run)).toEqual(tellOutcome(whole));
  },
  once,
);

const byLevel = (workflow: Workflow): Workflow => ({ ...workflow, settings: { executionOrder: 'v0' } });

holdsForRandomWorkflows(
  'level by level the same nodes give the same as branch by branch',
  async (flow, _, whole) => {
    const run = await runChanged(flow, byLevel);
    expect(run.status).toBe(whole.status);
    if (whole.status === 'success') expect(tellOutcome(run).sort()).toEqual(tellOutcome(whole).sort());
  },
  { runsOnce: true },
);

holdsForRandomWorkflows(
  'level by level a node never runs before one that is nearer to the start',
  async (flow) => {
    const run = await runChanged(flow, byLevel);
    const { nodes, connections } = flow.build();
    const graph = buildGraph(nodes, connections);
    const waits = (name: string) => new Set(sourcesOf(graph, name).map(({ input }) => input)).size > 1;
    if (run.status !== 'success' || nodes.some(({ name }) => waits(name))) return;
    const depths = new Map<string, number>();
    const levels = run.finished.map(({ node, task }) => {
      const source = task.source.find((one) => one !== null);
      const before = source ? depths.get(`${source.previousNode}#${source.previousNodeRun ?? 0}`)! : -1;
      const nth = [...depths.keys()].filter((key) => key.startsWith(`${node}#`)).length;
      depths.set(`${node}#${nth}`, before + 1);
      return before + 1;
    });
    expect(levels).toEqual(levels.toSorted((a, b) => a - b));
  },
  {},
);
