import { expect, test } from 'vitest';
import { moveNodes } from './commands/index.ts';
import { documentOf, keyOf } from './document-for-test.ts';
import { changed } from './drafts.ts';
import { keyGraph } from './key-graph.ts';

test('a node that is the same in the next document is the same in its graph, also with another workflow in between', () => {
  const [first, other] = [documentOf('A B', 'A>B'), documentOf('X Y', 'X>Y')];
  const before = keyGraph(first);
  keyGraph(other);
  const after = keyGraph(changed(first, moveNodes([[keyOf(first, 'A'), { x: 400, y: 400 }]])));
  expect(after.nodes[0]).not.toBe(before.nodes[0]);
  expect(after.nodes[1]).toBe(before.nodes[1]);
});
