import { expect, test } from 'vitest';
import type { NodeDefinition } from '../node-api/definition.ts';
import { NodeError } from '../node-api/errors.ts';
import {
  passNode,
  runWorkflowForTest,
  startNode,
  subNode,
  testNode,
  type WorkflowBuilder,
  workflow,
} from '../testing/index.ts';

/** Calls what its models serve, for each item, and gives what they answer. */
const agent = testNode(
  (context) =>
    context.forEachItem(async (item, index) => {
      const models = (await context.connected('ai_languageModel', index)) as ((text: string) => string)[];
      const tools = (await context.connected('ai_tool', index)) as ((text: string) => string)[];
      return { json: { said: [...models, ...tools].map((ask) => ask(String(item.json.n))).join(' ') } };
    }),
  {
    name: 'test.agent',
    inputs: ['main', { type: 'ai_languageModel', displayName: 'Model', required: true }, 'ai_tool'],
  },
);

const greeting = [{ name: 'greeting', displayName: 'Greeting', type: 'string', default: '' }] as const;
const model = subNode(
  'ai_languageModel',
  (context) => (text: string) => `${context.node.name}${context.parameter('greeting')}(${text})`,
  { name: 'test.model', parameters: greeting },
);
const tool = subNode('ai_tool', (context) => (text: string) => `${context.node.name}[${text}]`, { name: 'test.tool' });

const served = (sub: Record<string, NodeDefinition | [NodeDefinition, object]>, parent = 'Agent'): WorkflowBuilder => {
  const flow = workflow().node('Start', startNode).node('Agent', agent).wire('Start > Agent');
  for (const [name, what] of Object.entries(sub)) {
    const [type, options] = Array.isArray(what) ? what : [what, {}];
    flow.node(name, type, options).connect(name, 0, parent, 0, String((type.outputs as string[])[0]));
  }
  return flow;
};

test('sub-nodes serve in the order of the canvas; they are not run, and disabled ones do not serve', async () => {
  const flow = served({
    Second: [model, { position: [300, 500] }],
    First: [model, { position: [200, 500] }],
    Off: [model, { position: [100, 500], disabled: true }],
    Tool: tool,
  });
  const run = await runWorkflowForTest(flow, { items: [{ n: 1 }, { n: 2 }] });
  expect(run.order).toEqual(['Start', 'Agent']);
  expect(run.json('Agent')).toEqual([{ said: 'First(1) Second(1) Tool[1]' }, { said: 'First(2) Second(2) Tool[2]' }]);
});

test('parameters of a sub-node are evaluated for the item that it serves', async () => {
  const flow = served({ M: [model, { parameters: { greeting: '=-{{ $json.n * 10 }}-{{ $itemIndex }}' } }] });
  const run = await runWorkflowForTest(flow, { items: [{ n: 1 }, { n: 2 }] });
  expect(run.json('Agent')).toEqual([{ said: 'M-10-0(1)' }, { said: 'M-20-1(2)' }]);
});

test('a sub-node may be served by others', async () => {
  const wrapping = subNode(
    'ai_languageModel',
    async (context) => {
      const [inner] = (await context.connected('ai_languageModel')) as ((text: string) => string)[];
      return (text: string) => `<${inner?.(text)}>`;
    },
    { inputs: [{ type: 'ai_languageModel', required: true }] },
  );
  const flow = served({ Wrap: wrapping });
  expect((await runWorkflowForTest(flow, { items: [{ n: 1 }] })).error?.message).toBe(
    'Sub-node "Wrap": No node is connected to the required input "ai_languageModel"',
  );
  flow.node('Inner', model).connect('Inner', 0, 'Wrap', 0, 'ai_languageModel');
  expect((await runWorkflowForTest(flow, { items: [{ n: 1 }] })).json('Agent')).toEqual([{ said: '<Inner(1)>' }]);
});

test.each([
  ['none', {}],
  ['only a disabled one', { Off: [model, { disabled: true }] as [NodeDefinition, object] }],
])('a node whose required sub-node is missing fails before it runs: %s', async (_, sub) => {
  const run = await runWorkflowForTest(served(sub));
  expect(run.error).toMatchObject({
    node: 'Agent',
    message: 'No node is connected to the required input "Model"',
    description: 'Connect a node that serves there, or enable the one that is connected.',
  });
});

