import { createFakeHost, runNode } from '@millrace/engine/testing';
import { describe, expect, test } from 'vitest';
import { readBinaryFileNode } from './read-binary-file.node.ts';
import { readBinaryFilesNode } from './read-binary-files.node.ts';
import { readWriteFileNode } from './read-write-file.node.ts';
import { writeBinaryFileNode } from './write-binary-file.node.ts';

const disk = { '/in/a.txt': 'one', '/in/b.txt': 'two', '/in/c.csv': 'x' };
const textOf = (bytes: Uint8Array | undefined) => bytes && new TextDecoder().decode(bytes);

describe('reading', () => {
  test('by a pattern, for each item', async () => {
    const { items, host } = await runNode(readWriteFileNode, {
      typeVersion: 1,
      parameters: { fileSelector: '={{ $json.at }}' },
      items: [{ at: '/in/*.txt' }, { at: '/in/c.csv' }, { at: '/in/none' }],
      host: { files: disk },
    });
    expect(items.map(({ json, pairedItem }) => [json.fileName, json.fileSize, pairedItem])).toEqual([
      ['a.txt', 3, 0],
      ['b.txt', 3, 0],
      ['c.csv', 1, 1],
    ]);
    expect(items[0]?.binary?.data).toMatchObject({ fileName: 'a.txt', fileExtension: 'txt', directory: '/in' });
    expect(textOf(await host.binary.read(items[0]!.binary!.data!))).toBe('one');
  });

  test('with a name, an extension, a type and a field of its own', async () => {
    const options = { fileName: 'x.bin', fileExtension: 'bin', mimeType: 'application/json', dataPropertyName: 'file' };
    const { items } = await runNode(readWriteFileNode, {
      parameters: { operation: 'read', fileSelector: '/in/a.txt', options },
      items: [{ kept: false }],
      host: { files: disk },
    });
    expect(items).toEqual([
      {
        json: { mimeType: 'application/json', fileType: 'json', fileName: 'x.bin', fileExtension: 'bin', fileSize: 3 },
        binary: { file: expect.objectContaining({ fileName: 'x.bin', mimeType: 'application/json' }) },
        pairedItem: 0,
      },
    ]);
  });

  test('nothing: none in version 1, a failure after that', async () => {
    const options = { parameters: { fileSelector: '/in/none' }, items: [{}], host: { files: disk } };
    expect(await runNode(readWriteFileNode, { ...options, typeVersion: 1 })).toMatchObject({ json: [] });
    expect((await runNode(readWriteFileNode, { ...options, typeVersion: 1.1 })).error).toMatchObject({
      message: 'No file was found',
      itemIndex: 0,
    });
  });
});

describe('writing', () => {
  const write = { operation: 'write', fileName: '=/out/{{ $json.name }}' };

  test('items go on with the path in `fileName`; the same path twice keeps the last', async () => {
    const host = createFakeHost();
    const data = await host.store('hello', { fileName: 'a.txt' });
    const { items } = await runNode(readWriteFileNode, {
      parameters: write,
      items: ['a', 'b', 'a'].map((name) => ({ json: { name }, binary: { data } })),
      host,
    });
    expect(items.map(({ json, pairedItem }) => [json.fileName, pairedItem])).toEqual([
      ['/out/a', 0],
      ['/out/b', 1],
      ['/out/a', 2],
    ]);
    expect(items[0]?.binary).toEqual({ data });
    expect(textOf(host.disk.get('/out/a'))).toBe('hello');
  });

  test('appending', async () => {
    const host = createFakeHost({ files: { '/out/log': 'a' } });
    const data = await host.store('b');
    const parameters = { ...write, dataPropertyName: 'data', options: { append: true } };
    await runNode(readWriteFileNode, {
      parameters,
      items: [1, 2].map(() => ({ json: { name: 'log' }, binary: { data } })),
      host,
    });
    expect(textOf(host.disk.get('/out/log'))).toBe('abb');
  });

  test('an item without the file fails, alone where the node continues', async () => {
    const host = createFakeHost();
    const data = await host.store('x');
    const options = {
      parameters: write,
      items: [{ json: { name: 'a' } }, { json: { name: 'b' }, binary: { data } }],
      host,
    };
    expect((await runNode(readWriteFileNode, options)).error).toMatchObject({
      message: 'The item has no file in "data"',
      itemIndex: 0,
    });
    const { json } = await runNode(readWriteFileNode, { ...options, onError: 'continueRegularOutput' });
    expect(json).toEqual([{ error: 'The item has no file in "data"' }, { name: 'b', fileName: '/out/b' }]);
  });
});

test('no items, no files', async () => {
  for (const node of [readWriteFileNode, readBinaryFileNode, readBinaryFilesNode, writeBinaryFileNode])
    expect(
      (await runNode(node, { parameters: { fileSelector: '/in/*' }, items: [], host: { files: disk } })).json,
    ).toEqual([]);
});

describe('the old nodes', () => {
  test('Read Binary File adds the file to each item', async () => {
    const { items, error } = await runNode(readBinaryFileNode, {
      parameters: { filePath: '=/in/{{ $json.name }}.txt' },
      items: [{ name: 'a' }, { name: 'none' }],
      onError: 'continueRegularOutput',
      host: { files: disk },
    });
    expect(error).toBeUndefined();
    expect(items[0]).toMatchObject({ json: { name: 'a' }, binary: { data: { fileName: 'a.txt' } }, pairedItem: 0 });
    expect(items[1]?.json).toEqual({ error: 'There is no file "/in/none.txt"' });
  });

  test('Read Binary Files reads once', async () => {
    const { items } = await runNode(readBinaryFilesNode, {
      parameters: { fileSelector: '/in/*.txt', dataPropertyName: 'file' },
      items: [{}, {}],
      host: { files: disk },
    });
    expect(items.map(({ binary, pairedItem }) => [binary?.file?.fileName, pairedItem])).toEqual([
      ['a.txt', 0],
      ['b.txt', 0],
    ]);
  });

  test('Write Binary File writes and appends', async () => {
    const host = createFakeHost();
    const items = [{ json: {}, binary: { data: await host.store('x') } }];
    await runNode(writeBinaryFileNode, { parameters: { fileName: '/out/a' }, items, host });
    const { json } = await runNode(writeBinaryFileNode, {
      parameters: { fileName: '/out/a', options: { append: true } },
      items,
      host,
    });
    expect(json).toEqual([{ fileName: '/out/a' }]);
    expect(textOf(host.disk.get('/out/a'))).toBe('xx');
  });
});
