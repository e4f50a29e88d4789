import { expect, test } from 'vitest';
import { shownNodes } from './shown-nodes.ts';

const nodes = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `core.${index}`, displayName: `Node ${index}` }));

test.each([
  [0, 0, 0],
  [4, 4, 0],
  [5, 5, 0],
  [6, 4, 2],
  [8, 4, 4],
])('of %i nodes %i are shown and %i counted', (count, shown, rest) => {
  const found = shownNodes(nodes(count));
  expect([found.shown.length, found.rest.length]).toEqual([shown, rest]);
});
