import { expect, test } from 'vitest';
import type { WaitRequest } from '../node-api/wait.ts';
import { passNode, runWorkflowForTest, startNode, testNode, workflow } from '../testing/index.ts';

const waitsFor = (request: WaitRequest, seen: unknown[] = []) =>
  testNode((context) => {
    const { resumption, memo, resumeUrl, resumeFormUrl } = context;
    seen.push({ resumption, memo, resumeUrl, resumeFormUrl });
    return resumption ? [[{ json: { by: resumption.kind } }]] : context.wait(request);
  });

const flowWith = (wait: ReturnType<typeof waitsFor>) =>
  workflow()
    .node('Start', startNode)
    .node('Wait', wait)
    .node('After', passNode)
    .node('Beside', passNode)
    .wire('Start > Wait > After', 'Start > Beside');

test('a node that waits ends the run as waiting, without a result of its own', async () => {
  const run = await runWorkflowForTest(flowWith(waitsFor({ till: 5000, memo: { kept: 1 } })));
  expect(run).toMatchObject({
    status: 'waiting',
    wait: { till: 5000, memo: { kept: 1 }, node: 'Wait', runIndex: 0 },
    order: ['Start'],
    lastNode: 'Start',
  });
  expect(run.events.map((event) => event.type)).toEqual(['nodeStarted', 'nodeFinished', 'nodeStarted']);
});

test('when the wait is over the node is called again, and the rest runs', async () => {
  const seen: unknown[] = [];
  const flow = flowWith(waitsFor({ till: null, webhook: { method: 'POST', responseMode: 'onReceived' } }, seen));
  const first = await runWorkflowForTest(flow, { resumeUrl: 'https://here/1', resumeFormUrl: 'https://here/form/1' });
  const run = await runWorkflowForTest(flow, {
    recorded: first.finished,
    resumption: { kind: 'time' },
    memo: { step: 2 },
    resumeUrl: 'https://here/2',
  });
  expect(run).toMatchObject({ status: 'success', order: ['Start', 'Wait', 'After', 'Beside'] });
  expect(run.json('After')).toEqual([{ by: 'time' }]);
  expect(seen).toEqual([
    { resumeUrl: 'https://here/1', resumeFormUrl: 'https://here/form/1' },
    { resumption: { kind: 'time' }, memo: { step: 2 }, resumeUrl: 'https://here/2' },
  ]);
});

test('only the first node run that is not recorded is told what ended the wait', async () => {
  const flow = workflow()
    .node('Start', startNode)
    .node('A', waitsFor({ till: 1 }))
    .node('B', waitsFor({ till: 2 }))
    .wire('Start > A > B');
  const first = await runWorkflowForTest(flow);
  const second = await runWorkflowForTest(flow, { recorded: first.finished, resumption: { kind: 'time' } });
  expect(second).toMatchObject({ status: 'waiting', order: ['Start', 'A'], wait: { node: 'B', till: 2 } });
});

test('a later attempt of the node is told too', async () => {
  let calls = 0;
  const flaky = testNode(({ resumption }) => {
    if (++calls === 1) throw new Error('Not yet');
    return [[{ json: { by: resumption?.kind ?? 'nothing' } }]];
  });
  const flow = workflow().node('Start', startNode).node('A', flaky, { retryOnFail: true }).wire('Start > A');
  const { finished } = await runWorkflowForTest(workflow().node('Start', startNode));
  const run = await runWorkflowForTest(flow, { recorded: finished, resumption: { kind: 'time' } });
  expect(run.json('A')).toEqual([{ by: 'time' }]);
});

test('a wait that is none is a failure of the node', async () => {
  const run = await runWorkflowForTest(flowWith(waitsFor({ till: Number.NaN })));
  expect(run).toMatchObject({
    status: 'error',
    error: { node: 'Wait', message: 'The node waits for a time that is none' },
  });
});

test('a run that is stopped while a node asks for a wait is stopped', async () => {
  const stop = new AbortController();
  const wait = testNode(async (context) => {
    stop.abort();
    return context.wait({ till: null });
  });
  expect((await runWorkflowForTest(flowWith(wait), { signal: stop.signal })).status).toBe('canceled');
});
