import { expect, test } from 'vitest';
import { passesThrough, wireCourse } from './wire-path.ts';

test('a wire between nodes of one row is level', () => {
  const { points, middle } = wireCourse({ x: 0, y: 50 }, { x: 100, y: 50 });
  expect(points.every((point) => point.y === 50)).toBe(true);
  expect(middle).toEqual({ x: 50, y: 50 });
});

test('a wire starts and ends at its ports', () => {
  const { points } = wireCourse({ x: 10, y: 20 }, { x: 300, y: 200 });
  expect(points[0]).toEqual({ x: 10, y: 20 });
  expect(points.at(-1)).toEqual({ x: 300, y: 200 });
});

test('a wire that leads back goes below both nodes and comes in from the left', () => {
  const { points, middle } = wireCourse({ x: 500, y: 100 }, { x: 100, y: 100 });
  expect(Math.max(...points.map((point) => point.y))).toBe(190);
  expect(Math.min(...points.map((point) => point.x))).toBeLessThan(100);
  expect(middle).toEqual({ x: 300, y: 190 });
});

test('a wire that leads back far up or down passes between the two nodes', () => {
  expect(wireCourse({ x: 500, y: 100 }, { x: 100, y: 600 }).middle.y).toBe(350);
});

test('a node dropped on a wire is noticed, one beside it is not', () => {
  const { points } = wireCourse({ x: 0, y: 0 }, { x: 600, y: 0 });
  expect(passesThrough(points, { x: 250, y: -20, width: 100, height: 40 })).toBe(true);
  expect(passesThrough(points, { x: 250, y: 10, width: 100, height: 40 })).toBe(false);
});
