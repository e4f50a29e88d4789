import type { TaskData } from '@millrace/contract';
import { expect, test } from 'vitest';
import { renameNode, setParameter, setPinData } from './commands/index.ts';
import { documentOf, keyOf } from './document-for-test.ts';
import { changed } from './drafts.ts';
import { nodeRunOf } from './node-run.ts';
import { staleNodes } from './partial-run.ts';
import { renameReferences } from './references.ts';
import { planRun } from './run-plan.ts';
import { emptyRun } from './run-view.ts';
import type { Command, NodeRunState, RunView, WorkflowDocument } from './types.ts';

const task: TaskData = { startTime: 1, executionTime: 1, source: [], data: { main: [[{ json: {} }], [{ json: {} }]] } };
const { data: _, ...about } = task;
const stored: TaskData = { ...about, stored: { outputs: { main: [1] } } };
const names = (text: string) => text.split(' ').filter(Boolean);

/** A run of this document in which the nodes `done` have run. */
const runOf = (document: WorkflowDocument, done: string, more: Record<string, NodeRunState> = {}): RunView => ({
  ...emptyRun,
  status: 'success',
  started: document,
  nodes: Object.fromEntries([
    ...names(done).map((name) => [keyOf(document, name), nodeRunOf([task])]),
    ...Object.entries(more).map(([name, node]) => [keyOf(document, name), node]),
  ]),
});

const planTo = (destination: string, document: WorkflowDocument, run: RunView) => {
  const { request, kept } = planRun(document, run, [], { destinationNode: keyOf(document, destination) });
  expect(kept.map((key) => document.nodes[key]!.data.name)).toEqual(Object.keys(request.runData ?? {}));
  return { start: request.startNodes.toSorted(), kept: Object.keys(request.runData ?? {}).sort() };
};
const fromTrigger = { start: [], kept: [] };

/** Plans a run to `destination` after nodes have run and some of these were changed. */
const planned = (nodes: string, wires: string, destination: string, done = '', edited = '') => {
  const before = documentOf(nodes, wires);
  const after = names(edited).reduce(
    (document, name) => changed(document, setParameter(keyOf(before, name), ['x'], 1)),
    before,
  );
  return planTo(destination, after, runOf(before, done));
};

/** T → A → B → M and A → R → M:1, where R reads B by an expression. */
const reading = (): WorkflowDocument => {
  const document = documentOf('T A B R M', 'T>A A>B A>R B>M R>M:1');
  return changed(document, setParameter(keyOf(document, 'R'), ['x'], "={{ $('B').first().json.n }}"));
};
const edit = (document: WorkflowDocument, name: string, command: (key: string) => Command) =>
  changed(document, command(keyOf(document, name)));

test('without results the run starts at the trigger', () => {
  expect(planned('T A B', 'T>A A>B', 'B')).toEqual(fromTrigger);
});

test('what has run is used again; the destination always runs', () => {
  expect(planned('T A B', 'T>A A>B', 'B', 'T A B')).toEqual({ start: ['B'], kept: ['A', 'T'] });
  expect(planned('T A B', 'T>A A>B', 'B', 'T')).toEqual({ start: ['A'], kept: ['T'] });
});

test('a changed node runs again, with all that follows it', () => {
  expect(planned('T A B C', 'T>A A>B B>C', 'C', 'T A B C', 'A')).toEqual({ start: ['A'], kept: ['T'] });
  expect(planned('T A', 'T>A', 'A', 'T A', 'T')).toEqual(fromTrigger);
});

test('what is beside the path stays as long as it is fresh', () => {
  expect(planned('T A B X', 'T>A A>B A>X', 'B', 'T A X')).toEqual({ start: ['B'], kept: ['A', 'T', 'X'] });
  expect(planned('T A B X', 'T>A A>B A>X', 'B', 'T A X', 'X')).toEqual({ start: ['B'], kept: ['A', 'T'] });
});

test('several nodes may be the start, also where fresh and kept data join', () => {
  expect(planned('T A B M', 'T>A T>B A>M B>M:1', 'M', 'T')).toEqual({ start: ['A', 'B'], kept: ['T'] });
  expect(planned('T A B M', 'T>A T>B A>M B>M:1', 'M', 'T A')).toEqual({ start: ['B'], kept: ['A', 'T'] });
});

test('a node in another branch that reads a changed one runs again', () => {
  const before = reading();
  const after = edit(before, 'B', (key) => setParameter(key, ['y'], 1));
  expect(planTo('M', after, runOf(before, 'T A B R M'))).toEqual({ start: ['B', 'R'], kept: ['A', 'T'] });
});

test('what the end reads from in another branch is on its way', () => {
  const document = reading();
  const run = runOf(document, 'T A', { B: nodeRunOf([stored]) });
  expect(planTo('R', document, run)).toEqual({ start: ['B', 'R'], kept: ['A', 'T'] });
  const plan = planRun(document, emptyRun, [keyOf(document, 'T')], { destinationNode: keyOf(document, 'R') });
  expect([...plan.path].map((key) => document.nodes[key]!.data.name).sort()).toEqual(['A', 'B', 'R', 'T']);
});

