import { expect, test } from 'vitest';
import type { FlowNode } from '../flow-model.ts';
import { findGuides } from './find-guides.ts';

const nodes = (places: Record<string, [number, number]>): ReadonlyMap<string, FlowNode> =>
  new Map(
    Object.entries(places).map(([id, [x, y]]) => [
      id,
      { id, type: 'note', position: { x, y }, width: 100, height: 100, data: {} } as unknown as FlowNode,
    ]),
  );

test('a line runs through everything that lies on it with the same edge or middle', () => {
  const found = findGuides(['a'], nodes({ a: [0, 0], b: [220, 0], c: [440, 20], d: [660, 0] }));
  expect(found).toEqual([0, 50, 100].map((at) => ({ direction: 'horizontal', at, from: 0, to: 760 })));
});

test('several nodes are aligned as a whole, and what is far away does not count', () => {
  expect(findGuides(['a', 'b'], nodes({ a: [0, 0], b: [200, 100], c: [0, 400] }))).toEqual([
    { direction: 'vertical', at: 0, from: 0, to: 500 },
  ]);
  expect(findGuides(['a'], nodes({ a: [0, 0], b: [0, 5000] }))).toEqual([]);
});
