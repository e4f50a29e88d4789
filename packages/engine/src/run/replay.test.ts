import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  createFakeHost,
  passNode,
  randomLoops,
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
      const flow = randomWorkflow(seededRandom(seed), { subNodes: true, notes: true });
      if (seed % 2 === 0) flow.set({ executionOrder: 'v0' });
      const straight = await runWorkflowForTest(flow, { maxRunsPerNode: 20 });
      const random = seededRandom(pauseSeed);
      const inParts = await runInParts(flow, () => random() < 0.4, { resumeUrl: 'https://here/resume' });
      expect(endOf(inParts)).toEqual(endOf(straight));
    }),
    { numRuns: 400 },
  );
});

test('every single pause of one run gives the same end', async () => {
  const flow = randomWorkflow(seededRandom(7), { nodes: 12, subNodes: true, notes: true });
  const straight = await runInParts(flow, () => false);
  for (let at = 1; at < straight.finished.length; at++) {
    expect(endOf(await runInParts(flow, (finished) => finished === at))).toEqual(endOf(straight));
  }
});

test('every beginning of the record of a run leads to the same end', async () => {
  const flow = randomWorkflow(seededRandom(21), { nodes: 12, subNodes: true, notes: true });
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

/** The same end, wherever a run of this workflow is stopped. */
const expectSameEnd = async (flow: WorkflowBuilder, options: TestRunOptions, pauseSeed: number): Promise<void> => {
  const straight = await runInParts(flow, () => false, { ...options, resumeUrl: undefined });
  const random = seededRandom(pauseSeed);
  const inParts = await runInParts(flow, () => random() < 0.3, options);
  expect(endOf(inParts)).toEqual(endOf(straight));
};

test('loops in loops that are stopped and wait anywhere lose and repeat nothing', { timeout: 30_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), fc.integer(), fc.nat(9), async (seed, pauseSeed, count) => {
      const items = Array.from({ length: count + 1 }, (_, n) => ({ n }));
      const flow = randomLoops(seededRandom(seed));
      if (seed % 2 === 0) flow.set({ executionOrder: 'v0' });
      await expectSameEnd(flow, { items, resumeUrl: 'https://here/resume', maxRunsPerNode: 60 }, pauseSeed);
    }),
    { numRuns: 300 },
  );
});

test('a node that keeps state is not called again when the run goes on', async () => {
  const calls: number[] = [];
  const count = testNode(
    ({ state, runIndex, customData, items }) => {
      calls.push(runIndex);
      state.runs = Number(state.runs ?? 0) + Number(customData.get('step') ?? 1);
      if (runIndex === 0) customData.set('step', 10);
      return runIndex === 3 ? [[]] : [items as never];
    },
    { keepsState: true },
  );
  const flow = workflow().node('Start', startNode).node('Count', count).wire('Start > Count > Count');
  await expectSameEnd(flow, {}, 1);
  calls.length = 0;
  const first = await runWorkflowForTest(flow, { pauseAfter: (finished) => finished === 3 });
  const second = await runWorkflowForTest(flow, partOf(first));
  expect(calls).toEqual([0, 1, 2, 3]);
  expect(second.tasks('Count').map(({ state }) => state?.values)).toEqual([
    { runs: 1 },
    { runs: 11 },
    { runs: 21 },
    { runs: 31 },
  ]);
});

test('state and kept items are those of a node that tries again, and of one that failed and went on', async () => {
  const flaky = testNode(
    ({ state, items }) => {
      state.calls = Number(state.calls ?? 0) + 1;
      if (Number(state.calls) % 3 !== 0) throw new Error('Not yet');
      return [Number(state.calls) < 9 ? (items as never) : []];
    },
    { keepsState: true },
  );
  const flow = workflow()
    .node('Start', startNode)
    .node('Flaky', flaky, { retryOnFail: true, maxTries: 2, onError: 'continueRegularOutput' })
    .wire('Start > Flaky > Flaky');
  await expectSameEnd(flow, {}, 3);
  const run = await runWorkflowForTest(flow);
  expect(run.tasks('Flaky').map(({ state }) => state?.values.calls)).toEqual([2, 3, 5, 6, 8, 9]);
});

test('a state that is no plain data fails its node, which keeps what it had', async () => {
  const circular = testNode(
    ({ state, runIndex, items }) => {
      if (runIndex === 1) state.self = state;
      else state.run = runIndex;
      return runIndex === 2 ? [[]] : [items as never];
    },
    { keepsState: true },
  );
  const flow = (onError: 'stopWorkflow' | 'continueRegularOutput') =>
    workflow().node('Start', startNode).node('A', circular, { onError }).wire('Start > A > A');
  const stopped = await runWorkflowForTest(flow('stopWorkflow'));
  expect(stopped.error?.message).toMatch(/^What the node keeps for its next run cannot be stored: /);
  const run = await runWorkflowForTest(flow('continueRegularOutput'));
  expect(run.tasks('A').map(({ state }) => state?.values)).toEqual([{ run: 0 }, { run: 0 }, { run: 2 }]);
});

test('items that were not kept cannot be read', async () => {
  const reading = testNode((context) => [context.runIndex === 0 ? [...context.items] : [...context.itemsOf(0)]], {
    keepsState: true,
  });
  const flow = (type: typeof reading) => workflow().node('Start', startNode).node('A', type).wire('Start > A > A');
  expect((await runWorkflowForTest(flow(reading))).error?.message).toBe('What came in in run 0 was not kept');
});

test('a run that goes on sees static data and variables as it has seen them before', async () => {
  const look = testNode((context) => [[{ json: { n: context.parameter('text') } }]], {
    parameters: [{ name: 'text', displayName: 'Text', type: 'string', default: '' }],
  });
  const parameters = { text: "={{ $vars.n + ' ' + $getWorkflowStaticData('global').n }}" };
  const flow = workflow()
    .node('Start', startNode)
    .node('A', look, { parameters })
    .node('B', look, { parameters })
    .wire('Start > A > B');
  flow.staticData = { global: { n: 1 } };
  const first = await runWorkflowForTest(flow, { vars: { n: '1' }, pauseAfter: (finished) => finished === 2 });
  flow.staticData = { global: { n: 2 } };
  const second = await runWorkflowForTest(flow, { vars: { n: '2' }, ...partOf(first) });
  expect(second.json('B')).toEqual([{ n: '1 1' }]);
  expect(second.progress?.staticData).toBeUndefined();
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

test('a record in which the state of a node is missing cannot be gone on from', async () => {
  const count = testNode(
    ({ state, items }) => {
      state.n = Number(state.n ?? 0) + 1;
      return [Number(state.n) < 3 ? (items as never) : []];
    },
    { keepsState: true },
  );
  const flow = workflow().node('Start', startNode).node('Count', count).wire('Start > Count > Count');
  const first = await runWorkflowForTest(flow, { pauseAfter: (finished) => finished === 2 });
  const recorded = first.finished.map(({ node, task: { state: _, ...task } }) => ({ node, task }));
  const run = await runWorkflowForTest(flow, { recorded });
  expect(`${run.status}: ${run.error?.message}`).toBe(
    'error: The execution cannot go on: it was recorded by a version of Millrace that did not store what "Count" keeps between its runs. Start it anew',
  );
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
  const crossed = workflow()
    .node('Start', startNode)
    .node('A', passNode)
    .node('B', passNode)
    .wire('Start > A', 'Start > B');
  expect((await runWorkflowForTest(crossed, { recorded })).error?.message).toBe(
    'The recorded results do not fit the workflow: number 3 is of "B", with items from "A", where those from "Start" are due',
  );
});
