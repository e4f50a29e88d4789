import { expect, test } from 'vitest';
import { NodeError } from '../node-api/errors.ts';
import {
  type NodeOptions,
  passNode,
  runNode,
  runWorkflowForTest,
  startNode,
  tellRun,
  testNode,
  workflow,
} from '../testing/index.ts';

const items = [{ n: 1 }, { n: 2 }];

const between = (node: Parameters<ReturnType<typeof workflow>['node']>[1], options: NodeOptions = {}) =>
  workflow().node('Start', startNode).node('Node', node, options).node('After', passNode).wire('Start > Node > After');

const parameters = [] as const;

/** Fails for items whose n is 2. */
const picky = testNode(
  (context) =>
    context.forEachItem((item) => {
      if (item.json.n === 2) throw new NodeError('No twos', { description: 'Two is too many' });
      return item;
    }),
  { parameters },
);

const broken = testNode(() => {
  throw new NodeError('Broken');
});

/** Fails so many times, then gives its items. */
const flaky = (failures: number) => {
  let calls = 0;
  return testNode((context) => {
    if (calls++ < failures) throw new NodeError(`Failure ${calls}`);
    return [[...context.items]];
  });
};

test('executeOnce: the node sees the first item only', async () => {
  const run = await runWorkflowForTest(between(passNode, { executeOnce: true }), { items });
  expect(tellRun(run.finished)).toEqual(['Start = 1 2', 'Node < Start = 1←0', 'After < Node = 1←0']);
});

test('alwaysOutputData: an empty output becomes one empty item', async () => {
  const run = await runWorkflowForTest(
    between(
      testNode(() => []),
      { alwaysOutputData: true },
    ),
    { items },
  );
  expect(tellRun(run.finished)).toEqual(['Start = 1 2', 'Node < Start = {}', 'After < Node = {}←0']);
});

test('alwaysOutputData leaves output that is there alone', async () => {
  const run = await runWorkflowForTest(
    workflow()
      .node('Start', startNode)
      .node(
        'Node',
        testNode((context) => [[], [...context.items]], { outputs: ['main', 'main'] }),
        { alwaysOutputData: true },
      )
      .node('After', passNode)
      .wire('Start > Node:1 > After'),
    { items: [{ n: 1 }] },
  );
  expect(tellRun(run.finished)).toEqual(['Start = 1', 'Node < Start = - | 1←0', 'After < Node:1 = 1←0']);
});

test('a disabled node hands its items on, whatever its type', async () => {
  const run = await runWorkflowForTest(between('acme.missing', { disabled: true }), { items });
  expect(tellRun(run.finished)).toEqual(['Start = 1 2', 'Node < Start = 1←0 2←1', 'After < Node = 1←0 2←1']);
});

test('a disabled node with several inputs hands the first on', async () => {
  const merge = testNode(() => [[]], { inputs: ['main', 'main'] });
  const run = await runWorkflowForTest(
    workflow()
      .node('Start', startNode)
      .node(
        'A',
        testNode(() => [[{ json: { n: 'a' } }]]),
      )
      .node(
        'B',
        testNode(() => [[{ json: { n: 'b' } }]]),
      )
      .node('Merge', merge, { disabled: true })
      .wire('Start > A > 1:Merge', 'Start > B > Merge'),
  );
  expect(tellRun(run.finished).at(-1)).toBe('Merge < B, A = b←0');
});

test('pinned data stands in for a node in a manual run', async () => {
  const options = { items, pinData: { Node: [{ n: 7 }, { n: 8 }] } };
  const manual = await runWorkflowForTest(between(broken), options);
  expect(tellRun(manual.finished)).toEqual(['Start = 1 2', 'Node < Start = 7←0 8←1', 'After < Node = 7←0 8←1']);
  const production = await runWorkflowForTest(between(broken), { ...options, mode: 'trigger' });
  expect(production.status).toBe('error');
});