test.each<[string, NodeDefinition | string, string]>([
  [
    'its own failure',
    subNode('ai_tool', () => {
      throw new NodeError('No key', { description: 'Enter one.' });
    }),
    'Sub-node "T": No key',
  ],
  ['an unknown type', 'acme.tool', 'Sub-node "T": The node type acme.tool is not known'],
])('an error of a sub-node names it: %s', async (_, type, message) => {
  const flow = served({ M: model }).node('T', type).connect('T', 0, 'Agent', 0, 'ai_tool');
  const run = await runWorkflowForTest(flow);
  expect(run.error).toMatchObject({ node: 'Agent', itemIndex: 0, message, context: { subNode: 'T' } });
});

test('a node that serves nobody is no model', async () => {
  const flow = served({}).node('T', passNode).connect('T', 0, 'Agent', 0, 'ai_languageModel');
  const run = await runWorkflowForTest(flow);
  expect(run.error).toMatchObject({
    message: 'Sub-node "T": Nodes of its type serve no others',
    context: { subNode: 'T' },
  });
});

test('sub-nodes in a circle are an error, not a wait for ever', async () => {
  const asking = (name: string) =>
    subNode('ai_tool', (context) => context.connected('ai_tool'), { name, inputs: ['ai_tool'] });
  const flow = served({ M: model, A: asking('test.a') })
    .node('B', asking('test.b'))
    .connect('B', 0, 'A', 0, 'ai_tool')
    .connect('A', 0, 'B', 0, 'ai_tool');
  expect((await runWorkflowForTest(flow)).error?.message).toBe('Sub-node "A": It serves itself, over other nodes');
});

const closing = (closed: string[], name: string, inputs: NodeDefinition['inputs'] = []) =>
  testNode(() => [], {
    name,
    inputs,
    outputs: ['ai_tool'],
    supply: async (context) => {
      if (inputs.length > 0) await context.connected('ai_tool');
      return {
        value: (text: string) => text,
        close: async () => {
          await Promise.resolve();
          closed.push(context.node.name);
          if (name === 'test.failing') throw new Error('Lost');
        },
      };
    },
  });

test('sub-nodes are closed at the end of the run that they served, last first, before the run goes on', async () => {
  const closed: string[] = [];
  const flow = served({ M: model, Outer: closing(closed, 'test.outer', ['ai_tool']) })
    .node('Inner', closing(closed, 'test.failing'))
    .connect('Inner', 0, 'Outer', 0, 'ai_tool')
    .node(
      'After',
      testNode(() => {
        closed.push('After');
        return [];
      }),
    )
    .wire('Agent > After');
  const run = await runWorkflowForTest(flow);
  expect(closed).toEqual(['Outer', 'Inner', 'After']);
  expect(run.status).toBe('success');
  expect(run.logs).toEqual([['"Inner" could not be closed: Lost']]);
});

test('each attempt has its own sub-nodes, closed when it fails', async () => {
  const closed: string[] = [];
  let calls = 0;
  const flaky = testNode(
    async (context) => {
      await context.connected('ai_tool');
      if (++calls < 3) throw new Error('Not yet');
      return [[]];
    },
    { inputs: ['main', 'ai_tool'] },
  );
  const flow = workflow()
    .node('Start', startNode)
    .node('Node', flaky, { retryOnFail: true, maxTries: 3 })
    .node('T', closing(closed, 'test.closing'))
    .wire('Start > Node')
    .connect('T', 0, 'Node', 0, 'ai_tool');
  expect((await runWorkflowForTest(flow)).status).toBe('success');
  expect(closed).toEqual(['T', 'T', 'T']);
});

test('sub-nodes are closed where the run is stopped, also those that are set up too late', async () => {
  const stop = new AbortController();
  const closed: string[] = [];
  let serve = (_: object) => {};
  const late = testNode(() => [], {
    inputs: [],
    outputs: ['ai_tool'],
    supply: () =>
      new Promise<{ value: unknown; close(): void }>((resolve) => {
        serve = () => resolve({ value: 1, close: () => void closed.push('Late') });
        stop.abort();
      }),
  });
  const flow = served({ M: model, Late: late });
  expect((await runWorkflowForTest(flow, { signal: stop.signal })).status).toBe('canceled');
  serve({});
  await new Promise<void>((resolve) => {
    const look = () => (closed.length > 0 ? resolve() : queueMicrotask(look));
    look();
  });
  expect(closed).toEqual(['Late']);
});

const recording = subNode(
  'ai_tool',
  (context) => (text: string) => {
    context.recordCall([{ json: { text } }], text === '2' ? { error: new Error('Two') } : [{ json: { ok: text } }]);
    return text;
  },
  { name: 'test.recording' },
);

