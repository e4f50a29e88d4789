import { expect, test } from 'vitest';
import type { NodeKey } from '../../workflow/types.ts';
import type { Box } from '../geometry.ts';
import { boxesOverlap } from '../geometry.ts';
import { applied, documentOf, graph } from '../testing.ts';
import { type LayoutNode, layout } from './layout.ts';
import { tidyCommand } from './tidy-up.ts';

const nodes = (keys: string, more: Partial<Record<string, Partial<LayoutNode>>> = {}): LayoutNode[] =>
  keys.split(' ').map((key, index) => ({ key, x: 0, y: index, width: 96, height: 96, ...more[key] }));

const wires = (...texts: string[]) =>
  Object.values(graph({}, texts).wires).map((wire) => ({ ...wire, targetIndex: wire.targetIndex }));

const noOverlap = (list: readonly LayoutNode[], places: ReadonlyMap<NodeKey, { x: number; y: number }>) => {
  const boxes = list.map(({ key, width, height }): Box => ({ ...places.get(key)!, width, height }));
  for (const [index, box] of boxes.entries()) {
    for (const other of boxes.slice(index + 1)) expect(boxesOverlap(box, other, 20)).toBe(false);
  }
};

test('a chain stands in one row, a column apart', () => {
  const places = layout(nodes('a b c'), wires('a>b', 'b>c'));
  expect([...places.values()].map(({ y }) => y)).toEqual([0, 0, 0]);
  const [a, b, c] = ['a', 'b', 'c'].map((key) => places.get(key)!.x) as [number, number, number];
  expect(b - a).toBeGreaterThanOrEqual(200);
  expect(c - b).toBe(b - a);
});

test('branches stand in the order of their outputs, and a loop back does not turn the order around', () => {
  const list = nodes('start loop body done');
  const places = layout(list, wires('start>loop', 'loop:0>done', 'loop:1>body', 'body>loop'));
  expect(places.get('loop')!.x).toBeGreaterThan(places.get('start')!.x);
  expect(places.get('body')!.x).toBeGreaterThan(places.get('loop')!.x);
  expect(places.get('done')!.y).toBeLessThan(places.get('body')!.y);
  noOverlap(list, places);
});

test('parts that are not connected stand below each other, in the order in which they stood', () => {
  const list = nodes('x y a b lonely', { x: { y: 900 }, y: { y: 900 } });
  const places = layout(list, wires('x>y', 'a>b'));
  expect(places.get('a')!.y).toBeLessThan(places.get('x')!.y);
  expect(places.get('lonely')!.y).toBeGreaterThan(places.get('x')!.y);
  noOverlap(list, places);
});

test('add-ons stand below the node that they belong to', () => {
  const list = nodes('start agent end model tool', { agent: { width: 216 } });
  const addOn = (text: string, index: number) => ({
    ...wires(text)[0]!,
    sourceType: 'ai_tool' as const,
    targetIndex: index,
  });
  const places = layout(list, [...wires('start>agent', 'agent>end'), addOn('model>agent', 0), addOn('tool>agent', 1)]);
  for (const key of ['model', 'tool']) expect(places.get(key)!.y).toBeGreaterThan(places.get('agent')!.y + 96);
  expect(places.get('start')!.y).toBe(places.get('agent')!.y);
  noOverlap(list, places);
});

test('the nodes of a group stay together', () => {
  const list = nodes('a b c d e', { b: { groups: ['g'] }, d: { groups: ['g'] } });
  const places = layout(list, wires('a>b', 'a>c', 'a>d', 'b>e', 'c>e', 'd>e'));
  const [b, c, d] = ['b', 'c', 'd'].map((key) => places.get(key)!.y) as [number, number, number];
  expect(c < Math.min(b, d) || c > Math.max(b, d)).toBe(true);
});

const square = ([x, y]: readonly [number, number]): Box => ({ x: x + 2, y: y + 2, width: 96, height: 96 });

test('a tidy-up keeps its upper left corner and the grid, takes notes along, and leaves others where they are', () => {
  const document = documentOf(
    graph({ a: [100, 100], b: [90, 430], c: [700, 120], far: [2000, 2000], note: [40, 380] }, ['a>b', 'b>c']),
  );
  document.nodes.note!.data.type = 'core.stickyNote';
  const boxes = new Map<NodeKey, Box>(
    Object.values(document.nodes).map(({ key, data }) => [
      key,
      key === 'note' ? { x: 40, y: 380, width: 200, height: 200 } : square(data.position),
    ]),
  );
  const chosen = new Set(['a', 'b', 'c', 'note']);
  const { nodes: after } = applied(document, tidyCommand(document, boxes, chosen));
  const place = (key: string) => after[key]!.data.position;
  expect(place('far')).toEqual([2000, 2000]);
  expect(place('a')[1]).toBe(place('b')[1]);
  for (const key of ['a', 'b', 'c']) for (const value of place(key)) expect(value % 20).toBe(0);
  expect(Math.min(place('a')[0], place('b')[0])).toBe(100);
  expect([place('note')[0] - place('b')[0], place('note')[1] - place('b')[1]]).toEqual([-50, -50]);
});
