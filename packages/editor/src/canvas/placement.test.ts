import { expect, test } from 'vitest';
import { freePosition, positionAfter, roomInWire, verticalOffset } from './placement.ts';
import { graph } from './testing.ts';

test('a new node stands 220 to the right of its source, on the grid', () => {
  const one = graph({ a: [243, 300] });
  expect(positionAfter(one, one.nodes.a!, 0, 1)).toEqual([460, 300]);
});

test('targets of several outputs are spread above and below', () => {
  expect([0, 1].map((i) => verticalOffset(i, 2))).toEqual([-100, 100]);
  expect([0, 1, 2].map((i) => verticalOffset(i, 3))).toEqual([-140, 0, 140]);
  expect([0, 1, 2, 3].map((i) => verticalOffset(i, 4))).toEqual([-240, -100, 100, 240]);
  expect([0, 1, 2, 3, 4].map((i) => verticalOffset(i, 5))).toEqual([-280, -140, 0, 140, 280]);
});

test('a node that would cover another moves down until it is free', () => {
  const column = graph({ a: [0, 0], b: [220, 0], c: [220, 140] });
  expect(positionAfter(column, column.nodes.a!, 0, 1)).toEqual([220, 280]);
});

test('sticky notes are no obstacle', () => {
  const noted = graph({ note: [220, 0] });
  noted.nodes.note!.data.type = 'core.stickyNote';
  expect(freePosition(noted, [220, 0])).toEqual([220, 0]);
});

test('a node put into a short wire moves what comes after it to the right', () => {
  const chain = graph({ a: [0, 0], b: [220, 0], c: [440, 0] }, ['a>b', 'b>c']);
  const { position, moves } = roomInWire(chain, chain.nodes.a!, chain.nodes.b!);
  expect(position).toEqual([220, 0]);
  expect(Object.fromEntries(moves)).toEqual({ b: [440, 0], c: [660, 0] });
});

test('a long wire has room: nothing moves', () => {
  const wide = graph({ a: [0, 0], b: [600, 0] }, ['a>b']);
  const { position, moves } = roomInWire(wide, wide.nodes.a!, wide.nodes.b!);
  expect(position).toEqual([300, 0]);
  expect(moves.size).toBe(0);
});

test('in a loop only the target moves, not the source', () => {
  const loop = graph({ a: [0, 0], b: [220, 0] }, ['a>b', 'b>a']);
  expect([...roomInWire(loop, loop.nodes.a!, loop.nodes.b!).moves.keys()]).toEqual(['b']);
});
