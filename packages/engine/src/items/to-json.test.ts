import { DateTime } from 'luxon';
import { describe, expect, test } from 'vitest';
import { toJsonValue } from './to-json.ts';

describe('toJsonValue', () => {
  test.each([
    [undefined, null],
    [Number.NaN, null],
    [Number.POSITIVE_INFINITY, null],
    [-0, -0],
    ['x', 'x'],
    [12n, '12'],
    [() => 1, null],
    [
      [1, undefined, () => 1],
      [1, null, null],
    ],
    [{ a: undefined, b: 1, c: () => 1 }, { b: 1 }],
    [new Date(0), '1970-01-01T00:00:00.000Z'],
    [new Date(Number.NaN), null],
    [DateTime.fromMillis(0, { zone: 'utc' }), '1970-01-01T00:00:00.000Z'],
    [new Map<string, unknown>([['a', new Set([1])]]), { a: [1] }],
    [new URL('https://a.example/x'), 'https://a.example/x'],
    [/a/g, '/a/g'],
    [new RangeError('no'), { name: 'RangeError', message: 'no' }],
    [{ deep: [{ at: new Date(0) }, 1] }, { deep: [{ at: '1970-01-01T00:00:00.000Z' }, 1] }],
  ])('case %#', (value, expected) => {
    expect(toJsonValue(value)).toEqual(expected);
  });

  test('plain data is given back, not copied', () => {
    const data = { a: [1, { b: null }], c: 'x' };
    expect(toJsonValue(data)).toBe(data);
    const mixed = { plain: [1], date: new Date(0) };
    expect((toJsonValue(mixed) as { plain: unknown }).plain).toBe(mixed.plain);
    expect(mixed.date).toBeInstanceOf(Date);
  });

  test('what holds itself is refused', () => {
    const loop: unknown[] = [];
    loop.push(loop);
    expect(() => toJsonValue(loop)).toThrow(TypeError);
  });

  test('a field called __proto__ stays a field', () => {
    const data = JSON.parse('{"__proto__": {"x": 1}}') as object;
    const result = toJsonValue({ data, at: new Date(0) }) as { data: object };
    expect(Object.keys(result.data)).toEqual(['__proto__']);
    const copied = toJsonValue(
      Object.assign(JSON.parse('{"__proto__": {"x": 1}, "at": 1}'), { at: new Date(0) }),
    ) as object;
    expect(Object.keys(copied)).toEqual(['__proto__', 'at']);
    expect((copied as { x?: number }).x).toBeUndefined();
  });
});
