import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BinaryStore, createBinaryStore } from './store.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const bytes = (text: string) => new TextEncoder().encode(text);

let folder: string;
let store: BinaryStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millrace-binary-'));
  store = createBinaryStore(join(folder, 'binary'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('write and read', () => {
  it('gives back the same bytes with size, type and extension', async () => {
    const data = await store.write('12', png, { fileName: 'dot.png' });
    expect(data).toMatchObject({ mimeType: 'image/png', fileName: 'dot.png', fileExtension: 'png', fileSize: 70 });
    expect(data.id).toMatch(/^12\/[0-9a-f-]{36}$/);
    expect(Buffer.from(await store.read(data)).equals(png)).toBe(true);
  });

  it('takes a stream and knows its type by the first bytes', async () => {
    const chunks = async function* () {
      for (const byte of png) yield Buffer.of(byte);
    };
    const data = await store.write('9', chunks(), {});
    expect(data).toMatchObject({ mimeType: 'image/png', fileExtension: 'png', fileSize: 70 });
    expect(Buffer.from(await store.read(data)).equals(png)).toBe(true);
  });

  it.each([
    [{ mimeType: 'Text/CSV; charset=utf-8' }, 'a,b', 'text/csv', 'csv'],
    [{ mimeType: 'nonsense', fileName: 'a.json' }, '{}', 'application/json', 'json'],
    [{ fileName: 'archive.tar.gz' }, 'x', 'application/gzip', 'gz'],
    [{}, 'plain words', 'text/plain', 'txt'],
    [{}, 'a\0b', 'application/octet-stream', 'bin'],
    [{}, '', 'text/plain', 'txt'],
  ])('%j with content %j has type %s', async (about, content, mimeType, fileExtension) => {
    expect(await store.write('1', bytes(content), about)).toMatchObject({ mimeType, fileExtension });
  });

  it('reads data that an item carries itself', async () => {
    expect(await store.read({ data: 'aGk=', mimeType: 'text/plain' })).toEqual(Buffer.from('hi'));
  });

  it('leaves nothing behind when the content fails half way', async () => {
    const broken = async function* () {
      yield bytes('half');
      throw new Error('cut off');
    };
    await expect(store.write('3', broken(), {})).rejects.toThrow('cut off');
    expect(await readdir(join(folder, 'binary', '3'))).toEqual([]);
  });
});

describe('ids', () => {
  it.each([
    '../secret',
    '1/../../secret',
    '/etc/passwd',
    '1',
    '1/',
    '1/..%2f',
    'shared/00000000-0000-0000-0000-000000000000',
    '1/00000000-0000-0000-0000-000000000000\n',
    '1\0/00000000-0000-0000-0000-000000000000',
    '__proto__/00000000-0000-0000-0000-000000000000',
    '1/00000000-0000-0000-0000-000000000000',
  ])('%j opens nothing', async (id) => {
    await writeFile(join(folder, 'secret'), 'secret');
    expect(await store.open(id)).toBeUndefined();
    await expect(store.read({ id, mimeType: 'text/plain', fileName: 'x.txt' })).rejects.toThrow(
      'The file "x.txt" is not stored any more',
    );
  });

  it.each(['..', '', '1/2', 'constructor', '0', 'shared'])('%j cannot own data', async (owner) => {
    await expect(store.write(owner, png, {})).rejects.toThrow('cannot own binary data');
    await expect(store.deleteExecution(owner)).rejects.toThrow('cannot own binary data');
  });
});

describe('open and delete', () => {
  it('knows of no executions before anything is stored', async () => {
    expect(await store.executionIds()).toEqual([]);
  });

  it('streams the bytes with their size', async () => {
    const { id } = await store.write('5', bytes('hello'), {});
    const opened = await store.open(id!);
    expect(opened?.size).toBe(5);
    const chunks = await opened!.stream.toArray();
    expect(Buffer.concat(chunks).toString()).toBe('hello');
  });

  it('deletes what an execution has and nothing else', async () => {
    const gone = await store.write('5', bytes('a'), {});
    const kept = await store.write('51', bytes('b'), {});
    await store.deleteExecution('5');
    await store.deleteExecution('6');
    expect(await store.open(gone.id!)).toBeUndefined();
    expect(Buffer.from(await store.read(kept)).toString()).toBe('b');
    expect(await store.executionIds()).toEqual(['51']);
  });
});
