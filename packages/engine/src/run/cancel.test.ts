import { expect, test } from 'vitest';
import {
  createFakeHost,
  passNode,
  runWorkflowForTest,
  startNode,
  tellRun,
  testNode,
  workflow,
} from '../testing/index.ts';

const flowWith = (node: Parameters<ReturnType<typeof workflow>['node']>[1]) =>
  workflow().node('Start', startNode).node('Node', node).node('After', passNode).wire('Start > Node > After');

test('a node that never returns does not hold the run', async () => {
  const controller = new AbortController();
  const hangs = testNode(() => {
    queueMicrotask(() => controller.abort());
    return new Promise(() => {});
  });
  const run = await runWorkflowForTest(flowWith(hangs), { signal: controller.signal });
  expect(run.status).toBe('canceled');
  expect(tellRun(run.finished)).toEqual(['Start = {}', 'Node < Start ! The run was stopped']);
  expect(run.error).toMatchObject({ name: 'AbortError', message: 'The run was stopped' });
});

test("a node's own signal and the stop both end its request", async () => {
  const controller = new AbortController();
  const own = new AbortController();
  const asked: AbortSignal[] = [];
  const asks = testNode(async (context) => {
    for (const signal of [undefined, own.signal, context.signal]) {
      void context.http({ method: 'GET', url: 'https://far.example', signal });
    }
    controller.abort(new Error('Enough'));
    return [[...context.items]];
  });
  const host = createFakeHost();
  host.http = (request) => {
    asked.push(request.signal!);
    return new Promise(() => {});
  };
  await runWorkflowForTest(flowWith(asks), { signal: controller.signal, host });
  expect(asked.map(({ aborted, reason }) => [aborted, (reason as Error).message])).toEqual([
    [true, 'Enough'],
    [true, 'Enough'],
    [true, 'Enough'],
  ]);

  const alone = testNode(async (context) => {
    void context.http({ method: 'GET', url: 'https://far.example', signal: own.signal });
    own.abort(new Error('Mine'));
    return [[...context.items]];
  });
  const run = await runWorkflowForTest(flowWith(alone), { host });
  expect(run.status).toBe('success');
  expect(asked[3]).toMatchObject({ aborted: true, reason: { message: 'Mine' } });
});

test('what a node says after the stop goes nowhere', async () => {
  const controller = new AbortController();
  let speak = (): void => {};
  const late = testNode(
    (context) =>
      new Promise(() => {
        speak = () => {
          context.respond({ status: 200, headers: {}, body: { kind: 'none' } });
          context.log('late');
        };
        queueMicrotask(() => controller.abort());
      }),
  );
  const run = await runWorkflowForTest(flowWith(late), { signal: controller.signal });
  speak();
  expect(run.events.map((event) => event.type)).not.toContain('response');
  expect(run.events.map((event) => event.type)).not.toContain('log');
});

test('a stop between nodes ends the run before the next', async () => {
  const controller = new AbortController();
  const stops = testNode((context) => {
    controller.abort();
    return [[...context.items]];
  });
  const run = await runWorkflowForTest(flowWith(stops), { signal: controller.signal });
  expect(run.status).toBe('canceled');
  expect(run.order).toEqual(['Start', 'Node']);
});

test('a run that is stopped before it begins runs nothing', async () => {
  const controller = new AbortController();
  controller.abort();
  const run = await runWorkflowForTest(flowWith(passNode), { signal: controller.signal });
  expect(run).toMatchObject({ status: 'canceled', finished: [] });
});

test('a stop during the wait between retries ends the run', async () => {
  const controller = new AbortController();
  const host = createFakeHost({ sleep: 'manual' });
  const fails = testNode(() => {
    throw new Error('Broken');
  });
  const flow = workflow()
    .node('Start', startNode)
    .node('Node', fails, { retryOnFail: true, continueOnFail: true })
    .wire('Start > Node');
  const running = runWorkflowForTest(flow, { signal: controller.signal, host });
  await host.untilSleeping();
  controller.abort();
  expect((await running).status).toBe('canceled');
});

test('no attempt begins after the stop, even where the wait ended at the same moment', async () => {
  const controller = new AbortController();
  const host = createFakeHost();
  let attempts = 0;
  host.sleep = async () => controller.abort();
  const fails = testNode(() => {
    attempts++;
    throw new Error('Broken');
  });
  const flow = workflow().node('Start', startNode).node('Node', fails, { retryOnFail: true }).wire('Start > Node');
  expect((await runWorkflowForTest(flow, { signal: controller.signal, host })).status).toBe('canceled');
  expect(attempts).toBe(1);
});

test('a time-out is an error', async () => {
  const controller = new AbortController();
  const hangs = testNode(() => {
    const reason = new Error('The workflow timed out after 5 s');
    reason.name = 'TimeoutError';
    queueMicrotask(() => controller.abort(reason));
    return new Promise(() => {});
  });
  const run = await runWorkflowForTest(flowWith(hangs), { signal: controller.signal });
  expect(run).toMatchObject({
    status: 'error',
    error: { name: 'TimeoutError', message: 'The workflow timed out after 5 s' },
  });
});

test('a loop of nodes that never wait lets a stop through', async () => {
  const controller = new AbortController();
  const host = createFakeHost();
  let turns = 0;
  host.yield = async () => {
    turns++;
    controller.abort();
  };
  const busy = testNode((context) => {
    host.advance(1);
    return [[...context.items]];
  });
  const run = await runWorkflowForTest(workflow().node('Start', startNode).node('A', busy).wire('Start > A > A'), {
    signal: controller.signal,
    host,
  });
  expect(run.status).toBe('canceled');
  expect(turns).toBe(1);
  expect(run.order.length).toBe(11);
});
