import { expect, test } from 'vitest';
import { documentOf, graph, nodeType } from '../canvas/testing.ts';
import { openSession } from '../workflow/session.ts';
import { isUntouched } from '../workflow/untouched.ts';
import { startWith } from './first-step.ts';

const withStart = () => {
  const document = documentOf(graph({ start: [240, 300] }));
  document.nodes.start!.data.type = 'core.manualTrigger';
  return document;
};

test('a workflow is untouched until it has more than its start node', () => {
  expect(isUntouched(documentOf(graph({})))).toBe(true);
  expect(isUntouched(withStart())).toBe(true);
  expect(isUntouched(documentOf(graph({ a: [0, 0] })))).toBe(false);
  const two = withStart();
  two.nodes.b = { ...two.nodes.start!, key: 'b' };
  expect(isUntouched(two)).toBe(false);
});

test('a trigger takes the place of the start node, as one step that can be undone', () => {
  const session = openSession(withStart());
  startWith(session, nodeType('core.webhook', { group: ['trigger'], inputs: [] }));
  const [node, ...others] = Object.values(session.state().document.nodes);
  expect(others).toEqual([]);
  expect(node!.data).toMatchObject({ type: 'core.webhook', position: [240, 300] });
  expect(session.panel.state().node).toBe(node!.key);
  session.undo();
  expect(Object.keys(session.state().document.nodes)).toEqual(['start']);
  session.dispose();
});
