import type { Item } from '@millrace/contract/data';
import { describe, expect, test } from 'vitest';
import { type Clash, combineAll, combineByPosition } from './combine.ts';
import { joinByFields } from './join.ts';
import type { MergeOptions } from './parameters.ts';

const items = (...jsons: Item['json'][]): Item[] => jsons.map((json) => ({ json }));
const jsons = (list: Item[]) => list.map(({ json }) => json);
const clash: Clash = { prefer: 'last', deep: true, overrideEmpty: false };

describe('by position', () => {
  test('pairs as many as the shortest input has, the last input wins, and each pair names its sources', () => {
    const result = combineByPosition([items({ a: 1 }, { a: 2 }), items({ a: 3, b: 4 })], clash, false);
    expect(result).toEqual([
      {
        json: { a: 3, b: 4 },
        pairedItem: [
          { item: 0, input: 0 },
          { item: 0, input: 1 },
        ],
      },
    ]);
  });

  test('passes the rest on if asked to', () => {
    expect(jsons(combineByPosition([items({ a: 1 }, { a: 2 }), items({ b: 3 })], clash, true))).toEqual([
      { a: 1, b: 3 },
      { a: 2 },
    ]);
  });

  test('of nothing is nothing', () => {
    expect(combineByPosition([[], items({ b: 1 })], clash, false)).toEqual([]);
    expect(combineByPosition([], clash, true)).toEqual([]);
  });
});

describe('clashes', () => {
  const both = [items({ n: 1, o: { x: 1 } }), items({ n: '', o: { y: 2 } })];

  test('the preferred input wins', () => {
    expect(jsons(combineByPosition(both, { ...clash, prefer: 0 }, false))).toEqual([{ n: 1, o: { y: 2, x: 1 } }]);
  });
  test('shallow merging replaces objects', () => {
    expect(jsons(combineByPosition(both, { ...clash, deep: false }, false))).toEqual([{ n: '', o: { y: 2 } }]);
  });
  test('an empty value gives way if asked to', () => {
    expect(jsons(combineByPosition(both, { ...clash, overrideEmpty: true }, false))).toEqual([
      { n: 1, o: { x: 1, y: 2 } },
    ]);
  });
  test('suffixes keep both', () => {
    expect(
      jsons(combineByPosition([items({ n: 1 }), items({ n: 2 })], { ...clash, prefer: 'addSuffix' }, false)),
    ).toEqual([{ n_1: 1, n_2: 2 }]);
  });
});

test('all combinations', () => {
  expect(jsons(combineAll(items({ a: 1 }, { a: 2 }), items({ b: 1 }, { b: 2 }), clash))).toEqual([
    { a: 1, b: 1 },
    { a: 1, b: 2 },
    { a: 2, b: 1 },
    { a: 2, b: 2 },
  ]);
});

describe('by fields', () => {
  const people = items({ id: 1, name: 'Ada' }, { id: 2, name: 'Bob' }, { name: 'Nobody' });
  const orders = items({ id: 1, total: 10 }, { id: 1, total: 20 }, { id: 3, total: 30 });
  const join = (mode: string, from = 'both', options: MergeOptions = {}) =>
    jsons(joinByFields([people, orders], [{ field1: 'id', field2: 'id' }], mode, from, options));

  test.each([
    [
      'keepMatches',
      'both',
      [
        { id: 1, name: 'Ada', total: 10 },
        { id: 1, name: 'Ada', total: 20 },
      ],
    ],
    ['keepMatches', 'input1', [{ id: 1, name: 'Ada' }]],
    [
      'keepMatches',
      'input2',
      [
        { id: 1, total: 10 },
        { id: 1, total: 20 },
      ],
    ],
    ['keepNonMatches', 'input1', [{ id: 2, name: 'Bob' }, { name: 'Nobody' }]],
    ['keepNonMatches', 'input2', [{ id: 3, total: 30 }]],
    [
      'keepNonMatches',
      'both',
      [
        { id: 2, name: 'Bob', _source: 'input1' },
        { name: 'Nobody', _source: 'input1' },
        { id: 3, total: 30, _source: 'input2' },
      ],
    ],
    [
      'enrichInput1',
      'both',
      [
        { id: 1, name: 'Ada', total: 10 },
        { id: 1, name: 'Ada', total: 20 },
        { id: 2, name: 'Bob' },
        { name: 'Nobody' },
      ],
    ],
    [
      'enrichInput2',
      'both',
      [
        { id: 1, total: 10, name: 'Ada' },
        { id: 1, total: 20, name: 'Ada' },
        { id: 3, total: 30 },
      ],
    ],
  ])('%s, data from %s', (mode, from, expected) => {
    expect(join(mode, from)).toEqual(expected);
  });

  test('keepEverything', () => {
    expect(join('keepEverything')).toHaveLength(5);
  });

  test('the first match only', () => {
    expect(join('keepMatches', 'both', { multipleMatches: 'first' })).toEqual([{ id: 1, name: 'Ada', total: 10 }]);
  });

  test('numbers equal their texts only in fuzzy comparison; key order never counts', () => {
    const match = (left: Item['json'], right: Item['json'], options: MergeOptions) =>
      joinByFields([items(left), items(right)], [{ field1: 'k', field2: 'k' }], 'keepMatches', 'both', options).length;
    expect(match({ k: 1 }, { k: '1' }, {})).toBe(0);
    expect(match({ k: 1 }, { k: '1' }, { fuzzyCompare: true })).toBe(1);
    expect(match({ k: null }, {}, { fuzzyCompare: true })).toBe(1);
    expect(match({ k: { a: 1, b: 2 } }, { k: { b: 2, a: 1 } }, {})).toBe(1);
  });

  test('dotted fields lead into objects', () => {
    const result = joinByFields(
      [items({ a: { id: 7 } }), items({ id: 7, b: 1 })],
      [{ field1: 'a.id', field2: 'id' }],
      'keepMatches',
      'both',
      {},
    );
    expect(jsons(result)).toEqual([{ a: { id: 7 }, id: 7, b: 1 }]);
  });
});
