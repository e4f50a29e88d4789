import { expect, test } from 'vitest';
import { passNode, runNode, runWorkflowForTest, startNode, tellRun, testNode, workflow } from '../testing/index.ts';

/** Hands items out one by one on output 1, then all that came back on output 0. */
const loop = testNode(
  ({ items, state }) => {
    const rest = (state.rest as unknown[] | undefined) ?? [...items];
    const back = state.rest === undefined ? [] : [...((state.back as unknown[]) ?? []), ...items];
    state.rest = rest.slice(1);
    state.back = back;
    return (rest.length > 0 ? [[], [rest[0]]] : [back, []]) as never;
  },
  { outputs: ['main', 'main'], keepsState: true },
);

const merge = testNode(({ inputs }) => [inputs.flatMap((list) => list ?? [])], { inputs: ['main', 'main'] });
const none = testNode(() => [[]]);

test('each pass of a loop is a further run', async () => {
  const run = await runWorkflowForTest(
    workflow()
      .node('Start', startNode)
      .node('Loop', loop)
      .node('Done', passNode)
      .node('Body', passNode)
      .wire('Start > Loop > Done', 'Loop:1 > Body > Loop'),
    { items: [{ n: 1 }, { n: 2 }] },
  );
  expect(tellRun(run.finished)).toEqual([
    'Start = 1 2',
    'Loop < Start = - | 1←0',
    'Body < Loop:1 = 1←0',
    'Loop < Body = - | 2←1#0',
    'Body < Loop:1#1 = 2←0',
    'Loop < Body#1 = 1←0#1 2←0 | -',
    'Done < Loop#2 = 1←0 2←1',
  ]);
});

test('a merge inside a loop runs once a pass, also where only one branch has items', async () => {
  const odd = testNode(
    ({ items }) => [items.filter(({ json }) => json.n === 1), items.filter(({ json }) => json.n === 2)],
    { outputs: ['main', 'main'] },
  );
  const run = await runWorkflowForTest(
    workflow()
      .node('Start', startNode)
      .node('Loop', loop)
      .node('If', odd)
      .node('Yes', passNode)
      .node('No', passNode)
      .node('Merge', merge)
      .node('Done', passNode)
      .wire('Start > Loop:1 > If > Yes > Merge', 'If:1 > No > 1:Merge', 'Merge > Loop > Done'),
    { items: [{ n: 1 }, { n: 2 }] },
  );
  expect(run.order).toEqual(['Start', 'Loop', 'If', 'Yes', 'Merge', 'Loop', 'If', 'No', 'Merge', 'Loop', 'Done']);
});

test('a node wired to itself runs until it gives nothing', async () => {
  const countdown = testNode(({ items }) => [
    items.flatMap(({ json }) => (Number(json.n) > 0 ? [{ json: { n: Number(json.n) - 1 } }] : [])),
  ]);
  const run = await runWorkflowForTest(
    workflow().node('Start', startNode).node('Down', countdown).wire('Start > Down > Down'),
    { items: [{ n: 2 }] },
  );
  expect(tellRun(run.finished)).toEqual(['Start = 2', 'Down < Start = 1←0', 'Down < Down = 0←0', 'Down < Down#1 = -']);
});

test('an endless loop ends at the cap, with an error that says so', async () => {
  const run = await runWorkflowForTest(
    workflow().node('Start', startNode).node('A', passNode).node('B', passNode).wire('Start > A > B > A'),
    { maxRunsPerNode: 3 },
  );
  expect(run).toMatchObject({ status: 'error', error: { node: 'A', message: 'The node has run 3 times' } });
  expect(run.tasks('A').length).toBe(4);
});

test('state is kept within the run of a workflow and not beyond', async () => {
  const count = testNode(
    ({ state }) => {
      state.count = Number(state.count ?? 0) + 1;
      return [[{ json: { count: state.count as number } }]];
    },
    { keepsState: true },
  );
  expect((await runNode(count)).json).toEqual([{ count: 1 }]);
  expect((await runNode(count)).json).toEqual([{ count: 1 }]);
});

test('without kept results a long loop keeps nothing', async () => {
  const passes = 20_000;
  const count = testNode(
    ({ state }) => {
      state.count = Number(state.count ?? 0) + 1;
      return Number(state.count) > passes ? [[]] : [[{ json: { n: state.count as number } }]];
    },
    { keepsState: true },
  );
  const run = await runWorkflowForTest(
    workflow()
      .node('Start', startNode)
      .node('Count', count)
      .node('Body', passNode)
      .wire('Start > Count > Body > Count'),
    { keepRunData: false },
  );
  expect(run.status).toBe('success');
  expect(run.finished).toEqual([]);
  expect(run.events.filter((event) => event.type === 'nodeFinished').length).toBe(2 * passes + 2);
});

test('without kept results, data that expressions read is kept', async () => {
  const parameters = [{ name: 'text', displayName: 'Text', type: 'string', default: '' }] as const;
  const set = testNode(
    (context) => context.forEachItem((_, index) => ({ json: { text: context.parameter('text', index) } })),
    { parameters },
  );
  const run = await runWorkflowForTest(
    workflow()
      .node('Start', startNode)
      .node('A', none, { alwaysOutputData: true })
      .node('B', set, { parameters: { text: "={{ $('Start').first().json.n }}" } })
      .wire('Start > A > B'),
    { keepRunData: false, items: [{ n: 9 }] },
  );
  expect(run.lastItems.map((item) => item.json)).toEqual([{ text: '9' }]);
});
