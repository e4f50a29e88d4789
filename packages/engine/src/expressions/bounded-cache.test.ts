import { expect, test } from 'vitest';
import { createBoundedCache } from './bounded-cache.ts';
import { characterTest } from './regex/character-set.ts';
import { compileTemplate } from './template.ts';

test('what was not used for longest goes first, by number and by weight', () => {
  const cache = createBoundedCache<number>({ entries: 3, weight: 10 });
  for (const [name, value] of [
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ] as const)
    cache.set(name, value, 1);
  expect(cache.get('a')).toBe(1);
  cache.set('d', 4, 1);
  expect(['a', 'b', 'c', 'd'].map(cache.get)).toEqual([1, undefined, 3, 4]);
  cache.set('e', 5, 9);
  expect(['a', 'c', 'd', 'e'].map(cache.get)).toEqual([undefined, undefined, 4, 5]);
  cache.set('e', 6, 1);
  cache.set('f', 7, 8);
  expect(['d', 'e', 'f'].map(cache.get)).toEqual([4, 6, 7]);
  cache.set('g', 8, 11);
  expect(['d', 'e', 'f', 'g'].map(cache.get)).toEqual([undefined, undefined, undefined, undefined]);
});

test('compiled texts are kept by what they compile to, not by how long they are', () => {
  const kept = compileTemplate('={{ "kept" }}');
  for (let index = 0; index < 400; index += 1) compileTemplate(`=${'x'.repeat(40_000)}${index}`);
  expect(compileTemplate('={{ "kept" }}')).toBe(kept);
  for (let index = 0; index < 8; index += 1) compileTemplate(`={{ [${'x => x, '.repeat(6_000)}${index}] }}`);
  expect(compileTemplate('={{ "kept" }}')).not.toBe(kept);
});

test('patterns share what is known of their characters, and forget it where it gets too much', () => {
  expect(characterTest('[a-c]', 'i')).toBe(characterTest('[a-c]', 'i'));
  const tests = Array.from({ length: 50 }, (_, index) =>
    characterTest(`[\\u{${(index + 100).toString(16)}}-\\u{ffff}]`, 'u'),
  );
  for (let round = 0; round < 2; round += 1) {
    tests.forEach((test, index) => {
      for (let page = 1; page < 200; page += 1) expect(test(page * 256 + index)).toBe(true);
      expect([test(index), test(index + 100), test(0x1f600)]).toEqual([false, true, false]);
    });
  }
});
