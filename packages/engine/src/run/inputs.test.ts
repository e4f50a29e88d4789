import { expect, test } from 'vitest';
import { passNode, runWorkflowForTest, startNode, tellRun, testNode, workflow } from '../testing/index.ts';

const items = [{ n: 1 }, { n: 2 }];

/** All items of all inputs. */
const merge = testNode(({ inputs }) => [inputs.flatMap((list) => list ?? [])], { inputs: ['main', 'main'] });
const merge3 = testNode(({ inputs }) => [inputs.flatMap((list) => list ?? [])], { inputs: ['main', 'main', 'main'] });
const none = testNode(() => [[]]);
const toSecond = testNode(({ items: all }) => [[], [...all]], { outputs: ['main', 'main'] });

test('a node with two inputs waits for both', async () => {
  const run = await runWorkflowForTest(
    workflow()
      .node('Start', startNode)
      .node('A', passNode)
      .node('B', passNode)
      .node('Merge', merge)
      .wire('Start > A > Merge', 'Start > B > 1:Merge'),
    { items },
  );
  expect(tellRun(run.finished)).toEqual([
    'Start = 1 2',
    'A < Start = 1←0 2←1',
    'B < Start = 1←0 2←1',
    'Merge < A, B = 1←0 2←1 1←1:0 2←1:1',
  ]);
});

test('it waits for the longer branch, whichever that is', async () => {
  const run = await runWorkflowForTest(
    workflow()
      .node('Start', startNode)
      .node('A', passNode)
      .node('B', passNode)
      .node('B2', passNode)
      .node('Merge', merge)
      .wire('Start > A > 1:Merge', 'Start > B > B2 > Merge'),
    { items: [{ n: 1 }] },
  );
  expect(run.order).toEqual(['Start', 'A', 'B', 'B2', 'Merge']);
  expect(tellRun(run.finished).at(-1)).toBe('Merge < B2, A = 1←0 1←1:0');
});

test('a branch that came to nothing counts as empty', async () => {
  const run = await runWorkflowForTest(
    workflow()
      .node('Start', startNode)
      .node('A', passNode)
      .node('B', none)
      .node('Merge', merge)
      .wire('Start > A > Merge', 'Start > B > 1:Merge'),
    { items },
  );
  expect(tellRun(run.finished).at(-1)).toBe('Merge < A, - = 1←0 2←1');
});

test('a node with inputs runs before branches that cannot feed it', async () => {
  const run = await runWorkflowForTest(
    workflow()
      .node('Start', startNode)
      .node('A', passNode)
      .node('B', none)
      .node('Other', passNode)
      .node('Merge', merge)
      .wire('Start > A > Merge', 'Start > B > 1:Merge', 'Start > Other'),
    { items: [{ n: 1 }] },
  );
  expect(run.order).toEqual(['Start', 'A', 'B', 'Merge', 'Other']);
});

test('it runs after the branch that has just gone on without it', async () => {
  const run = await runWorkflowForTest(
    workflow()
      .node('Start', startNode)
      .node('A', passNode)
      .node('Switch', toSecond)
      .node('On', passNode)
      .node('On2', passNode)
      .node('Merge', merge)
      .wire('Start > A > Merge', 'Start > Switch > 1:Merge', 'Switch:1 > On > On2'),
    { items: [{ n: 1 }] },
  );
  expect(run.order).toEqual(['Start', 'A', 'Switch', 'On', 'On2', 'Merge']);
});

test('it does not run if every input stays empty', async () => {
  const run = await runWorkflowForTest(
    workflow()
      .node('Start', startNode)
      .node('A', none)
      .node('B', none)
      .node('Merge', merge)
      .wire('Start > A > Merge', 'Start > B > 1:Merge'),
  );
  expect(run.order).toEqual(['Start', 'A', 'B']);
  expect(run.status).toBe('success');
});