test('a new name changes nothing: not for the node, nor for its readers', () => {
  const before = reading();
  const renamed = edit(
    edit(before, 'B', (key) => renameNode(key, "Bob's", renameReferences)),
    'A',
    (key) => renameNode(key, 'B', renameReferences),
  );
  const run = runOf(before, 'T A B R M');
  expect([...staleNodes(renamed, run)]).toEqual([]);
  expect(planTo('M', renamed, run)).toEqual({ start: ['M'], kept: ['B', "Bob's", 'R', 'T'] });
  const after = edit(renamed, "Bob's", (key) => setParameter(key, ['y'], 1));
  expect([...staleNodes(after, run)].sort()).toEqual(['B', 'R', 'M'].map((name) => keyOf(before, name)).sort());
});

test('pinned data, other wires and what is undone again', () => {
  const before = documentOf('T A B C', 'T>A A>B B>C');
  const run = runOf(before, 'T A B C');
  const pinned = edit(before, 'A', (key) => setPinData(key, [{ x: 1 }]));
  expect(planTo('C', pinned, run)).toEqual({ start: ['A'], kept: ['T'] });
  const again = edit(pinned, 'A', (key) => setPinData(key, undefined));
  expect(planTo('C', again, run)).toEqual({ start: ['C'], kept: ['A', 'B', 'T'] });
  const wired = changed(before, (draft) => {
    const wire = Object.values(draft.wires).find(({ target }) => target === keyOf(before, 'C'))!;
    wire.source = keyOf(before, 'A');
  });
  expect(planTo('C', wired, run)).toEqual({ start: ['C'], kept: ['A', 'B', 'T'] });
  expect([...staleNodes(wired, run)]).toEqual([keyOf(before, 'C')]);
});

test('a failed node runs again, and is not stale until it is changed', () => {
  const document = documentOf('T A B', 'T>A A>B');
  const error = { name: 'NodeError', message: 'no', timestamp: 1 };
  const failed = nodeRunOf([{ ...about, error }]);
  const run = { ...runOf(document, 'T', { A: failed }), status: 'error' as const };
  expect(planTo('B', document, run)).toEqual({ start: ['A'], kept: ['T'] });
  expect(staleNodes(document, run).size).toBe(0);
  const after = edit(document, 'A', (key) => setParameter(key, ['x'], 1));
  expect([...staleNodes(after, run)]).toEqual([keyOf(document, 'A')]);
});

test('where nothing came by, the run begins further back', () => {
  expect(planned('T I Y Z', 'T>I I:2>Y Y>Z', 'Z', 'T I')).toEqual({ start: ['Y'], kept: ['I', 'T'] });
  expect(planned('T A U B', 'T>A U>B', 'B', 'T A')).toEqual(fromTrigger);
});

test('a result that only the server has is made anew on the way to the end, and beside it left out', () => {
  const document = documentOf('T A B X', 'T>A A>B T>X');
  const large = nodeRunOf([stored]);
  expect(planTo('B', document, runOf(document, 'T B', { A: large, X: large }))).toEqual({ start: ['A'], kept: ['T'] });
});

test('a finished loop is kept; one that the end came upon begins anew', () => {
  const document = documentOf('T L B C', 'T>L L:1>B B>L L>C');
  const run = runOf(document, 'T L B C');
  expect(planTo('C', document, run)).toEqual({ start: ['C'], kept: ['B', 'L', 'T'] });
  const loop = { start: ['B', 'L'], kept: ['T'] };
  expect(planTo('C', document, { ...run, status: 'canceled' })).toEqual(loop);
  expect(planTo('C', document, { ...run, destination: keyOf(document, 'B') })).toEqual(loop);
});

test('the path of a run: what follows its trigger, up to its end', () => {
  const document = documentOf('T A B X U C', 'T>A A>B T>X U>C U>B');
  const key = (name: string) => keyOf(document, name);
  const triggers = [key('T'), key('U')];
  const path = (ends: { destinationNode?: string; triggerNode?: string }) => {
    const plan = planRun(document, emptyRun, triggers, ends);
    return [...plan.path].map((node) => document.nodes[node]?.data.name).sort();
  };
  expect(path({})).toEqual(['A', 'B', 'T', 'X']);
  expect(path({ triggerNode: key('U') })).toEqual(['B', 'C', 'U']);
  expect(path({ destinationNode: key('B') })).toEqual(['A', 'B', 'T']);
  expect(path({ destinationNode: key('C') })).toEqual(['C', 'U']);
});

test('a run without a trigger touches what leads to its end', () => {
  const document = documentOf('A B', 'A>B');
  const plan = planRun(document, emptyRun, [], { destinationNode: keyOf(document, 'B') });
  expect(plan).toMatchObject({ request: { startNodes: [], destinationNode: 'B' }, trigger: undefined });
  expect(plan.path.size).toBe(2);
});

test('among several triggers: the one whose branch is selected, else the first that leads anywhere', () => {
  const document = documentOf('M T A U B', 'T>A U>B');
  const key = (name: string) => keyOf(document, name);
  const start = (selection: string[]) => {
    const triggers = ['M', 'T', 'U'].map(key);
    return planRun(document, emptyRun, triggers, { selection: selection.map(key) }).request.triggerNode;
  };
  expect(start([])).toBe('T');
  expect(start(['B'])).toBe('U');
  expect(start(['M'])).toBe('M');
});

test('a trigger that only starts by hand comes after the others', () => {
  const document = documentOf('M T U A B', 'M>A U>B');
  const key = (name: string) => keyOf(document, name);
  const start = (names: string[]) =>
    planRun(document, emptyRun, names.map(key), { startsByItself: (one) => one !== key('M') }).request.triggerNode;
  expect(start(['M', 'T', 'U'])).toBe('U');
  expect(start(['M', 'T'])).toBe('M');
});
