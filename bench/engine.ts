/** What the run loop costs: alone, over long chains and loops, and with many items through real nodes. */
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

const nodes = await loadNodeTypes(['core.set', 'core.if', 'core.aggregate']);
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

const data = (): WorkflowBuilder =>
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
    .node('If', 'core.if', {
      typeVersion: 2.2,
      parameters: {
        conditions: {
          options: { caseSensitive: true, typeValidation: 'strict', version: 2 },
          combinator: 'and',
          conditions: [
            { leftValue: '={{ $json.score }}', rightValue: 100, operator: { type: 'number', operation: 'gte' } },
          ],
        },
      },
    })
    .node('Aggregate', 'core.aggregate', { parameters: { aggregate: 'aggregateAllItemData' } })
    .wire('Start > Set > If > Aggregate');

const people = (count: number) =>
  toItems(Array.from({ length: count }, (_, id) => ({ id, first: `ann${id}`, last: 'lee', score: id % 100 })));

const chainTime = await best(request(chain(10_000), manual), 5);
const loopTime = await best({ ...request(loop(100_000), manual), keepRunData: false }, 3);
const items = people(100_000);
const dataTime = await best(request(data(), { kind: 'trigger', payload: { kind: 'items', items } }), 3);
const few = request(data(), { kind: 'trigger', payload: { kind: 'items', items: people(1) } });
const fewTime = await best(few, 2000);

console.log(
  JSON.stringify(
    [
      { name: 'engine: node run in a chain of 10,000', value: (chainTime / 10_000) * 1000, unit: 'µs' },
      { name: 'engine: node run in a loop of 100,000 passes', value: (loopTime / 200_000) * 1000, unit: 'µs' },
      { name: 'engine: 100,000 items through set (3 expressions), if, aggregate', value: dataTime, unit: 'ms' },
      { name: 'engine: 1 item through set (3 expressions), if, aggregate', value: fewTime * 1000, unit: 'µs' },
    ].map((result) => ({ ...result, value: Math.round(result.value * 100) / 100 })),
    null,
    2,
  ),
);
