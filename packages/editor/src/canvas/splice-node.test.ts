import { expect, test } from 'vitest';
import { dropIntoWire } from './splice-node.ts';
import { applied, documentOf, graph } from './testing.ts';

const ends = (wires: Record<string, { source: string; target: string }>) =>
  Object.values(wires).map(({ source, target }) => `${source}>${target}`);

test('a node dropped on a wire goes into it', () => {
  const document = documentOf(graph({ a: [0, 0], b: [800, 0], new: [0, 500] }, ['a>b']));
  const after = applied(document, dropIntoWire(document, 'new', { x: 400, y: 0 }, 'a>b'));
  expect(ends(after.wires)).toEqual(['a>new', 'new>b']);
  expect(after.nodes.new!.data.position).toEqual([400, 0]);
  expect(after.nodes.b!.data.position).toEqual([800, 0]);
});

test('on a short wire what follows makes room', () => {
  const document = documentOf(graph({ a: [0, 0], b: [220, 0], new: [0, 500] }, ['a>b']));
  const after = applied(document, dropIntoWire(document, 'new', { x: 100, y: 20 }, 'a>b'));
  expect(after.nodes.new!.data.position).toEqual([220, 0]);
  expect(after.nodes.b!.data.position).toEqual([440, 0]);
});
