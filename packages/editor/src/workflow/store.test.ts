import { beforeEach, expect, test } from 'vitest';
import { removeNodes, setWorkflowName } from './commands/index.ts';
import { documentOf, keyOf } from './document-for-test.ts';
import { type Notice, onNotice } from './notices.ts';
import { dispatch, openDocument, redo, select, undo, workflowStore } from './store.ts';

const state = () => workflowStore.getState();

beforeEach(() => openDocument(documentOf('A B', 'A>B')));

test('the selection follows the document', () => {
  const [a, b] = [keyOf(state().document, 'A'), keyOf(state().document, 'B')];
  select([a, b, 'n-none'], Object.keys(state().document.wires));
  expect(state().selection).toEqual(new Set([a, b]));
  dispatch('history.removeNodes', removeNodes([a]));
  expect(state().selection).toEqual(new Set([b]));
  expect(state().selectedWires.size).toBe(0);
});

test('selecting the same again changes nothing', () => {
  select([keyOf(state().document, 'A')]);
  const before = state();
  select([keyOf(state().document, 'A')]);
  expect(state()).toBe(before);
});

test('undo and redo go through the store', () => {
  dispatch('history.setWorkflowName', setWorkflowName('New'));
  undo();
  expect(state().document.name).toBe('Test');
  redo();
  expect(state().document.name).toBe('New');
});

test('a read-only workflow is not changed, and the person is told', () => {
  openDocument(documentOf('A'), { readOnly: true });
  const notices: Notice[] = [];
  const end = onNotice((notice) => notices.push(notice));
  dispatch('history.setWorkflowName', setWorkflowName('New'));
  end();
  expect(state().document.name).toBe('Test');
  expect(notices).toMatchObject([{ kind: 'error', title: 'Workflow cannot be changed' }]);
});

test('a newly opened document has no history, selection or run', () => {
  dispatch('history.setWorkflowName', setWorkflowName('New'));
  select([keyOf(state().document, 'A')]);
  const { opened } = state();
  openDocument(documentOf('X'), { id: '5' });
  expect(state()).toMatchObject({
    id: '5',
    past: [],
    future: [],
    savedAt: 0,
    opened: opened + 1,
    run: { status: null },
  });
  expect(state().selection.size).toBe(0);
});
