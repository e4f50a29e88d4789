import type { JsonObject } from '@millrace/contract/data';
import { describe, expect, test } from 'vitest';
import type { NodeDefinition } from '../node-api/definition.ts';
import type { NodeRunRequest, NodeRunResult } from '../node-api/node-run.ts';
import {
  createFakeHost,
  passNode,
  runWorkflowForTest,
  startNode,
  subNode,
  type TestRun,
  type TestRunOptions,
  tellRun,
  testNode,
  type WorkflowBuilder,
  workflow,
} from '../testing/index.ts';
import { createNodeTypeRegistry } from './node-types.ts';
import type { FinishedRun } from './types.ts';

const agentPorts = { inputs: ['main', 'ai_tool'] as const };

const tellResult = (result: NodeRunResult) =>
  result.status === 'success'
    ? `${result.node}: ${result.items.map(({ json }) => json.said).join()}`
    : `${result.node} failed: ${result.error.message}`;

/** Asks for each round of requests in turn, and says at its end what it was given. Its place is in `memo` alone. */
const asking = (rounds: (readonly NodeRunRequest[])[], calls: unknown[] = []): NodeDefinition =>
  testNode(
    (context) => {
      const { memo, results } = context;
      const round = Number(memo?.round ?? 0);
      const said = [...((memo?.said ?? []) as string[]), ...(results ?? []).map(tellResult)];
      calls.push({ round, runIndex: context.runIndex, results: results?.length });
      const requests = rounds[round];
      return requests ? context.run(requests, { round: round + 1, said }) : [[{ json: { said: said.join('; ') } }]];
    },
    { ...agentPorts, keepsState: false },
  );

const text = [{ name: 'text', displayName: 'Text', type: 'string', default: '' }] as const;

/** Says its text for each item. */
const toolNode = testNode(
  (context) => context.forEachItem((_, index) => ({ json: { said: context.parameter('text', index) } })),
  { parameters: text },
);

const withTools = (agent: NodeDefinition, tools: Record<string, [NodeDefinition, object?]>): WorkflowBuilder => {
  const flow = workflow()
    .node('Start', startNode)
    .node('Agent', agent)
    .node('After', passNode)
    .wire('Start > Agent > After');
  for (const [name, [type, options]] of Object.entries(tools)) {
    flow.node(name, type, options).connect(name, 0, 'Agent', 0, 'ai_tool');
  }
  return flow;
};

const request = (node: string, more: Partial<NodeRunRequest> = {}): NodeRunRequest => ({
  node,
  items: [{ json: {} }],
  ...more,
});

const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value));

test('nodes that a node asks for run in their order, each as a node run, before anything else; then it runs with what they gave', async () => {
  const calls: unknown[] = [];
  const agent = asking(
    [[request('A', { arguments: { word: 'one' } }), request('B')], [request('A', { arguments: { word: 'two' } })]],
    calls,
  );
  const flow = withTools(agent, {
    A: [toolNode, { parameters: { text: "={{ $fromAI('word', 'What to say') }}" } }],
    B: [toolNode, { parameters: { text: 'bee' } }],
  });
  const run = await runWorkflowForTest(flow);
  expect(run.status).toBe('success');
  expect(run.order).toEqual(['Start', 'Agent', 'A', 'B', 'Agent', 'A', 'Agent', 'After']);
  expect(run.json('After')).toEqual([{ said: 'A: one; B: bee; A: two' }]);
  expect(calls).toEqual([
    { round: 0, runIndex: 0 },
    { round: 1, runIndex: 1, results: 2 },
    { round: 2, runIndex: 2, results: 1 },
  ]);
  expect(run.tasks('A')[0]).toMatchObject({
    serves: { node: 'Agent', runIndex: 0, input: [{ json: {} }], isRun: true },
    data: { ai_tool: [[{ json: { said: 'one' } }]] },
  });
  expect(run.tasks('After')[0]?.source).toEqual([{ previousNode: 'Agent', previousNodeRun: 2 }]);
  expect(run.lastNode).toBe('After');
});

test('their expressions see the items that they are given, and the other nodes from the item for which they are run', async () => {
  const seer = testNode(
    (context) => context.forEachItem((_, index) => ({ json: { said: context.parameter('text', index) } })),
    { parameters: text },
  );
  const agent = asking([[request('A', { items: [{ json: { n: 7 } }, { json: { n: 8 } }], itemIndex: 1 })]]);
  const flow = withTools(agent, {
    A: [seer, { parameters: { text: "={{ $json.n }}-{{ $('Start').item.json.at }}-{{ $('Start').all().length }}" } }],
  });
  const run = await runWorkflowForTest(flow, { items: [{ at: 'x' }, { at: 'y' }] });
  expect(run.json('After')).toEqual([{ said: 'A: 7-y-2,8-y-2' }]);
});

