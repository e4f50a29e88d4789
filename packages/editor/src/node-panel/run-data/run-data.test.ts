import type { Item, JsonObject } from '@millrace/contract';
import { describe, expect, it } from 'vitest';
import { windowOf } from '../../ui/use-window.ts';
import { filesOf, previewOf, sizeText } from './binary-files.ts';
import { jsonLines } from './json-lines.ts';
import { outputsOf } from './outputs.ts';
import { parsePin, pinText } from './pin-data.ts';
import { filterSchema, schemaOf } from './schema.ts';
import { cellText, columnsOf, jsonLength, pageOf, pageSizesFor, searchItems } from './table.ts';

const item = (json: Item['json']): Item => ({ json });

describe('schema', () => {
  it('joins the fields of all items, with types and a sample that is not empty', () => {
    const [name, more] = schemaOf([item({ name: '', more: { a: 1 } }), item({ name: 'Ada', more: { b: [true] } })]);
    expect(name).toMatchObject({ path: ['name'], types: ['string'], sample: 'Ada' });
    expect(more?.children.map(({ path }) => path)).toEqual([
      ['more', 'a'],
      ['more', 'b'],
    ]);
    expect(more?.children[1]?.children[0]).toMatchObject({ path: ['more', 'b', 0], types: ['boolean'] });
  });

  it('names all types of a mixed field, null only if there is nothing else', () => {
    const fields = schemaOf([item({ a: 1, b: null }), item({ a: 'x', b: null }), item({ a: null })]);
    expect(fields.map(({ types }) => types)).toEqual([['number', 'string'], ['null']]);
  });

  it('keeps what leads to a found field', () => {
    const fields = schemaOf([item({ a: { deep: 1 }, b: 2 })]);
    expect(filterSchema(fields, 'DEEP').map(({ name }) => name)).toEqual(['a']);
  });
});

describe('table', () => {
  it('has a column for each field of any item, in order of appearance', () => {
    expect(columnsOf([item({ a: 1 }), item({ b: 2, a: 3, constructor: 1 })])).toEqual({
      names: ['a', 'b', 'constructor'],
      omitted: 0,
    });
  });

  it('leaves out columns beyond a number and says how many', () => {
    const wide = Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`c${index}`, index]));
    expect(columnsOf([item(wide)])).toMatchObject({ omitted: 50 });
  });

  it('shows objects as one line and cuts long text', () => {
    expect(cellText({ a: [1] })).toBe('{"a":[1]}');
    expect(cellText('x'.repeat(1000))).toHaveLength(301);
    expect(cellText(null)).toBe('');
  });

  it('searches whole items and keeps their places', () => {
    const items = [item({ a: 'one' }), item({ a: { deep: 'TWO' } })];
    expect(searchItems(items, 'two').map(({ index }) => index)).toEqual([1]);
  });

  it('pages', () => {
    expect(pageSizesFor(10)).toEqual([25]);
    expect(pageSizesFor(60)).toEqual([25, 50, 100]);
    expect(pageSizesFor(5000)).toEqual([25, 50, 100, 250, 500, 1000]);
    expect(pageSizesFor(30, 1000)).toEqual([25, 50, 1000]);
    expect(pageOf([1, 2, 3, 4, 5], 1, 2)).toEqual([3, 4]);
  });

  it('measures the JSON text', () => {
    const items = [item({ a: 1 }), item({ b: 'x' })];
    expect(jsonLength(items, 1000)).toBe(JSON.stringify(items.map(({ json }) => json)).length + 1);
  });

  it('mounts the rows on screen and a few around them', () => {
    expect(windowOf(3000, 300, 30, 1000)).toEqual({ start: 88, end: 122 });
    expect(windowOf(0, 300, 30, 5)).toEqual({ start: 0, end: 5 });
  });
});

describe('JSON lines', () => {
  const shown = [{ item: item({ a: { b: [] }, c: 1 }), index: 4 }];

  it('opens containers and closes them again', () => {
    expect(jsonLines(shown, new Set()).map(({ id, fold, closes }) => [id, fold ?? (closes && 'end')])).toEqual([
      ['4', 'open'],
      ['4/.a', 'open'],
      ['4/.a/.b', 'closed'],
      ['4/.a/end', 'end'],
      ['4/.c', undefined],
      ['4/end', 'end'],
    ]);
  });

  it('is open down to a depth, ten levels of data', () => {
    let json: JsonObject = { end: true };
    for (let level = 14; level > 0; level -= 1) json = { [`l${level}`]: json };
    const deep = [{ item: item(json), index: 0 }];
    const names = (depth?: number) => jsonLines(deep, new Set(), depth).flatMap(({ name }) => name ?? []);
    expect(names().at(-1)).toBe('l10');
    expect(names(3).at(-1)).toBe('l3');
  });

  it('folds what was switched', () => {
    expect(jsonLines(shown, new Set(['4/.a'])).map(({ id }) => id)).toEqual(['4', '4/.a', '4/.c', '4/end']);
  });
});

describe('outputs', () => {
  it('have the names of the ports and the counts of the run', () => {
    const ports = [
      { type: 'main' as const, displayName: 'true' },
      { type: 'main' as const, displayName: 'false' },
    ];
    const task = { startTime: 0, executionTime: 0, source: [], data: { main: [[item({})], null] } };
    expect(outputsOf(ports, task)).toEqual([
      { index: 0, name: 'true', count: 1 },
      { index: 1, name: 'false', count: 0 },
    ]);
  });

  it('without a name have their number, or none beside an output for errors', () => {
    const named = (ports: (string | undefined)[]) =>
      outputsOf(
        ports.map((displayName) => ({ type: 'main' as const, displayName })),
        undefined,
      ).map(({ name }) => name);
    expect(named([undefined, 'Error'])).toEqual(['Output', 'Error']);
    expect(named([undefined, undefined, 'Error'])).toEqual(['0', '1', 'Error']);
  });
});

describe('pinned data', () => {
  it('is edited as bare objects and stored as items', () => {
    expect(parsePin('[{"a":1},{"json":{"b":2},"pairedItem":0}]')).toEqual({
      entries: [{ json: { a: 1 } }, { json: { b: 2 }, pairedItem: 0 }],
    });
    expect(JSON.parse(pinText([{ json: { a: 1 } }]))).toEqual([{ a: 1 }]);
    const list = [{ json: [{ a: 1 }] }];
    expect(parsePin(pinText(list))).toEqual({ entries: list });
  });

  it('refuses what is no list of objects, and says where', () => {
    expect(parsePin('{')).toMatchObject({ problem: expect.stringContaining('not valid JSON') });
    expect(parsePin('3')).toEqual({ problem: 'It must be a list of objects.' });
    expect(parsePin('[{}, 1]')).toEqual({ problem: 'Entry 1 is not an object.' });
  });
});

describe('files', () => {
  it('are listed by item and property', () => {
    const binary = { data: { mimeType: 'image/png', fileName: 'a.png' } };
    expect(filesOf([{ item: { json: {}, binary }, index: 3 }])).toMatchObject([{ item: 3, property: 'data' }]);
  });

  it('are shown in place only where that is safe', () => {
    expect(previewOf({ mimeType: 'image/png' })).toBe('image');
    expect(previewOf({ mimeType: 'text/html; charset=utf-8' })).toBe('html');
    expect(previewOf({ mimeType: 'text/htmlx' })).toBe('text');
    expect(previewOf({ mimeType: 'application/pdf' })).toBeNull();
    expect(sizeText(1234)).toBe('1.2 kB');
  });
});
