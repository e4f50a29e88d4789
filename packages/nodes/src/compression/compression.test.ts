import { gzipSync } from 'node:zlib';
import { createFakeHost, type FakeHost, runNode } from '@millrace/engine/testing';
import { TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';
import { describe, expect, test, vi } from 'vitest';
import { unpack, unpackingLimits } from '../files/archive.ts';
import { gunzip } from '../files/gzip.ts';
import { compressionNode } from './compression.node.ts';

const textOf = async (host: FakeHost, file: never) => Buffer.from(await host.binary.read(file)).toString();

const zipOf = async (entries: Record<string, string>, more: object = {}): Promise<Uint8Array> => {
  const writer = new ZipWriter(new Uint8ArrayWriter());
  for (const [name, content] of Object.entries(entries))
    await writer.add(name, new TextReader(content), { useWebWorkers: false, ...more });
  return writer.close();
};

const unzip = async (bytes: Uint8Array, limits: Partial<typeof unpackingLimits> = {}, host = createFakeHost()) => {
  const { signal } = new AbortController();
  const files = await unpack(bytes, host.binary, { signal, limits: { ...unpackingLimits, ...limits } });
  return Promise.all(files.map(async (file) => [file.fileName, await textOf(host, file as never)]));
};

describe('both ways', () => {
  test('ZIP: several files, those of one name told apart', async () => {
    const host = createFakeHost();
    const file = (content: string, fileName: string) => host.store(content, { fileName });
    const items = [
      {
        json: { kept: 1 },
        binary: { a: await file('one', 'x.txt'), b: await file('two', 'x.txt'), c: await file('3', 'y.png') },
      },
    ];
    const packed = await runNode(compressionNode, {
      parameters: { operation: 'compress', binaryPropertyName: 'a, b, c', outputFormat: 'zip', fileName: 'all.zip' },
      items,
      host,
    });
    expect(packed.items[0]).toMatchObject({
      json: { kept: 1 },
      binary: { data: { fileName: 'all.zip', mimeType: 'application/zip' } },
      pairedItem: 0,
    });
    const { items: unpacked } = await runNode(compressionNode, { parameters: {}, items: packed.items, host });
    const found = Object.entries(unpacked[0]!.binary!);
    expect(
      await Promise.all(found.map(async ([name, one]) => [name, one.fileName, await textOf(host, one as never)])),
    ).toEqual([
      ['file_0', 'x.txt', 'one'],
      ['file_1', 'x (1).txt', 'two'],
      ['file_2', 'y.png', '3'],
    ]);
  });

  test('gzip: each file by itself', async () => {
    const host = createFakeHost();
    const items = [{ json: {}, binary: { a: await host.store('hello', { fileName: 'a.b.csv' }) } }];
    const packed = await runNode(compressionNode, {
      parameters: { operation: 'compress', binaryPropertyName: 'a', outputFormat: 'gzip' },
      items,
      host,
    });
    expect(packed.items[0]?.binary?.data0).toMatchObject({ fileName: 'a.b.csv.gz', mimeType: 'application/gzip' });
    const { items: unpacked } = await runNode(compressionNode, {
      parameters: { operation: 'decompress', binaryPropertyName: 'data0', outputPrefix: 'f' },
      items: packed.items,
      host,
    });
    expect(unpacked[0]?.binary?.f0?.fileName).toBe('a.b.csv');
    expect(await textOf(host, unpacked[0]!.binary!.f0 as never)).toBe('hello');
  });

  test('no items; a file that is neither; one that is damaged; one item goes on', async () => {
    const host = createFakeHost();
    const file = async (content: string, fileName: string) => ({
      json: {},
      binary: { data: await host.store(content, { fileName }) },
    });
    const run = (items: Awaited<ReturnType<typeof file>>[], more = {}) =>
      runNode(compressionNode, { parameters: {}, items, host, ...more });
    expect((await run([])).items).toEqual([]);
    expect((await run([await file('x', 'a.txt')])).error?.message).toBe(
      '"a.txt" is neither a ZIP archive nor packed with gzip',
    );
    expect((await run([await file('x', 'a.zip')])).error?.message).toBe('The file is no ZIP archive, or is damaged');
    expect((await run([await file('x', 'a.gz')])).error?.message).toBe(
      'The file is not packed with gzip, or is damaged',
    );
    const { json } = await run([await file('x', 'a.gz'), await file('y', 'b.zip')], {
      onError: 'continueRegularOutput',
    });
    expect(json).toHaveLength(2);
    expect(
      (await runNode(compressionNode, { parameters: { binaryPropertyName: 'none' }, items: [{}], host })).error
        ?.message,
    ).toBe('The item has no file in "none"');
  });
});

describe('archives that mean harm', () => {
  test.each(['../x', 'a/../../x', '/etc/x', 'C:\\x', '..\\x', '\\\\server\\x'])(
    'names that lead elsewhere: %s',
    async (name) => {
      await expect(unzip(await zipOf({ [name]: 'x' }))).rejects.toThrow('leads elsewhere');
    },
  );

  test('symbolic links', async () => {
    const link = await zipOf({ link: '/etc/passwd' }, { unixMode: 0o120777, msDosCompatible: false });
    await expect(unzip(link)).rejects.toThrow('symbolic link');
  });

  test('a bomb of one entry, of many, and of a size that it does not tell', async () => {
    const zeros = '0'.repeat(3_000_000);
    const one = await zipOf({ a: zeros });
    await expect(unzip(one, { freeBytes: 1_000_000 })).rejects.toThrow('200 times its size');
    await expect(unzip(one, { bytes: 2 * 1024 * 1024 })).rejects.toThrow('larger than 2 MB');
    const lying = Uint8Array.from(one);
    const view = new DataView(lying.buffer);
    for (let at = 0; at + 4 < lying.length; at++) {
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 5, true);
      if (view.getUint32(at, true) === 0x04034b50) view.setUint32(at + 22, 5, true);
    }
    await expect(unzip(lying, { freeBytes: 1_000_000 })).rejects.toThrow();
    const many = await zipOf(Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`f${at}`, 'x'])));
    const host = createFakeHost();
    const write = vi.spyOn(host.binary, 'write');
    await expect(unzip(many, { entries: 20 }, host)).rejects.toThrow('more than 20 entries');
    expect(write).not.toHaveBeenCalled();
    expect(await unzip(many)).toHaveLength(30);
  });

  test('what is locked, what Macs add, folders, and names with odd parts', async () => {
    await expect(unzip(await zipOf({ a: 'x' }, { password: 'p' }))).rejects.toThrow('locked with a password');
    const odd = await zipOf({ '__MACOSX/._a': '', './a//b.txt': 'x', 'dir/': '' });
    expect(await unzip(odd)).toEqual([['a/b.txt', 'x']]);
  });

  test('a gzip bomb', async () => {
    const bomb = gzipSync(Buffer.alloc(3_000_000));
    const pieces = async function* () {
      yield bomb;
    };
    const read = async (limits: Partial<typeof unpackingLimits>) => {
      let size = 0;
      for await (const piece of gunzip(pieces(), { ...unpackingLimits, ...limits })) size += piece.length;
      return size;
    };
    expect(await read({})).toBe(3_000_000);
    await expect(read({ freeBytes: 1_000_000 })).rejects.toThrow('200 times its size');
    await expect(read({ bytes: 1024 * 1024 })).rejects.toThrow('larger than 1 MB');
  });
});
