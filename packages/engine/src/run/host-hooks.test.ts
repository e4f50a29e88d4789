import { expect, test } from 'vitest';
import type { WorkflowCall } from '../node-api/sub-workflow.ts';
import { createFakeHost, passNode, runWorkflowForTest, startNode, testNode, workflow } from '../testing/index.ts';
import type { DueNode, RunProgress } from './types.ts';

/** A promise that is fulfilled by hand. */
const gate = () => {
  let open = () => {};
  const promise = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { promise, open: () => open() };
};

const counting = testNode((context) => {
  const data = context.staticData('global');
  data.count = Number(data.count ?? 0) + 1;
  context.customData.set('order', `no ${context.runIndex}`);
  return [context.items as never];
});
const pure = testNode(({ items }) => [items as never], { repeatable: true });
const byParameter = testNode(({ items }) => [items as never], {
  parameters: [{ name: 'safe', displayName: 'Safe', type: 'boolean', default: false }],
  repeatable: (context) => context.parameter('safe' as never) as unknown as boolean,
});

test('before each node run the host is told of it, and of what has changed so far', async () => {
  const asked: [DueNode, RunProgress | undefined][] = [];
  const flow = workflow().node('Start', startNode).node('A', counting).node('B', pure).wire('Start > A > B');
  await runWorkflowForTest(flow, { beforeNode: (due, progress) => void asked.push([due, progress()]) });
  const changed = {
    staticData: { global: { count: 1 } },
    staticDataSeen: { global: {} },
    customData: { order: 'no 0' },
  };
  expect(asked).toEqual([
    [{ node: 'Start', runIndex: 0, position: 0, repeatable: false, ownEffects: false }, undefined],
    [{ node: 'A', runIndex: 0, position: 1, repeatable: false, ownEffects: false }, undefined],
    [{ node: 'B', runIndex: 0, position: 2, repeatable: true, ownEffects: false }, changed],
  ]);
});

test('what runs nothing is repeatable; a definition may decide by its parameters, and no is the answer where it cannot', async () => {
  const flow = workflow()
    .node('Start', startNode)
    .node('Disabled', counting, { disabled: true })
    .node('Pinned', counting)
    .node('Safe', byParameter, { parameters: { safe: true } })
    .node('Unsafe', byParameter)
    .node('Broken', byParameter, { parameters: { safe: "={{ $('X').item }}" }, onError: 'continueRegularOutput' })
    .wire('Start > Disabled > Pinned > Safe > Unsafe > Broken');
  const repeatable: [string, boolean][] = [];
  await runWorkflowForTest(flow, {
    pinData: { Pinned: [{ n: 1 }] },
    beforeNode: (due) => void repeatable.push([due.node, due.repeatable]),
  });
  expect(Object.fromEntries(repeatable)).toEqual({
    Start: false,
    Disabled: true,
    Pinned: true,
    Safe: true,
    Unsafe: false,
    Broken: false,
  });
});

test('a node does not begin before the host is ready, nor after the run was stopped meanwhile', async () => {
  const ready = gate();
  const asked = gate();
  const stop = new AbortController();
  const called: string[] = [];
  const spy = testNode(({ node }) => {
    called.push(node.name);
    return [[]];
  });
  const flow = workflow().node('Start', startNode).node('A', spy).wire('Start > A');
  const run = runWorkflowForTest(flow, {
    signal: stop.signal,
    beforeNode: ({ node }) => {
      if (node !== 'A') return;
      asked.open();
      return ready.promise;
    },
  });
  await asked.promise;
  expect(called).toEqual([]);
  stop.abort();
  ready.open();
  expect(await run).toMatchObject({ status: 'canceled', order: ['Start'] });
  expect(called).toEqual([]);
});

test('the run waits for whoever takes its results', async () => {
  const taken = gate();
  const finished = gate();
  const called: string[] = [];
  const spy = testNode(({ node, items }) => {
    called.push(node.name);
    return [items as never];
  });
  const flow = workflow().node('Start', startNode).node('A', spy).node('B', spy).wire('Start > A > B');
  const run = runWorkflowForTest(flow, {
    onEvent: (event) => {
      if (event.type !== 'nodeFinished' || event.node !== 'A') return;
      finished.open();
      return taken.promise;
    },
  });
  await finished.promise;
  await Promise.resolve();
  expect(called).toEqual(['A']);
  taken.open();
  expect((await run).status).toBe('success');
  expect(called).toEqual(['A', 'B']);
});

test.each(['beforeNode', 'onEvent'] as const)(
  'a failure of the host itself (%s) is not one of the run',
  async (hook) => {
    const fail = () => Promise.reject(new Error('Disk full'));
    const run = runWorkflowForTest(workflow().node('Start', startNode), {
      [hook]: (first: { type?: string }) => (first.type === 'nodeStarted' ? undefined : fail()),
    });
    await expect(run).rejects.toThrow('Disk full');
  },
);