test('each use of a sub-node is a node run of its own, before the run that it served', async () => {
  const run = await runWorkflowForTest(served({ M: model, T: recording }), { items: [{ n: 1 }, { n: 2 }] });
  expect(run.order).toEqual(['Start', 'T', 'T', 'Agent']);
  const [first, second] = run.tasks('T');
  expect(first).toMatchObject({
    data: { ai_tool: [[{ json: { ok: '1' } }]] },
    serves: { node: 'Agent', runIndex: 0, input: [{ json: { text: '1' } }] },
  });
  expect(second).toMatchObject({ error: { message: 'Two', node: 'T', runIndex: 1 } });
  expect(run.events.map((event) => `${event.type} ${'node' in event && event.node}`)).toEqual([
    'nodeStarted Start',
    'nodeFinished Start',
    'nodeStarted Agent',
    'nodeStarted T',
    'nodeFinished T',
    'nodeStarted T',
    'nodeFinished T',
    'nodeFinished Agent',
  ]);
});

test('uses of sub-nodes are passed over in replay, also those of a run that did not end', async () => {
  const flow = served({ M: model, T: recording }).node('After', passNode).wire('Agent > After');
  const whole = await runWorkflowForTest(flow, { items: [{ n: 1 }, { n: 3 }] });
  for (let length = 0; length <= whole.finished.length; length++) {
    const recorded = JSON.parse(JSON.stringify(whole.finished.slice(0, length)));
    const run = await runWorkflowForTest(flow, { items: [{ n: 1 }, { n: 3 }], recorded });
    const repeated = length === 2 || length === 3 ? length - 1 : 0;
    expect(run).toMatchObject({ status: 'success' });
    expect(run.finished.length).toBe(whole.finished.length + repeated);
    expect(run.json('After')).toEqual(whole.json('After'));
  }
});

test('a node that keeps state and asks sub-nodes goes on where it was', async () => {
  const remembering = testNode(
    async (context) => {
      context.state.runs = Number(context.state.runs ?? 0) + 1;
      const runs = Number(context.state.runs);
      const [use] = (await context.connected('ai_tool')) as ((text: string) => string)[];
      use?.(String(runs));
      return [runs < 3 ? [{ json: { runs } }] : []];
    },
    { keepsState: true, inputs: ['main', 'ai_tool'] },
  );
  const flow = workflow()
    .node('Start', startNode)
    .node('Node', remembering)
    .node('T', recording)
    .wire('Start > Node > Node')
    .connect('T', 0, 'Node', 0, 'ai_tool');
  const whole = await runWorkflowForTest(flow);
  expect(whole.order).toEqual(['Start', 'T', 'Node', 'T', 'Node', 'T', 'Node']);
  const recorded = JSON.parse(JSON.stringify(whole.finished.slice(0, 5)));
  const run = await runWorkflowForTest(flow, { recorded });
  expect(run.order).toEqual(whole.order);
  expect(run.tasks('T').at(-1)?.serves?.input).toEqual([{ json: { text: '3' } }]);
});

test('a model may choose the parameters of a tool', async () => {
  const order = [{ name: 'id', displayName: 'Id', type: 'string', default: '' }] as const;
  const chooser = subNode('ai_tool', (context) => () => context.withArguments({ id: 'A7' }).parameter('id'), {
    name: 'test.chooser',
    parameters: order,
  });
  const flow = served({ M: model, T: [chooser, { parameters: { id: "=order {{ $fromAI('id') }}" } }] });
  expect((await runWorkflowForTest(flow, { items: [{ n: 1 }] })).json('Agent')).toEqual([{ said: 'M(1) order A7' }]);
});

test('a sub-node is not run by itself; a run to it or from it is one to or from the node that it serves', async () => {
  const flow = served({ M: model });
  const whole = await runWorkflowForTest(flow, { items: [{ n: 1 }] });
  expect((await runWorkflowForTest(flow, { destinationNode: 'M' })).order).toEqual(['Start', 'Agent']);
  const lone = await runWorkflowForTest(workflow().node('M', model), { destinationNode: 'M' });
  expect(lone.error?.message).toBe('The node only serves others');
  const runData = { Start: whole.tasks('Start') };
  const run = await runWorkflowForTest(flow, {
    start: { kind: 'partial', startNodes: ['M'], runData, payload: { kind: 'manual' } },
  });
  expect(run.order).toEqual(['Agent']);
});
