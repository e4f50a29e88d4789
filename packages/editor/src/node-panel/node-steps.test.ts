import { expect, test } from 'vitest';
import { documentOf, keyOf } from '../workflow/document-for-test.ts';
import { nodesBeside, stepOf } from './NodeSteps.tsx';

test('the nodes beside one are those that wires lead to, each once', () => {
  const document = documentOf('A B C D', 'A>C B>C C>D');
  const keysOf = (names: string) => names.split(' ').map((name) => keyOf(document, name));
  expect(nodesBeside(document, keyOf(document, 'C'), 'before')).toEqual(keysOf('A B'));
  expect(nodesBeside(document, keyOf(document, 'C'), 'after')).toEqual(keysOf('D'));
  expect(nodesBeside(document, keyOf(document, 'D'), 'after')).toEqual([]);
});

test.each([
  [{ key: 'ArrowLeft', altKey: true }, 'before'],
  [{ key: 'ArrowRight', altKey: true }, 'after'],
  [{ key: 'ArrowRight', altKey: false }, null],
  [{ key: 'ArrowRight', altKey: true, shiftKey: true }, null],
  [{ key: 'x', altKey: true }, null],
])('%j steps %s', (event, side) => {
  expect(stepOf({ ctrlKey: false, metaKey: false, shiftKey: false, ...event })).toBe(side);
});