test('a run goes on with what its earlier part changed', async () => {
  const flow = workflow().node('Start', startNode).node('A', counting).node('B', counting).wire('Start > A > B');
  flow.staticData = { global: { count: 10 } };
  const first = await runWorkflowForTest(flow, { pauseAfter: (finished) => finished === 2 });
  expect(first.progress).toEqual({
    staticData: { global: { count: 11 } },
    staticDataSeen: { global: { count: 10 } },
    customData: { order: 'no 0' },
  });
  const run = await runWorkflowForTest(flow, { recorded: first.finished, progress: first.progress });
  expect(run.progress?.staticData).toEqual({ global: { count: 12 } });
});

test.each([
  ['a b', 1, '"a b" cannot be the name of a custom execution value'],
  ['x'.repeat(51), 1, `"${'x'.repeat(51)}" cannot be the name of a custom execution value`],
  ['key', 'x'.repeat(513), 'The custom execution value "key" has 513 characters, 512 are allowed'],
  ['key', { a: 1 }, 'The custom execution value "key" must be a text, a number or true or false'],
])('a custom execution value that does not fit is refused (%#)', async (key, value, message) => {
  const node = testNode(({ customData }) => {
    customData.set(key, value);
    return [];
  });
  const run = await runWorkflowForTest(workflow().node('Start', startNode).node('A', node).wire('Start > A'));
  expect(run.error?.message).toBe(message);
  expect(run.progress).toBeUndefined();
});

test('there are ten custom execution values at most, and all or none of several', async () => {
  const node = testNode(({ customData }) => {
    for (let index = 0; index < 9; index++) customData.set(`k${index}`, index);
    customData.set('k0', true);
    customData.setAll({ x: 1, y: 2 });
    return [];
  });
  const run = await runWorkflowForTest(workflow().node('Start', startNode).node('A', node).wire('Start > A'));
  expect(run.error?.message).toBe('There is no room for the custom execution value "y": 10 are allowed');
  expect(Object.keys(run.progress?.customData ?? {}).length).toBe(9);
  expect(run.progress?.customData?.k0).toBe('true');
});

test('a node calls another workflow through the host, in its own name', async () => {
  const calls: WorkflowCall[] = [];
  const caller = testNode(async (context) => {
    const items = [{ json: { n: 1 } }];
    const result = await context.callWorkflow({ workflow: { id: '7' }, items, waitForEnd: true, itemIndex: 0 });
    return [result.status === 'success' ? result.items : []];
  });
  const flow = workflow().node('Start', startNode).node('Call', caller).wire('Start > Call');
  const host = {
    ...createFakeHost(),
    callWorkflow: async (call: WorkflowCall) => {
      calls.push(call);
      return { status: 'success' as const, executionId: '2', items: [{ json: { answer: 42 } }] };
    },
  };
  expect((await runWorkflowForTest(flow, { host })).json('Call')).toEqual([{ answer: 42 }]);
  expect(calls).toEqual([
    { workflow: { id: '7' }, items: [{ json: { n: 1 } }], waitForEnd: true, itemIndex: 0, node: 'Call' },
  ]);
  expect((await runWorkflowForTest(flow)).error?.message).toBe('Other workflows cannot be run from here');
});

test('a run is stopped while it waits for another workflow', async () => {
  const stop = new AbortController();
  const caller = testNode(async (context) => {
    await context.callWorkflow({ workflow: { id: '7' }, items: [], waitForEnd: true });
    return [];
  });
  const flow = workflow()
    .node('Start', startNode)
    .node('Call', caller)
    .node('After', passNode)
    .wire('Start > Call > After');
  let hasStopped = false;
  const host = {
    ...createFakeHost(),
    callWorkflow: (_: WorkflowCall, signal: AbortSignal) => {
      signal.addEventListener('abort', () => {
        hasStopped = true;
      });
      stop.abort();
      return new Promise<never>(() => {});
    },
  };
  expect(await runWorkflowForTest(flow, { host, signal: stop.signal })).toMatchObject({ status: 'canceled' });
  expect(hasStopped).toBe(true);
});

test('what a node gives becomes plain data, or the node fails', async () => {
  const give = (json: unknown) => {
    const node = testNode(() => [[{ json } as never]]);
    return runWorkflowForTest(workflow().node('Start', startNode).node('A', node).wire('Start > A'));
  };
  const data = { date: new Date(0), nothing: undefined, list: new Set([1]), big: 10n, not: Number.NaN, call: () => 1 };
  const run = await give(data);
  expect(run.outputs('A')).toEqual([
    [{ json: { date: '1970-01-01T00:00:00.000Z', list: [1], big: '10', not: null }, pairedItem: 0 }],
  ]);
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  expect((await give(circle)).error?.message).toMatch(/^Item 0 of output 0 cannot be kept as JSON \(json\): /);
});