test('pinned data stands in for a trigger and for an unknown type; bare objects are items', async () => {
  const flow = workflow().node('Start', startNode).node('Node', 'acme.missing').wire('Start > Node');
  const run = await runWorkflowForTest(flow, {
    pinData: { Start: [{ n: 5 }], Node: [{ json: { n: 6 }, pairedItem: 0 }] },
  });
  expect(tellRun(run.finished)).toEqual(['Start = 5', 'Node < Start = 6←0']);
});

test('a failure ends the run and says where', async () => {
  const run = await runWorkflowForTest(between(picky), { items, host: { now: 1000 } });
  const error = {
    name: 'NodeError',
    message: 'No twos',
    description: 'Two is too many',
    node: 'Node',
    itemIndex: 1,
    runIndex: 0,
    timestamp: 1000,
  };
  expect(run.status).toBe('error');
  expect(run.error).toEqual(error);
  expect(run.tasks('Node')).toEqual([
    { startTime: 1000, executionTime: 0, source: [{ previousNode: 'Start' }], error },
  ]);
  expect(run.lastNode).toBe('Node');
  expect(run.lastItems).toEqual([]);
});

test.each<NodeOptions>([{ continueOnFail: true }, { onError: 'continueRegularOutput' }])(
  'the failed item becomes an item with its error: %j',
  async (options) => {
    const run = await runWorkflowForTest(between(picky, options), { items });
    expect(tellRun(run.finished)).toEqual([
      'Start = 1 2',
      'Node < Start = 1←0 No twos←1!',
      'After < Node = 1←0 No twos←1!',
    ]);
    expect(run.outputs('Node')[0]?.[1]?.error).toMatchObject({ message: 'No twos', node: 'Node', itemIndex: 1 });
    expect(run.status).toBe('success');
  },
);

test('onError stopWorkflow wins over the older setting', async () => {
  const run = await runWorkflowForTest(between(picky, { continueOnFail: true, onError: 'stopWorkflow' }), { items });
  expect(run.status).toBe('error');
});

test('a node that fails as a whole gives one item with the error', async () => {
  const run = await runWorkflowForTest(between(broken, { continueOnFail: true }), { items });
  expect(tellRun(run.finished)).toEqual(['Start = 1 2', 'Node < Start = Broken!', 'After < Node = Broken←0!']);
});

test('the error output comes after the outputs of the node', async () => {
  const run = await runWorkflowForTest(
    workflow()
      .node('Start', startNode)
      .node('Node', picky, { onError: 'continueErrorOutput' })
      .node('Good', passNode)
      .node('Bad', passNode)
      .wire('Start > Node > Good', 'Node:1 > Bad'),
    { items },
  );
  expect(tellRun(run.finished)).toEqual([
    'Start = 1 2',
    'Node < Start = 1←0 | 2 (No twos)←1!',
    'Good < Node = 1←0',
    'Bad < Node:1 = 2 (No twos)←0!',
  ]);
});

test('a node that fails as a whole uses the error output, even where its outputs depend on parameters', async () => {
  const node = testNode(
    () => {
      throw new Error('Broken');
    },
    {
      outputs: '={{ Array.from({ length: $parameter.count }, () => "main") }}',
      parameters: [{ name: 'count', displayName: 'Count', type: 'number', default: 3 }],
    },
  );
  const { outputs } = await runNode(node, { onError: 'continueErrorOutput', items: [{ n: 1 }] });
  expect(outputs.map((list) => list?.map((item) => item.json))).toEqual([
    [],
    undefined,
    undefined,
    [{ n: 1, error: 'Broken' }],
  ]);
});

