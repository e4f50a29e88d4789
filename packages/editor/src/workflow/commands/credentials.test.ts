import { expect, test } from 'vitest';
import { documentOf, keyOf, nodeNamed } from '../document-for-test.ts';
import type { Command, WorkflowDocument } from '../types.ts';
import { nodesThatHold, setCredential, setCredentials } from './credentials.ts';

const run = (document: WorkflowDocument, command: Command): WorkflowDocument => {
  const draft = structuredClone(document);
  command(draft);
  return draft;
};

const three = () => {
  let document = documentOf('A B C');
  const give = (name: string, credentials: Record<string, string | { id: string | null; name: string }>) => {
    const key = keyOf(document, name);
    document = run(document, (draft) => {
      draft.nodes[key]!.data.credentials = credentials;
    });
  };
  give('A', { slackApi: 'Old' });
  give('B', { slackApi: { id: null, name: 'Old' }, other: { id: '4', name: 'Kept' } });
  give('C', { slackApi: { id: '7', name: 'Old' } });
  return document;
};

test('a node is given a credential beside its others, and loses it', () => {
  const document = three();
  const key = keyOf(document, 'B');
  const chosen = run(document, setCredential(key, 'slackApi', { id: '9', name: 'New' }));
  expect(nodeNamed(chosen, 'B').data.credentials).toEqual({
    slackApi: { id: '9', name: 'New' },
    other: { id: '4', name: 'Kept' },
  });
  const without = run(chosen, setCredential(key, 'slackApi', undefined));
  expect(nodeNamed(without, 'B').data.credentials).toEqual({ other: { id: '4', name: 'Kept' } });
  const only = keyOf(document, 'A');
  expect(nodeNamed(run(document, setCredential(only, 'slackApi', undefined)), 'A').data).not.toHaveProperty(
    'credentials',
  );
});

test('the nodes that hold the same one are found, however they write it', () => {
  const document = three();
  const keys = nodesThatHold(document, 'slackApi', 'Old');
  expect(keys.map((key) => document.nodes[key]?.data.name)).toEqual(['A', 'B']);
  const replaced = run(document, setCredentials(keys, 'slackApi', { id: '9', name: 'New' }));
  expect(['A', 'B', 'C'].map((name) => nodeNamed(replaced, name).data.credentials?.slackApi)).toEqual([
    { id: '9', name: 'New' },
    { id: '9', name: 'New' },
    { id: '7', name: 'Old' },
  ]);
});