test('inputs that are not connected are not waited for', async () => {
  const run = await runWorkflowForTest(
    workflow().node('Start', startNode).node('Merge', merge).node('After', passNode).wire('Start > 1:Merge > After'),
    { items: [{ n: 1 }] },
  );
  expect(tellRun(run.finished)).toEqual(['Start = 1', 'Merge < -, Start = 1←1:0', 'After < Merge = 1←0']);
});

test('an input that only an unreachable node leads to is not waited for', async () => {
  const run = await runWorkflowForTest(
    workflow()
      .node('Start', startNode)
      .node('Lone', passNode)
      .node('Merge', merge)
      .wire('Start > Merge', 'Lone > 1:Merge'),
    { items: [{ n: 1 }] },
  );
  expect(run.order).toEqual(['Start', 'Merge']);
});

test('one output can feed both inputs', async () => {
  const run = await runWorkflowForTest(
    workflow().node('Start', startNode).node('Merge', merge).wire('Start > Merge', 'Start > 1:Merge'),
    { items: [{ n: 1 }] },
  );
  expect(tellRun(run.finished)).toEqual(['Start = 1', 'Merge < Start, Start = 1←0 1←1:0']);
});

test('uneven branches: three inputs, of which one comes late and one not at all', async () => {
  const run = await runWorkflowForTest(
    workflow()
      .node('Start', startNode)
      .node('A', passNode)
      .node('B', none)
      .node('C', passNode)
      .node('C2', passNode)
      .node('Merge', merge3)
      .wire('Start > A > Merge', 'Start > B > 1:Merge', 'Start > C > C2 > 2:Merge'),
    { items: [{ n: 1 }] },
  );
  expect(run.order).toEqual(['Start', 'A', 'B', 'C', 'C2', 'Merge']);
  expect(tellRun(run.finished).at(-1)).toBe('Merge < A, -, C2 = 1←0 1←2:0');
});

test('merges in a row: the second waits for the first', async () => {
  const run = await runWorkflowForTest(
    workflow()
      .node('Start', startNode)
      .node('A', passNode)
      .node('B', none)
      .node('First', merge)
      .node('Second', merge)
      .wire('Start > A > First > Second', 'Start > B > 1:First', 'Start > 1:Second'),
    { items: [{ n: 1 }] },
  );
  expect(run.order).toEqual(['Start', 'A', 'B', 'First', 'Second']);
  expect(tellRun(run.finished).at(-1)).toBe('Second < First, Start = 1←0 1←1:0');
});

test('two deliveries to one input are two runs', async () => {
  const run = await runWorkflowForTest(
    workflow()
      .node('Start', startNode)
      .node('A', passNode)
      .node('B', passNode)
      .node('C', passNode)
      .node('Merge', merge)
      .wire('Start > A > Merge', 'Start > B > Merge', 'Start > C > 1:Merge'),
    { items: [{ n: 1 }] },
  );
  expect(tellRun(run.finished).slice(-2)).toEqual(['Merge < A, C = 1←0 1←1:0', 'Merge < B, - = 1←0']);
});

test('nodes that wait for each other go on with the one that waits longest', async () => {
  const run = await runWorkflowForTest(
    workflow()
      .node('Start', startNode)
      .node('A', merge)
      .node('B', merge)
      .node('End', none)
      .wire('Start > A', 'Start > B', 'A > 1:B', 'B > End > 1:A'),
    { items: [{ n: 1 }] },
  );
  expect(run.order).toEqual(['Start', 'A', 'B', 'End']);
});

test('a node that runs on any input runs for each arrival', async () => {
  const any = testNode(({ items: first, inputs }) => [[...first, ...(inputs[1] ?? [])]], {
    inputs: ['main', 'main'],
    runsWhen: 'anyInput',
  });
  const run = await runWorkflowForTest(
    workflow().node('Start', startNode).node('A', passNode).node('Any', any).wire('Start > Any', 'Start > A > 1:Any'),
    { items: [{ n: 1 }] },
  );
  expect(tellRun(run.finished)).toEqual(['Start = 1', 'A < Start = 1←0', 'Any < -, A = 1←1:0', 'Any < Start, - = 1←0']);
});
