import type { TaskData } from '@millrace/contract';
import { expect, test } from 'vitest';
import { documentOf, keyOf } from './document-for-test.ts';
import { planRun } from './run-plan.ts';
import { emptyRun } from './run-view.ts';
import type { RunView, WorkflowDocument } from './types.ts';

const task: TaskData = { startTime: 1, executionTime: 1, source: [], data: { main: [[]] } };

const runOf = (document: WorkflowDocument, done: string, stale = ''): RunView => ({
  ...emptyRun,
  nodes: Object.fromEntries(
    done
      .split(' ')
      .filter(Boolean)
      .map((name) => [keyOf(document, name), { phase: 'success' as const, tasks: [task] }]),
  ),
  stale: new Set(
    stale
      .split(' ')
      .filter(Boolean)
      .map((name) => keyOf(document, name)),
  ),
});

const planned = (names: string, wires: string, destination: string, done = '', stale = '') => {
  const document = documentOf(names, wires);
  const { request } = planRun(document, runOf(document, done, stale), [], {
    destinationNode: keyOf(document, destination),
  });
  return { start: request.startNodes.sort(), kept: Object.keys(request.runData ?? {}).sort() };
};
const fromTrigger = { start: [], kept: [] };

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

test('nodes beside the path do not matter', () => {
  expect(planned('T A B X', 'T>A A>B A>X', 'B', 'T A', 'X')).toEqual({ start: ['B'], kept: ['A', 'T'] });
});

test('several nodes may be the start', () => {
  expect(planned('T A B M', 'T>A T>B A>M B>M:1', 'M', 'T')).toEqual({ start: ['A', 'B'], kept: ['T'] });
});

test('where fresh and kept data join, the run starts at the trigger', () => {
  expect(planned('T A B M', 'T>A T>B A>M B>M:1', 'M', 'T A')).toEqual(fromTrigger);
});

test('a loop ends the search too', () => {
  expect(planned('T L B', 'T>L L>B B>L', 'B', 'T L B', 'L')).toEqual(fromTrigger);
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
