import { expect, test } from 'vitest';
import { documentOf, graph, nodeNamed, wiresAsText } from '../document-for-test.ts';
import { changed } from '../drafts.ts';
import { importWorkflow, setWorkflowName } from './workflow.ts';

test('the name is set', () => {
  expect(changed(documentOf('A'), setWorkflowName('New')).name).toBe('New');
});

test('an import replaces the graph and keeps the tags; it brings its name if it has one', () => {
  const start = { ...documentOf('Old'), tags: [{ id: '1', name: 'mine' }] };
  const after = changed(start, importWorkflow(graph('A B', 'A>B', { name: 'Imported', meta: { templateId: 'x' } })));
  expect(after).toMatchObject({
    name: 'Imported',
    tags: [{ id: '1', name: 'mine' }],
    rest: { meta: { templateId: 'x' } },
  });
  expect(wiresAsText(after)).toEqual(['A>B']);
  expect(changed(start, importWorkflow(graph('A', '', { name: undefined }))).name).toBe('Test');
});

test('webhooks of an imported workflow get addresses of their own; those of the open one are kept', () => {
  const file = graph('A B');
  file.nodes = file.nodes.map((node) => ({ ...node, webhookId: `of ${node.name}` }));
  const start = documentOf('A');
  nodeNamed(start, 'A').data.webhookId = 'of A';
  const after = changed(start, importWorkflow(file));
  expect(nodeNamed(after, 'A').data.webhookId).toBe('of A');
  expect(nodeNamed(after, 'B').data.webhookId).toMatch(/^[0-9a-f-]{36}$/);
  expect(file.nodes[1]?.webhookId).toBe('of B');
});
