import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  createFakeHost,
  passNode,
  randomWorkflow,
  runWorkflowForTest,
  seededRandom,
  startNode,
  testNode,
  type WorkflowBuilder,
  workflow,
} from '../testing/index.ts';
import type { RunOutcome, RunRequest } from './types.ts';

/** Runs a workflow, and wherever `pauses` says so stores the state as JSON and goes on from it. */
const runWithPauses = async (flow: WorkflowBuilder, pauses: (finished: number) => boolean, options = {}) => {
  const host = createFakeHost();
  let start: RunRequest['start'] | undefined;
  for (;;) {
    const run = await runWorkflowForTest(flow, {
      host,
      pauseAfter: pauses,
      maxRunsPerNode: 20,
      ...options,
      ...(start && { start }),
    });
    if (run.status !== 'waiting') return run;
    start = { kind: 'resume', state: JSON.parse(JSON.stringify(run.state)) };
  }
};

const endOf = ({ status, finished, lastNode, lastItems, error, progress }: RunOutcome) =>
  JSON.parse(JSON.stringify({ status, finished, lastNode, lastItems, error, progress }));

test('a run that is stopped after any node and continued elsewhere ends as the straight run does', {
  timeout: 20_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), fc.integer(), async (seed, pauseSeed) => {
      const flow = randomWorkflow(seededRandom(seed));
      const straight = await runWithPauses(flow, () => false);
      const random = seededRandom(pauseSeed);
      const paused = await runWithPauses(flow, () => random() < 0.4);
      expect(endOf(paused)).toEqual(endOf(straight));
    }),
    { numRuns: 400 },
  );
});

test('every single pause of one run gives the same end', async () => {
  const flow = randomWorkflow(seededRandom(7), { nodes: 12 });
  const straight = await runWithPauses(flow, () => false);
  for (let at = 1; at < straight.finished.length; at++) {
    expect(endOf(await runWithPauses(flow, (finished) => finished === at))).toEqual(endOf(straight));
  }
});

test('what a run has answered, remembered and counted survives a pause', async () => {
  const count = testNode((context) => {
    context.respond({ status: 200, headers: {}, body: { kind: 'text', text: context.node.name } });
    const total = context.staticData('global');
    total.count = Number(total.count ?? 0) + 1;
    context.state.runs = Number(context.state.runs ?? 0) + 1;
    return context.state.runs === 3 ? [[]] : [[{ json: { run: context.runIndex } }]];
  });
  const flow = workflow().node('Start', startNode).node('Count', count).wire('Start > Count > Count');
  const responses: string[] = [];
  const onEvent: RunRequest['onEvent'] = (event) => {
    if (event.type === 'response' && event.response.body.kind === 'text') responses.push(event.response.body.text);
  };
  const run = await runWithPauses(flow, () => true, { onEvent });
  expect(run.json('Count', 0, 1)).toEqual([{ run: 1 }]);
  expect(run.tasks('Count').length).toBe(3);
  expect(run.progress?.staticData).toEqual({ global: { count: 3 } });
  expect(responses).toEqual(['Count']);
});

test('a paused run says that it waits, and where it stands', async () => {
  const flow = workflow().node('Start', startNode).node('A', passNode).node('B', passNode).wire('Start > A > B');
  const run = await runWorkflowForTest(flow, { pauseAfter: (finished) => finished === 2 });
  expect(run).toMatchObject({ status: 'waiting', lastNode: 'A' });
  expect(run.state?.queue.map((due) => due.node)).toEqual(['B']);
});

test('there is nothing to wait for after the last node', async () => {
  const flow = workflow().node('Start', startNode);
  expect((await runWorkflowForTest(flow, { pauseAfter: () => true })).status).toBe('success');
});

test('a partial run that is paused still knows the results that stay', async () => {
  const read = testNode((context) => [
    [{ json: { n: context.evaluate("={{ $('Start').first().json.n }}", 0) as number } }],
  ]);
  const flow = workflow().node('Start', startNode).node('A', passNode).node('Read', read).wire('Start > A > Read');
  const task = { startTime: 0, executionTime: 0, source: [], data: { main: [[{ json: { n: 5 } }]] } };
  const start = {
    kind: 'partial' as const,
    startNodes: ['A'],
    runData: { Start: [task] },
    payload: { kind: 'manual' as const },
  };
  const paused = await runWorkflowForTest(flow, { start, pauseAfter: () => true });
  const state = JSON.parse(JSON.stringify(paused.state));
  const run = await runWorkflowForTest(flow, { start: { kind: 'resume', state } });
  expect(run.json('Read')).toEqual([{ n: 5 }]);
});

test('a node that is gone when the run goes on is said so', async () => {
  const flow = workflow().node('Start', startNode).node('A', passNode).wire('Start > A');
  const { state } = await runWorkflowForTest(flow, { pauseAfter: () => true });
  const run = await runWorkflowForTest(workflow().node('Start', startNode), {
    start: { kind: 'resume', state: state! },
  });
  expect(run.error?.message).toBe('The node "A" that was to run next is no longer there');
});
