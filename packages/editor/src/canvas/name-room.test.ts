import { expect, test } from 'vitest';
import { moveNodes } from '../workflow/commands/index.ts';
import { cardBox } from './geometry.ts';
import { mostRoom, nameRooms } from './name-room.ts';
import { applied, documentOf, graph } from './testing.ts';

const roomsOf = (places: Record<string, [number, number]>) => nameRooms(graph(places).nodes).roomBelow;

test('a node that stands alone has all the room for its name', () => {
  expect(roomsOf({ a: [0, 0], far: [2000, 0] })('a')).toEqual(mostRoom);
});

test('a name ends above the card below it', () => {
  const room = roomsOf({ a: [0, 0], below: [0, 140] })('a');
  expect(room.height).toBe(140 - cardBox([0, 0]).height);
});

test('names of neighbours in a row do not touch', () => {
  const roomBelow = roomsOf({ a: [0, 0], b: [140, 0], c: [280, 20] });
  for (const key of ['a', 'b', 'c']) expect(roomBelow(key).width, key).toBeLessThan(140);
});

test('a name keeps clear of a card that stands below and beside it', () => {
  const roomBelow = roomsOf({ a: [0, 0], b: [120, 110] });
  const { x, width } = cardBox([0, 0]);
  expect(x + width / 2 + roomBelow('a').width / 2).toBeLessThan(cardBox([120, 110]).x);
});

test('even nodes that lie on each other have a line for their name', () => {
  const { width, height } = roomsOf({ a: [0, 0], b: [10, 60] })('a');
  expect(width).toBeGreaterThanOrEqual(80);
  expect(height).toBeGreaterThanOrEqual(16);
});

test('notes take no room', () => {
  const { nodes } = graph({ a: [0, 0], note: [0, 60] });
  nodes.note!.data.type = 'core.stickyNote';
  expect(nameRooms(nodes).roomBelow('a')).toEqual(mostRoom);
});

test('nothing is computed anew until a node moves', () => {
  const before = documentOf(graph({ a: [0, 0], b: [220, 0] }));
  const found = nameRooms(before.nodes);
  const edited = applied(before, (draft) => {
    draft.nodes.a!.data.parameters = { url: 'x' };
  });
  expect(nameRooms(edited.nodes, found)).toBe(found);
  const moved = applied(before, moveNodes([['b', { x: 120, y: 0 }]]));
  expect(nameRooms(moved.nodes, found).roomBelow('a').width).toBeLessThan(found.roomBelow('a').width);
});
