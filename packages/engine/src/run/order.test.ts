import { expect, test } from 'vitest';
import { passNode, runWorkflowForTest, startNode, tellRun, testNode, workflow } from '../testing/index.ts';

const items = [{ n: 1 }, { n: 2 }, { n: 3 }];

/** Odd numbers go to the first output, even ones to the second. */
const parity = testNode(
  ({ items: all }) => [
    all.filter(({ json }) => Number(json.n) % 2 === 1),
    all.filter(({ json }) => Number(json.n) % 2 === 0),
  ],
  { outputs: ['main', 'main'] },
);

const none = testNode(() => [[]]);

test('a chain runs from the trigger to its end', async () => {
  const run = await runWorkflowForTest(
    workflow().node('Start', startNode).node('A', passNode).node('B', passNode).wire('Start > A > B'),
    { items },
  );
  expect(run.status).toBe('success');
  expect(tellRun(run.finished)).toEqual(['Start = 1 2 3', 'A < Start = 1←0 2←1 3←2', 'B < A = 1←0 2←1 3←2']);
  expect(run.lastNode).toBe('B');
  expect(run.lastItems.map((item) => item.json.n)).toEqual([1, 2, 3]);
});

test('one branch runs to its end before the next begins', async () => {
  const run = await runWorkflowForTest(
    workflow()
      .node('Start', startNode)
      .node('A', passNode)
      .node('B', passNode)
      .node('A2', passNode)
      .node('B2', passNode)
      .wire('Start > A > A2', 'Start > B > B2'),
  );
  expect(run.order).toEqual(['Start', 'A', 'A2', 'B', 'B2']);
});

test('targets of one output run from top to bottom, then from left to right', async () => {
  const run = await runWorkflowForTest(
    workflow()
      .node('Start', startNode)
      .node('low', passNode, { position: [0, 500] })
      .node('right', passNode, { position: [200, 100] })
      .node('left', passNode, { position: [-200, 100] })
      .node('top', passNode, { position: [900, 0] })
      .wire('Start > low', 'Start > right', 'Start > left', 'Start > top'),
  );
  expect(run.order).toEqual(['Start', 'top', 'left', 'right', 'low']);
});

test('outputs run in their order, wherever their targets lie', async () => {
  const run = await runWorkflowForTest(
    workflow()
      .node('Start', startNode)
      .node('If', parity)
      .node('even', passNode, { position: [0, 0] })
      .node('odd', passNode, { position: [0, 900] })
      .wire('Start > If > odd', 'If:1 > even'),
    { items },
  );
  expect(tellRun(run.finished)).toEqual([
    'Start = 1 2 3',
    'If < Start = 1←0 3←2 | 2←1',
    'odd < If = 1←0 3←1',
    'even < If:1 = 2←0',
  ]);
});

test('an empty output does not run what follows', async () => {
  const run = await runWorkflowForTest(
    workflow()
      .node('Start', startNode)
      .node('If', parity)
      .node('odd', passNode)
      .node('even', passNode)
      .wire('Start > If > odd', 'If:1 > even'),
    { items: [{ n: 2 }] },
  );
  expect(tellRun(run.finished)).toEqual(['Start = 2', 'If < Start = - | 2←0', 'even < If:1 = 2←0']);
});

test('a run whose items come to nothing succeeds', async () => {
  const run = await runWorkflowForTest(
    workflow().node('Start', startNode).node('none', none).node('B', passNode).wire('Start > none > B'),
  );
  expect(run.status).toBe('success');
  expect(tellRun(run.finished)).toEqual(['Start = {}', 'none < Start = -']);
  expect(run.lastItems).toEqual([]);
});

test('a trigger without items ends the run', async () => {
  const run = await runWorkflowForTest(workflow().node('Start', startNode).node('A', passNode).wire('Start > A'), {
    items: [],
  });
  expect(tellRun(run.finished)).toEqual(['Start = -']);
  expect(run.status).toBe('success');
});

test('a node that several wires lead to runs once for each', async () => {
  const run = await runWorkflowForTest(
    workflow()
      .node('Start', startNode)
      .node('A', passNode)
      .node('B', passNode)
      .node('C', passNode)
      .wire('Start > A > C', 'Start > B > C'),
    { items: [{ n: 1 }] },
  );
  expect(tellRun(run.finished)).toEqual([
    'Start = 1',
    'A < Start = 1←0',
    'C < A = 1←0',
    'B < Start = 1←0',
    'C < B = 1←0',
  ]);
});

test('the first enabled trigger by the order of the canvas starts', async () => {
  const flow = workflow()
    .node('low', startNode, { position: [0, 200] })
    .node('off', startNode, { position: [0, 0], disabled: true })
    .node('top', startNode, { position: [0, 100] })
    .node('A', passNode)
    .wire('low > A', 'off > A', 'top > A');
  expect((await runWorkflowForTest(flow)).order).toEqual(['top', 'A']);
});

