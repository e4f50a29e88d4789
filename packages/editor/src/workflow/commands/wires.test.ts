import { expect, test } from 'vitest';
import { documentOf, keyOf, wiresAsText } from '../document-for-test.ts';
import { changed } from '../drafts.ts';
import { addWire, removeWires } from './wires.ts';

const ends = (source: string, target: string) => ({
  source,
  sourceType: 'main' as const,
  sourceIndex: 0,
  target,
  targetType: 'main' as const,
  targetIndex: 0,
});

test('the same wire is added once', () => {
  const start = documentOf('A B');
  const wire = ends(keyOf(start, 'A'), keyOf(start, 'B'));
  const once = changed(start, addWire(wire));
  expect(wiresAsText(once)).toEqual(['A>B']);
  expect(changed(once, addWire(wire))).toBe(once);
});

test('a wire to a node that is not there is not added', () => {
  const start = documentOf('A');
  expect(changed(start, addWire(ends(keyOf(start, 'A'), 'n-none')))).toBe(start);
});

test('removed wires are gone, others stay', () => {
  const start = documentOf('A B C', 'A>B B>C');
  const [first] = Object.keys(start.wires);
  expect(wiresAsText(changed(start, removeWires([first ?? ''])))).toEqual(['B>C']);
});

test('a wire that the file names twice goes as one', () => {
  const target = { node: 'B', type: 'main', index: 0 };
  const start = documentOf('A B', '', { connections: { A: { main: [[target, target]] } } });
  for (const key of Object.keys(start.wires)) expect(wiresAsText(changed(start, removeWires([key])))).toEqual([]);
});
