import { expect, test } from 'vitest';
import { documentOf, keyOf } from './document-for-test.ts';
import { loopsOf } from './loops.ts';

test('a loop is the nodes that lead back to each other, not what comes before or after', () => {
  const document = documentOf('Start Loop Body End A B', 'Start>Loop Loop:1>Body Body>Loop Loop>End A>B B>A');
  const loops = loopsOf(document);
  const of = (name: string) => loops.get(keyOf(document, name));
  expect([of('Start'), of('End')]).toEqual([undefined, undefined]);
  expect(of('Loop')).toBe(of('Body'));
  expect(of('A')).toBe(of('B'));
  expect(of('A')).not.toBe(of('Loop'));
});

test('a node wired to itself is a loop', () => {
  const document = documentOf('A B', 'A>A A>B');
  expect([...loopsOf(document).keys()]).toEqual([keyOf(document, 'A')]);
});
