import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeNodes, setWorkflowName } from './commands/index.ts';
import { documentOf, keyOf } from './document-for-test.ts';
import { type Notice, onNotice } from './notices.ts';
import { openSession, type WorkflowSession } from './session.ts';

let session: WorkflowSession;
const state = () => session.state();

const open = (...args: Parameters<typeof openSession>) => {
  session = openSession(...args);
};

beforeEach(() => open(documentOf('A B', 'A>B')));
afterEach(() => session.dispose());

test('the selection follows the document', () => {
  const [a, b] = [keyOf(state().document, 'A'), keyOf(state().document, 'B')];
  session.select([a, b, 'n-none'], Object.keys(state().document.wires));
  expect(state().selection).toEqual(new Set([a, b]));
  session.dispatch('history.removeNodes', removeNodes([a]));
  expect(state().selection).toEqual(new Set([b]));
  expect(state().selectedWires.size).toBe(0);
});

test('selecting the same again changes nothing', () => {
  session.select([keyOf(state().document, 'A')]);
  const before = state();
  session.select([keyOf(state().document, 'A')]);
  expect(state()).toBe(before);
});

test('undo and redo go through the store', () => {
  session.dispatch('history.setWorkflowName', setWorkflowName('New'));
  session.undo();
  expect(state().document.name).toBe('Test');
  session.redo();
  expect(state().document.name).toBe('New');
});

test.each([
  ['a record of an execution', {}, 'record of an execution'],
  ['a workflow that is shared for viewing', { id: '1', revision: 3 }, 'shared with you for viewing'],
])('%s is not changed, and the person is told why', (_, stored, reason) => {
  open(documentOf('A'), { ...stored, readOnly: true });
  const notices: Notice[] = [];
  const end = onNotice((notice) => notices.push(notice));
  session.dispatch('history.setWorkflowName', setWorkflowName('New'));
  end();
  expect(state().document.name).toBe('Test');
  expect(notices).toMatchObject([
    { kind: 'error', title: 'Workflow cannot be changed', message: expect.stringContaining(reason) },
  ]);
});
