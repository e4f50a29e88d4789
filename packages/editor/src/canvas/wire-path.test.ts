import { expect, test } from 'vitest';
import { besideWire, passesThrough, wireCourse, wireReach } from './wire-path.ts';

test('a wire between nodes of one row is level', () => {
  const { points, middle } = wireCourse({ x: 0, y: 50 }, { x: 100, y: 50 });
  expect(points().every((point) => point.y === 50)).toBe(true);
  expect(middle).toEqual({ x: 50, y: 50 });
});

test('a wire starts and ends at its ports', () => {
  const { points } = wireCourse({ x: 10, y: 20 }, { x: 300, y: 200 });
  expect(points()[0]).toEqual({ x: 10, y: 20 });
  expect(points().at(-1)).toEqual({ x: 300, y: 200 });
});

test('a wire that leads back goes below both nodes and comes in from the left', () => {
  const { points, middle } = wireCourse({ x: 500, y: 100 }, { x: 100, y: 100 });
  expect(Math.max(...points().map((point) => point.y))).toBe(212);
  expect(Math.min(...points().map((point) => point.x))).toBeLessThan(100);
  expect(middle).toEqual({ x: 300, y: 212 });
});

test('a wire that leads back far up or down passes between the two nodes', () => {
  const { y } = wireCourse({ x: 500, y: 100 }, { x: 100, y: 600 }).middle;
  expect(y).toBeGreaterThan(100 + 98);
  expect(y).toBeLessThan(600 - 48);
});

test.each([160, 200, 240])('a wire to the beginning of the next row, %i below, runs between the rows', (below) => {
  const { y } = wireCourse({ x: 1500, y: 0 }, { x: 0, y: below }).middle;
  expect(y).toBeGreaterThan(96);
  expect(y).toBeLessThan(below - 48);
  expect(wireCourse({ x: 1500, y: below }, { x: 0, y: 0 }).middle.y).toBe(y);
});

test('a node dropped on a wire is noticed, one beside it is not', () => {
  const { points } = wireCourse({ x: 0, y: 0 }, { x: 600, y: 0 });
  expect(passesThrough(points(), { x: 250, y: -20, width: 100, height: 40 })).toBe(true);
  expect(passesThrough(points(), { x: 250, y: 10, width: 100, height: 40 })).toBe(false);
});

test.each([
  ['level', [0, 0], [60, 0]],
  ['level and long', [0, 0], [900, 0]],
  ['rising', [0, 300], [60, 0]],
  ['falling steeply', [0, 0], [60, 900]],
  ['leading back', [500, 0], [0, 0]],
  ['leading far back and up', [500, 900], [0, 0]],
] as const)('buttons of a wire that is %s appear beside it, near its middle', (_, [x1, y1], [x2, y2]) => {
  const course = wireCourse({ x: x1, y: y1 }, { x: x2, y: y2 });
  const size = { width: 56, height: 30 };
  const { x, y } = besideWire(course, size);
  const reached = { width: size.width + 2 * wireReach, height: size.height + 2 * wireReach };
  expect(passesThrough(course.points(), { x: x - reached.width / 2, y: y - reached.height / 2, ...reached })).toBe(
    false,
  );
  expect(Math.hypot(x - course.middle.x, y - course.middle.y)).toBeLessThan(100);
});
