import type { NodeTypeDescription } from '@millrace/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { nodeTypesQuery } from '../api/node-types.ts';
import { queryClient } from '../api/queries.ts';
import { duplicate, paste } from './clipboard.ts';
import { copyFragment } from './copy-fragment.ts';
import { documentOf, keyOf, wiresAsText } from './document-for-test.ts';
import { type Notice, onNotice } from './notices.ts';
import { NotAWorkflowError, parseWorkflow } from './parse-workflow.ts';
import { renameReferences } from './references.ts';
import { openSession, type WorkflowSession } from './session.ts';

let session: WorkflowSession;
const document = () => session.state().document;
const reasonOf = (text: string) => {
  try {
    parseWorkflow(text);
  } catch (error) {
    if (error instanceof NotAWorkflowError) return { reason: error.reason, message: error.message };
  }
  return undefined;
};

beforeEach(() => {
  session = openSession(documentOf('A B C', 'A>B B>C'));
});
afterEach(() => {
  session.dispose();
  queryClient.clear();
});

test('what is copied is pasted with its wires, selected, and is one step of the history', () => {
  const text = copyFragment(document(), [keyOf(document(), 'A'), keyOf(document(), 'B')]);
  const keys = paste(session, parseWorkflow(text), renameReferences, { x: 0, y: 600 });
  expect(wiresAsText(document())).toEqual(['A1>B1', 'A>B', 'B>C']);
  expect(session.state().selection).toEqual(new Set(keys));
  session.undo();
  expect(wiresAsText(document())).toEqual(['A>B', 'B>C']);
  expect(session.state().selection.size).toBe(0);
});

test('copied text is the public format and nothing of the rest of the workflow', () => {
  const copied = JSON.parse(copyFragment(document(), [keyOf(document(), 'B')]));
  expect(copied).toMatchObject({ nodes: [{ name: 'B' }], connections: { B: { main: [[]] } } });
});

test('a whole workflow in the public format can be pasted', () => {
  const text = JSON.stringify({
    name: 'Other',
    nodes: [{ name: 'Set', type: 'n8n-nodes-base.set', typeVersion: 1, position: [0, 0], parameters: {} }],
    connections: {},
    active: true,
    settings: {},
  });
  const keys = paste(session, parseWorkflow(text), renameReferences);
  expect(document().nodes[keys[0] ?? '']?.data.type).toBe('n8n-nodes-base.set');
  expect(document().name).toBe('Test');
});

test('text that is no workflow says in what way', () => {
  expect(reasonOf('hello')).toMatchObject({ reason: 'json' });
  expect(reasonOf('[1]')).toMatchObject({ reason: 'shape' });
  expect(reasonOf('{"nodes":[],"connections":{}}')).toMatchObject({ reason: 'empty' });
  const broken = reasonOf('{"nodes":[{"name":"A","type":"x","position":[1]}],"connections":{}}');
  expect(broken).toMatchObject({
    reason: 'shape',
    message: expect.stringContaining('"position" of node "A" must have at least 2 items.'),
  });
});

test('what others have written differently is read, told, and comes out as it was', async () => {
  const known = { version: 4 } as NodeTypeDescription;
  queryClient.setQueryData(nodeTypesQuery.queryKey, { list: [known], loaded: true, find: () => known });
  const notices: Notice[] = [];
  const end = onNotice((notice) => notices.push(notice));
  const nodes = [
    { name: 'X', type: 'x', typeVersion: '3.4', position: [0, 0], parameters: {}, notes: { text: 'see below' } },
    { name: 'Y', type: 'x', typeVersion: 1, position: [200, 0], parameters: {}, credentials: { api: {} } },
    { name: 'Y', type: 'x', typeVersion: 1, position: [400, 0], parameters: {} },
  ];
  const connections = { X: { main: [[{ node: 'Y', type: 'main' }]] } };
  const keys = paste(session, parseWorkflow(JSON.stringify({ nodes, connections })), renameReferences);
  await vi.waitFor(() => expect(notices).toHaveLength(1));
  end();
  expect(notices).toMatchObject([{ kind: 'warning', title: '5 things are not as they were', sticky: true }]);
  expect(notices[0]?.details?.split('\n')).toEqual([
    'Y1: name: "Y" was read as "Y1"',
    'X: typeVersion: "3.4" was read as 3.4',
    'X: notes: {"text":"see below"} was left out',
    'Y: credentials: {"api":{}} was read as {}',
    'connections.X.main[0][0].index was missing and is read as 0',
  ]);
  expect(wiresAsText(document())).toContain('X>Y');
  const copied = JSON.parse(copyFragment(document(), keys));
  expect(copied.connections.X).toEqual(connections.X);
  expect(copied.nodes).toMatchObject(nodes.map(({ position: _, ...node }) => node));
  expect(JSON.stringify(copied)).not.toContain('importedAs');
});

test('a node named __proto__ is refused', () => {
  const text = '{"nodes":[{"name":"__proto__","type":"x","position":[0,0]}],"connections":{}}';
  expect(reasonOf(text)).toMatchObject({
    reason: 'shape',
    message: expect.stringContaining('"name" of node "__proto__" is a reserved name.'),
  });
});

test('duplicates are selected', () => {
  const keys = duplicate(session, [keyOf(document(), 'C')], renameReferences);
  expect(keys.map((key) => document().nodes[key]?.data.name)).toEqual(['C1']);
  expect(session.state().selection).toEqual(new Set(keys));
});
