import { expect, test } from 'vitest';
import type { NodeGroup } from '../../workflow/groups.ts';
import type { Box } from '../geometry.ts';
import { collapsedPlaces, framesOf, hiddenNodes } from './frames.ts';

const group = (id: string, nodes: string, more: Partial<NodeGroup> = {}): [string, NodeGroup] => [
  id,
  { id, title: id, color: 1, isCollapsed: false, nodes: nodes.split(' '), parent: undefined, ...more },
];
const boxes: Record<string, Box> = {
  a: { x: 0, y: 0, width: 100, height: 100 },
  b: { x: 220, y: 140, width: 100, height: 100 },
  c: { x: 440, y: 0, width: 100, height: 100 },
};
const boxOf = (key: string) => boxes[key];

test('a frame is around its nodes and the frames in it', () => {
  const frames = framesOf(new Map([group('in', 'a b', { parent: 'out' }), group('out', 'c')]), boxOf);
  expect(frames.map(({ group: { id }, depth }) => [id, depth])).toEqual([
    ['out', 0],
    ['in', 1],
  ]);
  const [outer, inner] = frames.map(({ box }) => box) as [Box, Box];
  expect(inner).toEqual({ x: -28, y: -52, width: 376, height: 348 });
  expect(outer.x).toBeLessThan(inner.x);
  expect(outer.y + outer.height).toBeGreaterThan(inner.y + inner.height);
});

test('a collapsed group hides all that is in it, in one place', () => {
  const groups = new Map([group('in', 'a b', { parent: 'out' }), group('out', 'c', { isCollapsed: true })]);
  const hidden = hiddenNodes(groups);
  expect([...hidden.keys()].sort()).toEqual(['a', 'b', 'c']);
  expect([...collapsedPlaces(hidden, groups, boxOf).values()]).toEqual([
    { x: 0, y: 0 },
    { x: 0, y: 0 },
    { x: 0, y: 0 },
  ]);
  expect(framesOf(groups, boxOf).map(({ group: { id } }) => id)).toEqual(['out']);
});