test('one that fails is a result, after its own attempts, and ends nothing', async () => {
  let attempts = 0;
  const failing = testNode(() => {
    attempts++;
    throw new Error('No answer');
  });
  const flow = withTools(asking([[request('Bad'), request('Good')]]), {
    Bad: [failing, { retryOnFail: true, maxTries: 3 }],
    Good: [toolNode, { parameters: { text: 'fine' } }],
  });
  const run = await runWorkflowForTest(flow);
  expect(attempts).toBe(3);
  expect(run).toMatchObject({ status: 'success' });
  expect(run.json('After')).toEqual([{ said: 'Bad failed: No answer; Good: fine' }]);
  expect(run.tasks('Bad')[0]).toMatchObject({ error: { message: 'No answer', node: 'Bad' }, serves: { isRun: true } });
});

describe('what cannot be run is an error of the node that asks', () => {
  test.each([
    ['a node that is not there', 'Nobody'],
    ['a node that is not wired to it', 'After'],
    ['a name from the prototype', 'constructor'],
  ])('%s', async (_, name) => {
    const run = await runWorkflowForTest(withTools(asking([[request(name)]]), { A: [toolNode] }));
    expect(run).toMatchObject({
      status: 'error',
      error: { node: 'Agent', message: `"${name}" cannot be run from here` },
    });
  });

  test('an unknown type is a result', async () => {
    const flow = withTools(asking([[request('A')]]), { A: [toolNode] });
    const built = flow.build();
    const nodes = built.nodes.map((node) => (node.name === 'A' ? { ...node, type: 'nobody.knows' } : node));
    const run = await runWorkflowForTest(
      { ...built, nodes },
      { nodeTypes: createNodeTypeRegistry([...flow.definitions]) },
    );
    expect(run.json('After')).toEqual([{ said: 'A failed: The node type nobody.knows (version 1) is not known' }]);
  });
});

test('a disabled one passes its items, a pinned one gives what is pinned', async () => {
  const flow = withTools(asking([[request('Off', { items: [{ json: { said: 'in' } }] }), request('Pinned')]]), {
    Off: [toolNode, { disabled: true }],
    Pinned: [toolNode],
  });
  const run = await runWorkflowForTest(flow, { pinData: { Pinned: [{ said: 'kept' }] } });
  expect(run.json('After')).toEqual([{ said: 'Off: in; Pinned: kept' }]);
});

test('a node that is asked for may ask for others', async () => {
  const inner = asking([[request('Deep', { arguments: { word: 'deep' } })]]);
  const flow = withTools(asking([[request('Inner'), request('B')]]), {
    Inner: [inner],
    B: [toolNode, { parameters: { text: 'bee' } }],
  })
    .node('Deep', toolNode, { parameters: { text: "={{ $fromAI('word') }}-{{ $('Start').item.json.n }}" } })
    .connect('Deep', 0, 'Inner', 0, 'ai_tool');
  const run = await runWorkflowForTest(flow, { items: [{ n: 5 }] });
  expect(run.order).toEqual(['Start', 'Agent', 'Inner', 'Deep', 'Inner', 'B', 'Agent', 'After']);
  expect(run.json('After')).toEqual([{ said: 'Inner: Deep: deep-5; B: bee' }]);
});

test('level by level, too, they run before anything else', async () => {
  const flow = withTools(asking([[request('A')]]), { A: [toolNode, { parameters: { text: 'a' } }] })
    .node('Beside', passNode)
    .wire('Start > Beside')
    .set({ executionOrder: 'v0' });
  const run = await runWorkflowForTest(flow);
  expect(run.order).toEqual(['Start', 'Agent', 'A', 'Agent', 'Beside', 'After']);
});

test('a node whose only output is that of a tool gives its items there', async () => {
  const tool = testNode(() => [[{ json: { said: 'yes' } }]], { inputs: [], outputs: ['ai_tool'] });
  const run = await runWorkflowForTest(withTools(asking([[request('A')]]), { A: [tool] }));
  expect(run.json('After')).toEqual([{ said: 'A: yes' }]);
});

test('no requests: the node is run again at once', async () => {
  const run = await runWorkflowForTest(withTools(asking([[]]), {}));
  expect(run.order).toEqual(['Start', 'Agent', 'Agent', 'After']);
});

