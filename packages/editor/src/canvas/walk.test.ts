import { expect, test } from 'vitest';
import { graph } from './testing.ts';
import { neighbour, reachable } from './walk.ts';

const fork = graph({ start: [0, 0], upper: [220, -100], lower: [220, 100], end: [440, 0], alone: [900, 300] }, [
  'start:0>upper',
  'start:1>lower',
  'upper>end',
  'lower>end',
]);

test('right follows the first output, left leads back', () => {
  expect(neighbour(fork, 'start', 'right')).toBe('upper');
  expect(neighbour(fork, 'lower', 'left')).toBe('start');
});

test('up and down go to the siblings', () => {
  expect(neighbour(fork, 'upper', 'down')).toBe('lower');
  expect(neighbour(fork, 'lower', 'up')).toBe('upper');
});

test('a node without a wire is reached as the nearest one', () => {
  expect(neighbour(fork, 'end', 'right')).toBe('alone');
  expect(neighbour(fork, 'alone', 'left')).toBe('end');
});

test('nothing lies beyond the last node', () => {
  expect(neighbour(fork, 'alone', 'right')).toBeUndefined();
});

test('a wire from a node to itself does not hold the walk', () => {
  const loop = graph({ a: [0, 0], b: [220, 0] }, ['a:0>a', 'a:1>b']);
  expect(neighbour(loop, 'a', 'right')).toBe('b');
});

test('all nodes down or up the wires are found, also in a loop', () => {
  const loop = graph({ a: [0, 0], b: [1, 0], c: [2, 0], d: [3, 0] }, ['a>b', 'b>c', 'c>b', 'c>d']);
  expect([...reachable(loop.wires, ['b'], 'downstream')].sort()).toEqual(['b', 'c', 'd']);
  expect([...reachable(loop.wires, ['b'], 'upstream')].sort()).toEqual(['a', 'b', 'c']);
});

test('a chain of 100,000 nodes is walked without overflowing', () => {
  const names = Array.from({ length: 100_000 }, (_, i) => `n${i}`);
  const chain = graph(
    {},
    names.slice(1).map((name, i) => `n${i}>${name}`),
  );
  expect(reachable(chain.wires, ['n0'], 'downstream').size).toBe(100_000);
});