test('items on the error output keep the fields of the items that they stand for', async () => {
  const own = testNode(
    (context) => [
      [
        context.failedItem('First', 1),
        { ...context.failedItem('Second', 0), pairedItem: [{ item: 1, input: 1 }, 0] },
        { ...context.failedItem('No link', 0), pairedItem: undefined },
        { ...context.failedItem('Nowhere', 0), pairedItem: { item: 2, input: 1 } },
      ],
    ],
    { inputs: ['main', 'main'] },
  );
  const two = [
    [{ a: 1 }, { a: 2, error: 'old' }],
    [{ b: 1 }, { b: 2 }],
  ];
  const { outputs } = await runNode(own, { onError: 'continueErrorOutput', inputs: two });
  expect(outputs[1]?.map(({ json }) => json)).toEqual([
    { a: 2, error: 'First' },
    { b: 2, error: 'Second' },
    { error: 'No link' },
    { error: 'Nowhere' },
  ]);
  const regular = await runNode(own, { onError: 'continueRegularOutput', inputs: two });
  expect(regular.json).toEqual([{ error: 'First' }, { error: 'Second' }, { error: 'No link' }, { error: 'Nowhere' }]);
});

test('items that failed in an earlier node are no failures of this one', async () => {
  const run = await runWorkflowForTest(
    workflow()
      .node('Start', startNode)
      .node('Node', picky, { onError: 'continueRegularOutput' })
      .node('Pass', passNode, { onError: 'continueErrorOutput' })
      .wire('Start > Node > Pass'),
    { items },
  );
  expect(tellRun(run.finished).at(-1)).toBe('Pass < Node = 1←0 No twos←1!');
});

test('nodes that loop themselves mark failed items', async () => {
  const node = testNode((context) => [[], [context.failedItem(new NodeError('Odd'), 1)]], {
    outputs: ['main', 'main'],
  });
  const { outputs } = await runNode(node, { items, onError: 'continueErrorOutput' });
  expect(outputs.map((list) => list?.map((item) => [item.json, item.pairedItem]))).toEqual([
    [],
    [],
    [[{ n: 2, error: 'Odd' }, 1]],
  ]);
});

test('retry: attempts until the node succeeds, with a wait between', async () => {
  const run = await runWorkflowForTest(between(flaky(2), { retryOnFail: true, maxTries: 3, waitBetweenTries: 200 }), {
    items,
  });
  expect(run.status).toBe('success');
  expect(run.host.sleeps).toEqual([200, 200]);
  expect(run.tasks('Node')).toMatchObject([{ executionTime: 400, tries: 3 }]);
});

test('retry: maxTries counts all attempts', async () => {
  const run = await runWorkflowForTest(between(flaky(3), { retryOnFail: true }), { items });
  expect(run).toMatchObject({ status: 'error', error: { message: 'Failure 3' } });
  expect(run.host.sleeps).toEqual([1000, 1000]);
});

test.each([
  [{ maxTries: 100, waitBetweenTries: 60_000 }, [5000, 5000, 5000, 5000]],
  [{ maxTries: 0, waitBetweenTries: -1 }, [0]],
])('retry: settings out of bounds are brought into them, and that is said: %j', async (options, sleeps) => {
  const run = await runWorkflowForTest(between(broken, { retryOnFail: true, ...options }), { items });
  expect(run.host.sleeps).toEqual(sleeps);
  expect(run.logs).toEqual([[expect.stringContaining('tried 2 to 5 times, with 0 to 5000 ms')]]);
});

test('retry: settings within bounds are followed without a word', async () => {
  const options = { retryOnFail: true, maxTries: 5, waitBetweenTries: 0 };
  expect((await runWorkflowForTest(between(broken, options), { items })).logs).toEqual([]);
});

test('retry comes first, then the node continues on failure', async () => {
  let attempts = 0;
  const node = testNode((context) =>
    context.forEachItem((item) => {
      if (item.json.n === 2) attempts++;
      if (item.json.n === 2) throw new NodeError('No twos');
      return item;
    }),
  );
  const run = await runWorkflowForTest(between(node, { retryOnFail: true, maxTries: 2, continueOnFail: true }), {
    items,
  });
  expect(attempts).toBe(2);
  expect(tellRun(run.finished)[1]).toBe('Node < Start = 1←0 No twos←1!');
});

