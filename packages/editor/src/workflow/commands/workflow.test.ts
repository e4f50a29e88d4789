import { expect, test } from 'vitest';
import { documentOf, graph, wiresAsText } from '../document-for-test.ts';
import { changed } from '../drafts.ts';
import { importWorkflow, setWorkflowName, setWorkflowSettings } from './workflow.ts';

test('name and settings are set', () => {
  const after = changed(
    changed(documentOf('A'), setWorkflowName('New')),
    setWorkflowSettings({ timezone: 'Asia/Tokyo' }),
  );
  expect(after).toMatchObject({ name: 'New', settings: { timezone: 'Asia/Tokyo' } });
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
