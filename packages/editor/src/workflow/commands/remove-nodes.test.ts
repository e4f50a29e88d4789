import { expect, test } from 'vitest';
import { documentOf, keyOf, wiresAsText } from '../document-for-test.ts';
import { changed } from '../drafts.ts';
import { removeNodes } from './remove-nodes.ts';

const removed = (names: string, wires: string, ...gone: string[]) => {
  const start = documentOf(names, wires);
  return wiresAsText(changed(start, removeNodes(gone.map((name) => keyOf(start, name)))));
};

test('the neighbours of a deleted node in a chain are joined', () => {
  expect(removed('A B C', 'A:1>B B>C:1', 'B')).toEqual(['A:1>C:1']);
  expect(removed('A B C D', 'A>B B>C C>D', 'B', 'C')).toEqual(['A>D']);
});

test('a node with several wires on a side leaves no bridge', () => {
  expect(removed('A B C D', 'A>B B>C B>D', 'B')).toEqual([]);
  expect(removed('A B C D', 'A>C B>C C>D', 'C')).toEqual([]);
});

test('a node that leads to itself leaves nothing behind', () => {
  expect(removed('A', 'A>A', 'A')).toEqual([]);
});

test('the end and the start of a chain are cut off', () => {
  expect(removed('A B C', 'A>B B>C', 'C')).toEqual(['A>B']);
  expect(removed('A B C', 'A>B B>C', 'A')).toEqual(['B>C']);
});

test('pinned data goes with the node', () => {
  const start = documentOf('A B', '', { pinData: { A: [{ x: 1 }], B: [{ y: 2 }] } });
  const after = changed(start, removeNodes([keyOf(start, 'A')]));
  expect(after.pinData).toEqual({ [keyOf(start, 'B')]: [{ y: 2 }] });
});