test('retry of a node that fails later than at once', async () => {
  let calls = 0;
  const node = testNode(async () => {
    await Promise.resolve();
    if (++calls < 2) throw new Error('Too early');
    return [[{ json: { calls } }]];
  });
  const { json } = await runNode(node, { retryOnFail: true });
  expect(json).toEqual([{ calls: 2 }]);
});

test.each([2.5, 2.999, '2', Number.POSITIVE_INFINITY])(
  'items are not lost where a node is to be tried %s times and goes on',
  async (maxTries) => {
    const odd = testNode((context) =>
      context.forEachItem((item) => {
        if (item.json.n === 2) throw new Error('Two');
        return item;
      }),
    );
    const { json } = await runNode(odd, {
      items: [{ n: 1 }, { n: 2 }, { n: 3 }],
      retryOnFail: true,
      maxTries: maxTries as number,
      onError: 'continueRegularOutput',
    });
    expect(json).toEqual([{ n: 1 }, { error: 'Two' }, { n: 3 }]);
  },
);

test.each([
  [() => 'text', 'The node did not give a list of outputs'],
  [() => ['text'], 'Output 0 of the node is no list of items'],
  [() => [[{ json: {} }, {}]], 'Item 1 of output 0 has no object as json'],
])('what is no output is a failure of the node', async (execute, message) => {
  const { error } = await runNode(testNode(execute as never));
  expect(error).toMatchObject({ name: 'TypeError', message, node: 'Node' });
});

test.each([
  ['text', 'text'],
  [undefined, 'The node failed without a message'],
  [{ message: 'from an object', code: 5 }, 'from an object'],
  [{ code: 5 }, '{"code":5}'],
  [Object.assign(new Error(), { message: { detail: 'Gone' } }), '{"detail":"Gone"}'],
  [Object.assign(new Error('Outer'), { cause: Object.assign(new Error(), { message: ['a'] }) }), 'Outer'],
  [Object.assign(new Error(), { message: '', name: { odd: true } }), 'The node failed without a message'],
  [{ message: { error: { reason: 'Full' } } }, '{"error":{"reason":"Full"}}'],
  [{ message: '' }, '{"message":""}'],
])('whatever is thrown becomes an error: %j', async (thrown, message) => {
  const { error } = await runNode(
    testNode(() => {
      throw thrown;
    }),
  );
  expect(error).toMatchObject({ message });
  expect(JSON.parse(JSON.stringify(error))).toEqual(error);
});

test('static data starts from what is stored and is given back where it changed', async () => {
  const node = testNode((context) => {
    context.staticData('global').count = Number(context.staticData('global').count ?? 0) + 1;
    context.staticData('node');
    return [[]];
  });
  const flow = between(node);
  flow.staticData = { global: { count: 4 }, 'node:Node': { kept: true } };
  const run = await runWorkflowForTest(flow);
  expect(run.progress?.staticData).toEqual({ global: { count: 5 } });
  expect(flow.build().staticData).toEqual({ global: { count: 4 }, 'node:Node': { kept: true } });
});

test('the first answer to the webhook counts', async () => {
  const answer = (text: string) =>
    testNode((context) => {
      context.respond({ status: 200, headers: {}, body: { kind: 'text', text } });
      return [[...context.items]];
    });
  const run = await runWorkflowForTest(
    workflow().node('Start', startNode).node('A', answer('a')).node('B', answer('b')).wire('Start > A > B'),
  );
  expect(run.responses).toEqual([{ status: 200, headers: {}, body: { kind: 'text', text: 'a' } }]);
});

test('static data that cannot be stored fails the run instead of being lost', async () => {
  const node = testNode((context) => {
    const data = context.staticData('node');
    data.self = data;
    return [[]];
  });
  const { error } = await runNode(node);
  expect(error?.message).toMatch(/^The static data of the workflow cannot be stored: /);
});
