import { expect, test } from 'vitest';
import { documentOf, keyOf, nodeNamed, setType, webhookType, wiresAsText } from '../document-for-test.ts';
import { changed } from '../drafts.ts';
import { addNode } from './add-node.ts';

test('a new node lies on the grid, has the default version and a name that is free', () => {
  const document = changed(documentOf('Set Set1'), addNode(setType, { x: 233, y: 309 }));
  const { data } = nodeNamed(document, 'Set2');
  expect(data).toMatchObject({ type: 'core.set', typeVersion: 3, position: [240, 300], parameters: {} });
  expect(data.webhookId).toBeUndefined();
});

test('a webhook gets an id of its own', () => {
  const document = changed(documentOf('A'), addNode(webhookType, [0, 0]));
  expect(nodeNamed(document, 'Webhook').data.webhookId).toMatch(/^[0-9a-f-]{36}$/);
});

test('a new node is connected to the output or input that it was asked for from', () => {
  const start = documentOf('A B');
  const a = keyOf(start, 'A');
  const b = keyOf(start, 'B');
  const after = changed(
    start,
    addNode(setType, [0, 0], {
      connectFrom: { node: a, type: 'main', index: 1 },
      connectTo: { node: b, type: 'main', index: 2 },
    }),
  );
  expect(wiresAsText(after)).toEqual(['A:1>Set', 'Set>B:2']);
});

test('a node put into a wire takes its place and leads on', () => {
  const start = documentOf('A B', 'A:1>B:1');
  const [wire] = Object.keys(start.wires);
  expect(wiresAsText(changed(start, addNode(setType, [0, 0], { spliceWire: wire })))).toEqual(['A:1>Set', 'Set>B:1']);
});