describe('going on elsewhere', () => {
  /** Waits once, as for an approval. */
  const approval = testNode((context) =>
    context.resumption
      ? [[{ json: { said: `${context.memo?.asked} ${context.resumption.kind}` } }]]
      : context.wait({ till: null, memo: { asked: 'approved by' } }),
  );

  const build = (calls: unknown[] = []) =>
    withTools(
      asking(
        [
          [request('A', { arguments: { word: 'one' } }), request('Approval')],
          [request('A', { arguments: { word: 'two' } })],
        ],
        calls,
      ),
      { A: [toolNode, { parameters: { text: "={{ $fromAI('word') }}" } }], Approval: [approval] },
    );

  test('one that waits ends the run as waiting; when that is over it goes on, and nothing is run a second time', async () => {
    const calls: unknown[] = [];
    const flow = build(calls);
    const first = await runWorkflowForTest(flow);
    expect(first).toMatchObject({ status: 'waiting', wait: { node: 'Approval', runIndex: 0 } });
    expect(first.order).toEqual(['Start', 'Agent', 'A']);
    const run = await runWorkflowForTest(flow, {
      recorded: throughJson(first.finished),
      resumption: { kind: 'time' },
      memo: throughJson(first.wait!.memo!),
    });
    expect(run.status).toBe('success');
    expect(run.json('After')).toEqual([{ said: 'A: one; Approval: approved by time; A: two' }]);
    expect(calls).toEqual([
      { round: 0, runIndex: 0 },
      { round: 1, runIndex: 1, results: 2 },
      { round: 2, runIndex: 2, results: 1 },
    ]);
  });

  test('after any of its node runs it ends as the straight run does', async () => {
    const goOn = async (recorded: FinishedRun[], more: TestRunOptions = {}): Promise<TestRun> => {
      const run = await runWorkflowForTest(build(), {
        recorded: throughJson(recorded),
        host: createFakeHost(),
        ...more,
      });
      if (run.status !== 'waiting') return run;
      return goOn(run.finished, { resumption: { kind: 'time' }, memo: throughJson(run.wait!.memo!) as JsonObject });
    };
    const straight = await goOn([]);
    expect(straight.finished).toHaveLength(8);
    for (let count = 0; count <= straight.finished.length; count++) {
      const isApproved = count > 3;
      const run = await goOn(straight.finished.slice(0, count), isApproved ? {} : { resumption: undefined });
      expect(tellRun(run.finished), `after ${count}`).toEqual(tellRun(straight.finished));
    }
  });

  test('it pauses before a node that was asked for', async () => {
    const run = await runWorkflowForTest(build(), { pauseAfter: (finished) => finished === 2 });
    expect(run).toMatchObject({ status: 'paused', order: ['Start', 'Agent'] });
  });
});

describe('what a model is told of the nodes', () => {
  const toolsOf = async (tools: Record<string, [NodeDefinition, object?]>) => {
    let found: unknown;
    const agent = testNode((context) => {
      found = context.tools();
      return [[]];
    }, agentPorts);
    const run = await runWorkflowForTest(withTools(agent, tools));
    return run.error ? run.error.message : found;
  };

  test('names of letters and digits, once each, what they are for, and the values that they want', async () => {
    expect(
      await toolsOf({
        'Send mail!': [
          toolNode,
          {
            notes: 'Sends a mail',
            parameters: { text: "={{ $fromAI('to', 'Address') }} {{ $fromAI('count', 'How many', 'number', 3) }}" },
          },
        ],
        'Send mail?': [toolNode, { parameters: { text: 'a', toolDescription: 'Another way' } }],
        Off: [toolNode, { disabled: true }],
      }),
    ).toEqual([
      {
        node: 'Send mail!',
        name: 'Send_mail',
        description: 'Sends a mail',
        schema: {
          type: 'object',
          properties: {
            to: { type: 'string', description: 'Address' },
            count: { type: 'number', description: 'How many', default: 3 },
          },
          required: ['to'],
        },
      },
      {
        node: 'Send mail?',
        name: 'Send_mail_2',
        description: 'Another way',
        schema: { type: 'object', properties: {}, required: [] },
      },
    ]);
  });

  test('a value that cannot be read fails the node that asks', async () => {
    const message = await toolsOf({ A: [toolNode, { parameters: { text: '={{ $fromAI($json.key) }}' } }] });
    expect(message).toMatch(/\$fromAI/);
  });

  test('nodes that serve a value are connected, those that run are tools: each is in one list', async () => {
    const found: unknown[] = [];
    const agent = testNode(async (context) => {
      found.push(
        context.tools().map(({ node }) => node),
        await context.connected('ai_tool'),
      );
      return [[]];
    }, agentPorts);
    const served = subNode('ai_tool', () => 'a value');
    await runWorkflowForTest(withTools(agent, { Runs: [toolNode], Serves: [served] }));
    expect(found).toEqual([['Runs'], ['a value']]);
  });
});
