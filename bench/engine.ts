import { resourceUsage } from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createNodeTypeRegistry, type RunRequest, runWorkflow } from '@millrace/engine';
import {
  createFakeHost,
  passNode,
  startNode,
  testNode,
  toItems,
  type WorkflowBuilder,
  workflow,
} from '@millrace/engine/testing';
import { loadNodeTypes } from '@millrace/nodes';

/** What the run loop costs: alone, over long chains and loops, in replay, and with many items through real nodes. */

const nodes = await loadNodeTypes(['core.set', 'core.if', 'core.filter', 'core.aggregate']);
const { yield: _, ...host } = createFakeHost();

const request = (flow: WorkflowBuilder, start: RunRequest['start']): RunRequest => ({
  workflow: flow.build(),
  executionId: '1',
  mode: 'webhook',
  start,
  nodeTypes: createNodeTypeRegistry([...new Set([startNode, passNode, ...flow.definitions, ...nodes])]),
  host: { ...host, now: () => performance.now(), yield: () => Promise.resolve() },
  timezone: 'UTC',
  signal: new AbortController().signal,
});

const manual: RunRequest['start'] = { kind: 'trigger', payload: { kind: 'manual' } };

const time = async (run: RunRequest): Promise<number> => {
  const start = performance.now();
  const outcome = await runWorkflow(run);
  if (outcome.status !== 'success') throw new Error(outcome.error?.message);
  return performance.now() - start;
};

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Megabytes in use after a garbage collection. */
const heapInUse = (): number => {
  collectGarbage();
  return process.memoryUsage().heapUsed / 2 ** 20;
};

const best = async (run: RunRequest, rounds: number): Promise<number> => {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) least = Math.min(least, await time(run));
  return least;
};

const chain = (length: number): WorkflowBuilder => {
  const flow = workflow().node('Start', startNode);
  for (let index = 0; index < length; index++) {
    flow.node(`n${index}`, passNode).connect(index === 0 ? 'Start' : `n${index - 1}`, 0, `n${index}`, 0);
  }
  return flow;
};

const loop = (passes: number): WorkflowBuilder => {
  const count = testNode(
    ({ state }) => {
      state.count = Number(state.count ?? 0) + 1;
      return Number(state.count) % passes === 0 ? [[]] : [[{ json: { n: Number(state.count) } }]];
    },
    { keepsState: true },
  );
  return workflow()
    .node('Start', startNode)
    .node('Count', count)
    .node('Body', passNode)
    .wire('Start > Count > Body > Count');
};

const byScore = {
  parameters: {
    conditions: {
      options: { caseSensitive: true, typeValidation: 'strict', version: 2 },
      combinator: 'and',
      conditions: [
        { leftValue: '={{ $json.score }}', rightValue: 100, operator: { type: 'number', operation: 'gte' } },
      ],
    },
  },
  typeVersion: 2.2,
};

const data = (choice: 'core.if' | 'core.filter'): WorkflowBuilder =>
  workflow()
    .node('Start', startNode)
    .node('Set', 'core.set', {
      typeVersion: 3.4,
      parameters: {
        assignments: {
          assignments: [
            { name: 'name', type: 'string', value: '={{ $json.first.toUpperCase() }} {{ $json.last }}' },
            { name: 'score', type: 'number', value: '={{ $json.score * 2 }}' },
            { name: 'id', type: 'number', value: '={{ $json.id }}' },
          ],
        },
      },
    })
    .node('Choose', choice, byScore)
    .node('Aggregate', 'core.aggregate', { parameters: { aggregate: 'aggregateAllItemData' } })
    .wire('Start > Set > Choose > Aggregate');

const people = (count: number) =>
  toItems(Array.from({ length: count }, (_, id) => ({ id, first: `ann${id}`, last: 'lee', score: id % 100 })));

const onItems = (flow: WorkflowBuilder, count: number): RunRequest => ({
  ...request(flow, { kind: 'trigger', payload: { kind: 'items', items: people(count) } }),
  keepRunData: false,
});

const results: { name: string; value: number; unit: string }[] = [];
const tell = (name: string, value: number, unit: string) =>
  results.push({ name: `engine: ${name}`, value: Math.round(value * 100) / 100, unit });

const long = request(chain(10_000), manual);
tell('node run in a chain of 10,000', ((await best(long, 5)) / 10_000) * 1000, 'µs');
const watched = { ...long, beforeNode: () => {}, onEvent: () => {} };
tell('the same, with a host that is asked and told', ((await best(watched, 5)) / 10_000) * 1000, 'µs');

const endless: RunRequest = { ...request(loop(100_000), manual), keepRunData: false };
tell('node run in a loop of 100,000 passes', ((await best(endless, 3)) / 200_000) * 1000, 'µs');
let early = 0;
let late = 0;
await time({
  ...endless,
  beforeNode: ({ position }) => {
    if (position === 20_000) early = heapInUse();
    if (position === 199_000) late = heapInUse();
  },
});
tell('heap after 10,000 of these passes', early, 'MB');
tell('heap after 100,000', late, 'MB');

const { finished: recorded } = await runWorkflow({
  ...endless,
  keepRunData: true,
  pauseAfter: (runs) => runs === 100_000,
});
const replayed: RunRequest = { ...endless, recorded, pauseAfter: () => true };
let replay = Number.POSITIVE_INFINITY;
for (let round = 0; round < 3; round++) {
  const start = performance.now();
  const { status } = await runWorkflow(replayed);
  if (status !== 'paused') throw new Error(`The replayed run ended as ${status}`);
  replay = Math.min(replay, performance.now() - start);
}
tell('replay of 100,000 recorded node runs', replay, 'ms');

tell('1 item through set (3 expressions), if, aggregate', (await best(onItems(data('core.if'), 1), 2000)) * 1000, 'µs');
tell(
  '100,000 items through set (3 expressions), if, aggregate',
  await best(onItems(data('core.if'), 100_000), 3),
  'ms',
);
tell(
  '1,000,000 items through set (3 expressions), filter, aggregate',
  await time(onItems(data('core.filter'), 1e6)),
  'ms',
);
tell('most memory of the process in all of this', resourceUsage().maxRSS / 1024, 'MB');

console.log(JSON.stringify(results, null, 2));
