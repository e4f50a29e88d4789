import { expect, test } from 'vitest';
import { setWorkflowName } from './commands/workflow.ts';
import { documentOf } from './document-for-test.ts';
import { isDirty, record, redone, undone } from './history.ts';
import type { WorkflowState } from './types.ts';

type History = Pick<WorkflowState, 'document' | 'past' | 'future' | 'savedAt'>;

const fresh = (): History => ({ document: documentOf('A'), past: [], future: [], savedAt: 0 });
const rename = (history: History, name: string, now = 0, group?: string): History =>
  record(history, setWorkflowName(name), { label: 'history.setWorkflowName', group, now })?.history ?? history;
const back = (history: History): History => undone(history)?.history ?? history;
const forth = (history: History): History => redone(history)?.history ?? history;
const saved = (history: History): History => ({ ...history, savedAt: history.past.length });

test('undo and redo walk through the states', () => {
  const first = rename(fresh(), 'one');
  const second = rename(first, 'two');
  expect(back(second).document).toEqual(first.document);
  expect(back(back(second)).document.name).toBe('Test');
  expect(forth(forth(back(back(second)))).document).toEqual(second.document);
  expect(undone(fresh())).toBeUndefined();
  expect(redone(second)).toBeUndefined();
});

test('a command that changes nothing is no step', () => {
  expect(record(fresh(), setWorkflowName('Test'), { label: 'history.setWorkflowName', now: 0 })).toBeUndefined();
});

test('keystrokes of one field within a second are one step', () => {
  const typed = rename(rename(rename(fresh(), 'a', 0, 'name'), 'ab', 900, 'name'), 'abc', 1800, 'name');
  expect(typed.past).toHaveLength(1);
  expect(back(typed).document.name).toBe('Test');
  expect(forth(back(typed)).document.name).toBe('abc');
});

test('a pause, another field or an undo begins a new step', () => {
  expect(rename(rename(fresh(), 'a', 0, 'name'), 'ab', 1000, 'name').past).toHaveLength(2);
  expect(rename(rename(fresh(), 'a', 0, 'name'), 'ab', 10, 'other').past).toHaveLength(2);
  expect(rename(rename(fresh(), 'a', 0), 'ab', 10).past).toHaveLength(2);
  const undoneOnce = back(rename(rename(fresh(), 'a', 0, 'name'), 'b', 5, 'other'));
  expect(rename(undoneOnce, 'ab', 10, 'name').past).toHaveLength(2);
});

test('unsaved changes are known across undo and redo', () => {
  const first = saved(rename(fresh(), 'one'));
  expect(isDirty(first)).toBe(false);
  const second = rename(first, 'two');
  expect(isDirty(second)).toBe(true);
  expect(isDirty(back(second))).toBe(false);
  expect(isDirty(back(back(second)))).toBe(true);
  expect(isDirty(forth(back(back(second))))).toBe(false);
});

test('a saved state that can no longer be reached by undo stays unsaved', () => {
  const other = rename(back(saved(rename(fresh(), 'one'))), 'two');
  expect(other.past).toHaveLength(1);
  expect(isDirty(other)).toBe(true);
  expect(isDirty(back(other))).toBe(true);
});

test('keystrokes after a save are a step of their own', () => {
  const history = rename(saved(rename(fresh(), 'a', 0, 'name')), 'ab', 10, 'name');
  expect(history.past).toHaveLength(2);
  expect(isDirty(history)).toBe(true);
  expect(isDirty(back(history))).toBe(false);
});

test('200 steps are kept; a save before them is out of reach', () => {
  let history = saved(rename(fresh(), 'start'));
  for (let step = 0; step < 250; step++) history = rename(history, `name ${step}`);
  expect(history.past).toHaveLength(200);
  for (let step = 0; step < 200; step++) {
    expect(isDirty(history)).toBe(true);
    history = back(history);
  }
  expect(history.document.name).toBe('name 49');
  expect(isDirty(history)).toBe(true);
});
