import { describe, expect, it } from 'vitest';
import { moveEntry, readPath, sameJson, writePath } from './parameter-path.ts';

describe('paths into parameters', () => {
  it('reads own properties only', () => {
    const values = { a: [{ b: 1 }] };
    expect(readPath(values, ['a', 0, 'b'])).toBe(1);
    expect(readPath(values, ['constructor'])).toBeUndefined();
    expect(readPath(values, ['a', 'x', 'b'])).toBeUndefined();
  });

  it('writes without touching the original, and makes what is missing', () => {
    const values = { a: { b: 1 }, z: 2 };
    expect(writePath(values, ['a', 'c', 0, 'd'], 5)).toEqual({ a: { b: 1, c: [{ d: 5 }] }, z: 2 });
    expect(values).toEqual({ a: { b: 1 }, z: 2 });
  });

  it('keeps the order of keys when a value is replaced', () => {
    expect(Object.keys(writePath({ a: 1, b: 2, c: 3 }, ['b'], 9) as object)).toEqual(['a', 'b', 'c']);
  });

  it('removes a key or an entry of a list', () => {
    expect(writePath({ a: 1, b: 2 }, ['a'], undefined)).toEqual({ b: 2 });
    expect(writePath({ a: [1, 2, 3] }, ['a', 1], undefined)).toEqual({ a: [1, 3] });
  });

  it('keeps a key called __proto__ as data', () => {
    const written = writePath({}, ['__proto__', 'x'], 1) as object;
    expect(Object.hasOwn(written, '__proto__')).toBe(true);
    expect(Object.getPrototypeOf(written)).toBe(Object.prototype);
  });

  it('moves entries within the list only', () => {
    const list = ['a', 'b', 'c'];
    expect(moveEntry(list, 0, 2)).toEqual(['b', 'c', 'a']);
    expect(moveEntry(list, 0, -1)).toBe(list);
  });

  it('compares JSON whatever the order of keys', () => {
    expect(sameJson({ a: 1, b: [1, { c: 2 }] }, { b: [1, { c: 2 }], a: 1 })).toBe(true);
    expect(sameJson([], {})).toBe(false);
    expect(sameJson({ a: undefined }, {})).toBe(false);
  });
});