test('a named trigger starts, the others do not', async () => {
  const flow = workflow().node('One', startNode).node('Two', startNode).node('A', passNode).wire('One > A', 'Two > A');
  const run = await runWorkflowForTest(flow, { start: { kind: 'trigger', node: 'Two', payload: { kind: 'manual' } } });
  expect(run.order).toEqual(['Two', 'A']);
});

test.each([
  ['Two', '"Two" cannot start the workflow because it is disabled'],
  ['Three', 'There is no node "Three" to start from'],
])('a run cannot start from %s', async (node, message) => {
  const flow = workflow().node('One', startNode).node('Two', startNode, { disabled: true });
  const run = await runWorkflowForTest(flow, { start: { kind: 'trigger', node, payload: { kind: 'manual' } } });
  expect(run).toMatchObject({ status: 'error', finished: [], error: { message } });
});

test('a workflow without a trigger does not start', async () => {
  const run = await runWorkflowForTest(workflow().node('A', passNode));
  expect(run).toMatchObject({
    status: 'error',
    error: { message: 'The workflow has no enabled trigger to start from' },
  });
});

test('nodes that nothing leads to do not run', async () => {
  const run = await runWorkflowForTest(workflow().node('Start', startNode).node('Lone', passNode));
  expect(run.order).toEqual(['Start']);
});

test('an unknown node type fails when the run reaches it, and not before', async () => {
  const flow = workflow()
    .node('Start', startNode)
    .node('If', parity)
    .node('Known', passNode)
    .node('Unknown', 'acme.missing', { typeVersion: 2 })
    .wire('Start > If > Known', 'If:1 > Unknown');
  expect((await runWorkflowForTest(flow, { items: [{ n: 1 }] })).status).toBe('success');
  const run = await runWorkflowForTest(flow, { items: [{ n: 2 }] });
  expect(run).toMatchObject({
    status: 'error',
    error: { node: 'Unknown', message: 'The node type acme.missing (version 2) is not known' },
  });
});

test('an unknown version of a known type says which versions are known', async () => {
  const run = await runWorkflowForTest(
    workflow().node('Start', startNode).node('New', passNode, { typeVersion: 7 }).wire('Start > New'),
  );
  expect(run.error).toMatchObject({
    message: `Version 7 of the node type ${passNode.name} is not known`,
    description: 'Known are 1. Replace the node, disable it or pin data to it.',
  });
});

test('nodes may be called like members of Object', async () => {
  const names = ['constructor', 'toString', 'hasOwnProperty', 'valueOf'];
  const flow = workflow().node('Start', startNode);
  for (const name of names) flow.node(name, passNode);
  const run = await runWorkflowForTest(flow.wire(['Start', ...names].join(' > ')), { items: [{ n: 1 }] });
  expect(run.order).toEqual(['Start', ...names]);
  expect(run.status).toBe('success');
});

test('wires to missing nodes, missing inputs and from missing outputs lead nowhere', async () => {
  const flow = workflow()
    .node('Start', startNode)
    .node('A', passNode)
    .connect('Start', 0, 'Gone', 0)
    .connect('Start', 0, 'A', 7)
    .connect('Start', 3, 'A', 0)
    .connect('Gone', 0, 'A', 0);
  const run = await runWorkflowForTest(flow);
  expect(run.order).toEqual(['Start']);
  expect(run.status).toBe('success');
});

test('events tell the story as it happens', async () => {
  const talk = testNode((context) => {
    context.log('hello', { a: 1 });
    return [[...context.items]];
  });
  const run = await runWorkflowForTest(workflow().node('Start', startNode).node('Talk', talk).wire('Start > Talk'));
  expect(run.events.map((event) => [event.type, 'node' in event ? event.node : undefined])).toEqual([
    ['nodeStarted', 'Start'],
    ['nodeFinished', 'Start'],
    ['nodeStarted', 'Talk'],
    ['log', 'Talk'],
    ['nodeFinished', 'Talk'],
  ]);
  expect(run.logs).toEqual([['hello', { a: 1 }]]);
});

test('times come from the host', async () => {
  const wait = testNode(async (context) => {
    await context.sleep(250);
    return [[...context.items]];
  });
  const run = await runWorkflowForTest(workflow().node('Start', startNode).node('Wait', wait).wire('Start > Wait'), {
    host: { now: 1000 },
  });
  expect(run.tasks('Wait')).toMatchObject([{ startTime: 1000, executionTime: 250 }]);
});

test('a chain of 100,000 nodes runs', { timeout: 30_000 }, async () => {
  const flow = workflow().node('Start', startNode);
  for (let index = 0; index < 100_000; index++) {
    flow.node(`n${index}`, passNode).connect(index === 0 ? 'Start' : `n${index - 1}`, 0, `n${index}`, 0);
  }
  const run = await runWorkflowForTest(flow);
  expect(run.status).toBe('success');
  expect(run.finished.length).toBe(100_001);
});
