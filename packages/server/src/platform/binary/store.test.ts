import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestS3 } from './s3/s3.testing.ts';
import { type BinaryStore, type BinaryStoreSettings, createBinaryStore } from './store.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const bytes = (text: string) => new TextEncoder().encode(text);

interface Place {
  settings: BinaryStoreSettings;
  /** How many files (or halves of them) lie there. */
  files(): Promise<number>;
  remove(): Promise<void>;
}

const openFolder = async (): Promise<Place> => {
  const parent = await mkdtemp(join(tmpdir(), 'millrace-binary-'));
  const folder = join(parent, 'binary');
  await writeFile(join(parent, 'secret'), 'secret');
  return {
    settings: { storage: 'folder', folder },
    files: async () => {
      const found = await readdir(folder, { recursive: true, withFileTypes: true });
      return found.filter((entry) => entry.isFile()).length;
    },
    remove: () => rm(parent, { recursive: true, force: true }),
  };
};

const openBucket = async (): Promise<Place> => {
  const s3 = await startTestS3();
  const { endpoint, bucket, region, accessKey, secretKey } = s3;
  const address = { endpoint, bucket, region, accessKey, secretKey, prefix: 'data/', pathStyle: true };
  return {
    settings: { storage: 's3', ...address, retryDelay: 1, partBytes: 16 },
    files: async () => s3.objects.size + s3.uploads.size,
    remove: () => s3.close(),
  };
};

describe.each([
  ['a folder', openFolder],
  ['an S3 bucket', openBucket],
])('binary data in %s', (_, open) => {
  let place: Place;
  let store: BinaryStore;
  beforeEach(async () => {
    place = await open();
    store = createBinaryStore(place.settings);
  });
  afterEach(async () => {
    await store.close();
    await place.remove();
  });

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

    it('is not confused by a source that uses its buffer again', async () => {
      const chunks = async function* () {
        const one = Buffer.alloc(10);
        for (let index = 0; index < 5; index++) yield one.fill(`${index}`);
      };
      const data = await store.write('9', chunks(), {});
      const text = Buffer.from(await store.read(data)).toString();
      expect(text).toBe('0000000000111111111122222222223333333333' + '4444444444');
    });

    it.each([
      [{ mimeType: 'Text/CSV; charset=utf-8' }, 'a,b', 'text/csv', 'csv'],
      [{ mimeType: 'nonsense', fileName: 'a.json' }, '{}', 'application/json', 'json'],
      [{ fileName: 'archive.tar.gz' }, 'x', 'application/gzip', 'gz'],
      [{}, 'plain words', 'text/plain', 'txt'],
      [{}, 'a\0b', 'application/octet-stream', 'bin'],
      [{}, '', 'text/plain', 'txt'],
    ])('%j with content %j has type %s', async (about, content, mimeType, fileExtension) => {
      const data = await store.write('1', bytes(content), about);
      expect(data).toMatchObject({ mimeType, fileExtension });
      expect(Buffer.from(await store.read(data)).toString()).toBe(content);
    });

    it('reads data that an item carries itself', async () => {
      expect(await store.read({ data: 'aGk=', mimeType: 'text/plain' })).toEqual(Buffer.from('hi'));
    });

    it.each([4, 100])('leaves nothing behind when the content fails after %d bytes', async (size) => {
      const broken = async function* () {
        yield Buffer.alloc(size);
        throw new Error('cut off');
      };
      await expect(store.write('3', broken(), {})).rejects.toThrow('cut off');
      expect(await place.files()).toBe(0);
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
      expect(await store.open(id)).toBeUndefined();
      expect(await store.size(id)).toBeUndefined();
      await expect(store.read({ id, mimeType: 'text/plain', fileName: 'x.txt' })).rejects.toThrow(
        'The file "x.txt" is not stored any more',
      );
    });

    it.each(['..', '', '1/2', 'constructor', '0', 'shared'])('%j cannot own data', async (owner) => {
      await expect(store.write(owner, png, {})).rejects.toThrow('cannot own binary data');
      await expect(store.deleteExecution(owner)).rejects.toThrow('cannot own binary data');
      await expect(store.deleteExecutions([owner])).rejects.toThrow('cannot own binary data');
    });
  });

  describe('open', () => {
    it('streams the bytes with their size', async () => {
      const { id } = await store.write('5', bytes('hello'), {});
      const opened = await store.open(id!);
      expect(opened?.size).toBe(5);
      expect((await buffer(opened!.stream)).toString()).toBe('hello');
      expect(await store.size(id!)).toBe(5);
    });

    it.each([
      [0, 0, 'h'],
      [1, 3, 'ell'],
      [4, 4, 'o'],
      [0, 4, 'hello'],
    ])('streams bytes %d to %d', async (first, last, text) => {
      const { id } = await store.write('5', bytes('hello'), {});
      const opened = await store.open(id!, { first, last });
      expect(opened?.size).toBe(5);
      expect((await buffer(opened!.stream)).toString()).toBe(text);
    });
  });

  describe('delete', () => {
    const id = async (owner: string) => (await store.write(owner, bytes(owner), {})).id!;

    it('takes what an execution has and nothing else', async () => {
      const gone = await id('5');
      const kept = await id('51');
      await store.deleteExecution('5');
      await store.deleteExecution('6');
      expect(await store.open(gone)).toBeUndefined();
      expect(await store.size(kept)).toBe(2);
      expect(await store.executionIds()).toEqual(['51']);
    });

    it('takes many at once, near and far', async () => {
      for (const owner of ['1', '2', '2', '3', '40', '500', '123456789012345678']) await id(owner);
      await store.deleteExecutions([]);
      await store.deleteExecutions(['123456789012345678', '2', '7', '40']);
      expect((await store.executionIds()).sort()).toEqual(['1', '3', '500']);
    });
  });

  describe('executions that have data', () => {
    it('are none before anything is stored', async () => {
      expect(await store.executionIds()).toEqual([]);
      await store.check();
      expect(await store.executionIds()).toEqual([]);
    });

    it('can be told from those that get some just now', async () => {
      const before = Date.now() - 60_000;
      await store.write('5', png, {});
      expect(await store.executionIds(before)).toEqual([]);
      expect(await store.executionIds(Date.now() + 60_000)).toEqual(['5']);
    });
  });
});
