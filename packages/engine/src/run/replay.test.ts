import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  createFakeHost,
  passNode,
  randomWorkflow,
  runWorkflowForTest,
  seededRandom,
  startNode,
  type TestRun,
  type TestRunOptions,
  testNode,
  type WorkflowBuilder,
  workflow,
} from '../testing/index.ts';
import type { FinishedRun, RunOutcome, RunProgress } from './types.ts';

const throughJson = <T>(value: T): T => (value === undefined ? value : JSON.parse(JSON.stringify(value)));

/** What is stored of a run that is not over. */
const partOf = ({ finished, progress }: RunOutcome): { recorded: FinishedRun[]; progress: RunProgress | undefined } =>
  throughJson({ recorded: finished, progress });

/** Runs a workflow; wherever `pauses` says so, and wherever it waits, it is stored as JSON and goes on from that. */
const runInParts = async (
  flow: WorkflowBuilder,
  pauses: (finished: number) => boolean,
  options: TestRunOptions = {},
): Promise<TestRun> => {
  const host = createFakeHost();
  let more: TestRunOptions = {};
  for (;;) {
    const run = await runWorkflowForTest(flow, { host, pauseAfter: pauses, maxRunsPerNode: 20, ...options, ...more });
    if (run.status !== 'paused' && run.status !== 'waiting') return run;
    more = partOf(run);
    if (run.wait) more = { ...more, resumption: { kind: 'time' }, memo: throughJson(run.wait.memo) };
  }
};

const endOf = ({ status, finished, lastNode, lastItems, error, progress }: RunOutcome) =>
  throughJson({ status, finished, lastNode, lastItems, error, progress });

test('a run that is stopped after any node and continued elsewhere ends as the straight run does', {
  timeout: 30_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), fc.integer(), async (seed, pauseSeed) => {
      const flow = randomWorkflow(seededRandom(seed), { subNodes: true });
      const straight = await runWorkflowForTest(flow, { maxRunsPerNode: 20 });
      const random = seededRandom(pauseSeed);
      const inParts = await runInParts(flow, () => random() < 0.4, { resumeUrl: 'https://here/resume' });
      expect(endOf(inParts)).toEqual(endOf(straight));
    }),
    { numRuns: 400 },
  );
});

test('every single pause of one run gives the same end', async () => {
  const flow = randomWorkflow(seededRandom(7), { nodes: 12, subNodes: true });
  const straight = await runInParts(flow, () => false);
  for (let at = 1; at < straight.finished.length; at++) {
    expect(endOf(await runInParts(flow, (finished) => finished === at))).toEqual(endOf(straight));
  }
});

test('every beginning of the record of a run leads to the same end', async () => {
  const flow = randomWorkflow(seededRandom(21), { nodes: 12, subNodes: true });
  const whole = await runWorkflowForTest(flow, { maxRunsPerNode: 20 });
  expect(whole.finished.length).toBeGreaterThan(5);
  for (let length = 0; length <= whole.finished.length; length++) {
    const recorded = throughJson(whole.finished.slice(0, length));
    const host = createFakeHost({ now: whole.finished[length]?.task.startTime });
    const run = await runWorkflowForTest(flow, { recorded, host, maxRunsPerNode: 20 });
    expect(endOf(run)).toEqual(endOf(whole));
  }
});

test('only nodes that are not recorded are called, asked about and told of', async () => {
  const called: string[] = [];
  const spy = testNode(({ node, items }) => {
    called.push(node.name);
    return [items as never];
  });
  const flow = workflow().node('Start', startNode).node('A', spy).node('B', spy).wire('Start > A > B');
  const first = await runWorkflowForTest(flow, { pauseAfter: (finished) => finished === 2 });
  expect(first).toMatchObject({ status: 'paused', lastNode: 'A', order: ['Start', 'A'] });
  const asked: string[] = [];
  const run = await runWorkflowForTest(flow, {
    ...partOf(first),
    beforeNode: ({ node, position }) => void asked.push(`${node} at ${position}`),
  });
  expect(run).toMatchObject({ status: 'success', lastNode: 'B', order: ['Start', 'A', 'B'] });
  expect(called).toEqual(['A', 'B']);
  expect(asked).toEqual(['B at 2']);
  expect(run.events.map((event) => event.type)).toEqual(['nodeStarted', 'nodeFinished']);
});

