import { DateTime, Duration, Interval } from 'luxon';
import { describe, expect, test } from 'vitest';
import { BufferValue } from '../expressions/language/buffer.ts';
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
    [Symbol('a'), null],
    [Duration.fromObject({ days: 1 }), 'P1D'],
    [
      Interval.fromISO('2024-01-01T00:00:00Z/P1D', { zone: 'utc' }),
      '2024-01-01T00:00:00.000Z/2024-01-02T00:00:00.000Z',
    ],
    [new Map([[1, 'a']]), { 1: 'a' }],
    [new Map([[[1], 'a']]), [[[1], 'a']]],
    [new Uint8Array([1, 2]), [1, 2]],
    [new BigInt64Array([1n]), ['1']],
    [new Float64Array([Number.NaN]), [null]],
    [new Uint8Array([1, 2]).buffer, [1, 2]],
    [new DataView(new Uint8Array([1, 2, 3]).buffer, 1), [2, 3]],
    [new BufferValue(Uint8Array.of(97)), { type: 'Buffer', data: [97] }],
    [new WeakMap(), {}],
    [new URLSearchParams('a=b'), 'a=b'],
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

  test('what would be endless when it is written out is refused', () => {
    let doubled: unknown = [1];
    for (let level = 0; level < 60; level += 1) doubled = [doubled, doubled];
    expect(() => toJsonValue(doubled)).toThrow(/too large/);
    expect(() => toJsonValue(new Map([[doubled, 1]]))).toThrow(/too large/);
    expect(() => toJsonValue(new Array(1_000).fill('x'.repeat(1_000_000)))).toThrow(/too large/);
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
