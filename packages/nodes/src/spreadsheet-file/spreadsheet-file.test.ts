import { createFakeHost, runNode } from '@millrace/engine/testing';
import { describe, expect, test } from 'vitest';
import { moveBinaryDataNode } from '../move-binary-data/move-binary-data.node.ts';
import { spreadsheetFileNode } from './spreadsheet-file.node.ts';
import { spreadsheetFileV1Node } from './spreadsheet-file-v1.node.ts';

describe.each([
  [1, spreadsheetFileV1Node],
  [2, spreadsheetFileNode],
])('version %i', (typeVersion, node) => {
  test.each([[undefined], ['csv'], ['xlsx'], ['ods'], ['html']])('writes and reads %s', async (fileFormat) => {
    const host = createFakeHost();
    const parameters = { operation: 'toFile', ...(fileFormat && { fileFormat }) };
    const { items } = await runNode(node, { typeVersion, parameters, items: [{ a: 'x', b: { c: 2 } }], host });
    expect(items).toEqual([
      {
        json: {},
        binary: { data: expect.objectContaining({ fileName: `spreadsheet.${fileFormat ?? 'xls'}` }) },
        pairedItem: [{ item: 0 }],
      },
    ]);
    const { json } = await runNode(node, { typeVersion, parameters: {}, items, host });
    const isText = fileFormat === 'csv' && typeVersion === 2;
    expect(json).toEqual([{ a: 'x', 'b.c': isText ? '2' : 2 }]);
  });

  test('options, nothing to do, and a file that is missing', async () => {
    const host = createFakeHost();
    const data = await host.store('a,b\n1,\n', { fileName: 'a.csv', mimeType: 'text/csv' });
    const run = (options: object, items: object[]) =>
      runNode(node, { typeVersion, parameters: { options }, items: items as never, host });
    const item = { json: {}, binary: { data } };
    expect((await run({ headerRow: false }, [item])).json[0]).toEqual({ row: ['a', 'b'] });
    expect((await run({ includeEmptyCells: true }, [item])).json[0]).toMatchObject({ b: '' });
    expect((await run({}, [])).json).toEqual([]);
    expect((await run({}, [{ json: {} }])).error?.message).toBe('The item has no file in "data"');
  });
});

describe('Convert to/from Binary Data', () => {
  const run = (parameters: object, items: unknown[], host = createFakeHost(), typeVersion = 1) =>
    runNode(moveBinaryDataNode, { parameters: parameters as never, items: items as never, host, typeVersion });

  test('all of a file as the item, or as a field', async () => {
    const host = createFakeHost();
    const data = await host.store('{"x":1}');
    const item = { json: { kept: true }, binary: { data } };
    expect((await run({}, [item, { json: {} }], host)).items).toEqual([{ json: { x: 1 }, binary: {}, pairedItem: 0 }]);
    const field = (options: object) =>
      run({ setAllData: false, destinationKey: 'a.b', options }, [item], host).then(({ json }) => json[0]);
    expect(await field({})).toEqual({ kept: true, a: { b: '{"x":1}' } });
    expect(await field({ jsonParse: true })).toEqual({ kept: true, a: { b: { x: 1 } } });
    expect(await field({ keepAsBase64: true })).toEqual({ kept: true, a: { b: 'eyJ4IjoxfQ==' } });
    expect((await run({ options: { keepSource: true } }, [item], host)).items[0]?.binary).toEqual({ data });
  });

  test('items as files, in both versions', async () => {
    const host = createFakeHost();
    const write = async (parameters: object, item: object, typeVersion = 1) => {
      const { items } = await run({ mode: 'jsonToBinary', ...parameters }, [item], host, typeVersion);
      const file = items[0]!.binary!.data!;
      return [items[0]!.json, file.fileName, file.mimeType, Buffer.from(await host.binary.read(file)).toString()];
    };
    expect(await write({}, { a: 1 })).toEqual([{}, undefined, 'application/json', '{"a":1}']);
    expect((await write({}, { a: 1 }, 1.1))[1]).toBe('file');
    const one = { convertAllData: false, sourceKey: 'a.b' };
    expect(
      await write(
        { ...one, options: { useRawData: true, fileName: 'f.txt', mimeType: 'text/plain' } },
        { a: { b: 'x' }, c: 1 },
      ),
    ).toEqual([{ a: {}, c: 1 }, 'f.txt', 'text/plain', 'x']);
    expect(
      (await write({ ...one, options: { dataIsBase64: true, keepSource: true } }, { a: { b: 'eA==' } })).at(-1),
    ).toBe('x');
    expect((await write(one, { a: { b: 'x' } })).at(-1)).toBe('"x"');
  });
});