test('a node that keeps state is called again for that, and nobody notices', async () => {
  const count = testNode(
    (context) => {
      context.respond({ status: 200, headers: {}, body: { kind: 'none' } });
      context.log('called');
      context.staticData('global').calls = Number(context.staticData('global').calls ?? 0) + 1;
      context.customData.set('run', context.runIndex);
      context.state.runs = Number(context.state.runs ?? 0) + 1;
      return context.state.runs === 3 ? [[]] : [[{ json: { at: context.now() } }]];
    },
    { keepsState: true },
  );
  const flow = workflow().node('Start', startNode).node('Count', count).wire('Start > Count > Count');
  const straight = await runInParts(flow, () => false);
  const host = createFakeHost();
  const first = await runWorkflowForTest(flow, { host, pauseAfter: (finished) => finished === 3 });
  const second = await runWorkflowForTest(flow, { host, ...partOf(first) });
  expect(second.responses.length).toBe(1);
  expect(second.logs.length).toBe(1);
  expect(endOf(second)).toEqual(endOf(straight));
  expect(second.progress).toEqual({ staticData: { global: { calls: 3 } }, customData: { run: '2' } });
});

test('a node that keeps state and tries again does so in replay too, without waiting', async () => {
  const flaky = testNode(
    ({ state, items }) => {
      state.calls = Number(state.calls ?? 0) + 1;
      if (Number(state.calls) % 2 === 1) throw new Error('Not yet');
      return [Number(state.calls) < 6 ? (items as never) : []];
    },
    { keepsState: true },
  );
  const flow = workflow()
    .node('Start', startNode)
    .node('Flaky', flaky, { retryOnFail: true, maxTries: 2, waitBetweenTries: 1000 })
    .wire('Start > Flaky > Flaky');
  const host = createFakeHost();
  const first = await runWorkflowForTest(flow, { host, pauseAfter: (finished) => finished === 3 });
  const second = await runWorkflowForTest(flow, { host, ...partOf(first) });
  expect(second.tasks('Flaky').length).toBe(3);
  expect(host.sleeps).toEqual([1000, 1000, 1000]);
});

test('a node without keepsState has no state', async () => {
  const careless = testNode(({ state }) => [[{ json: { state } as never }]]);
  const run = await runWorkflowForTest(workflow().node('Start', startNode).node('A', careless).wire('Start > A'));
  expect(run.error?.message).toMatch(/does not say keepsState/);
});

test('there is nothing to pause for after the last node', async () => {
  const flow = workflow().node('Start', startNode);
  expect((await runWorkflowForTest(flow, { pauseAfter: () => true })).status).toBe('success');
});

test('a recorded failure ends the run as it did', async () => {
  const fail = testNode(() => {
    throw new Error('Broken');
  });
  const flow = workflow().node('Start', startNode).node('Fail', fail).wire('Start > Fail');
  const first = await runWorkflowForTest(flow);
  expect(endOf(await runWorkflowForTest(flow, partOf(first)))).toEqual(endOf(first));
});

test('a partial run that goes on later still knows the results that stay', async () => {
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
  const first = await runWorkflowForTest(flow, { start, pauseAfter: () => true });
  const run = await runWorkflowForTest(flow, { start, ...partOf(first) });
  expect(run.json('Read')).toEqual([{ n: 5 }]);
});

test('records that do not fit the workflow are refused', async () => {
  const chain = (...names: string[]) => {
    const flow = workflow().node('Start', startNode);
    for (const name of names) flow.node(name, passNode);
    return flow.wire(['Start', ...names].join(' > '));
  };
  const { finished: recorded } = await runWorkflowForTest(chain('A', 'B'));
  const messages = [chain('B'), chain('A', 'C'), chain('A')].map(async (flow) => {
    const run = await runWorkflowForTest(flow, { recorded });
    return `${run.status}: ${run.error?.message}`;
  });
  expect(await Promise.all(messages)).toEqual([
    'error: The recorded results do not fit the workflow: number 2 is of "A", where "B" is due',
    'error: The recorded results do not fit the workflow: number 3 is of "B", where "C" is due',
    'error: The recorded results do not fit the workflow: number 3 is of "B", where the run has come to its end',
  ]);
});
