import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { decodeStream } from './decode-stream.ts';

const plain = Buffer.concat([Buffer.from('ä'), randomBytes(200_000)]);

const read = async (packed: Buffer, encoding: string, size = 1000): Promise<Buffer> => {
  const pieces = Array.from({ length: Math.ceil(packed.length / size) }, (_, at) =>
    packed.subarray(at * size, (at + 1) * size),
  );
  return buffer(decodeStream(Readable.from(pieces), encoding).body);
};

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
])('%s is unpacked while it comes', async (encoding, compress) => {
  expect((await read(compress(plain), encoding)).equals(plain)).toBe(true);
  expect((await read(compress(Buffer.from('short')), encoding, 1)).toString()).toBe('short');
});

test('several layers are undone, and nothing is nothing', async () => {
  expect((await read(gzipSync(deflateRawSync(plain)), 'deflate, gzip')).equals(plain)).toBe(true);
  expect(await read(Buffer.alloc(0), 'deflate')).toHaveLength(0);
});

test.each(['gzip', 'deflate', 'br'])('damaged %s is said to be so', async (encoding) => {
  await expect(read(Buffer.from('xxxxxxxxxxxxxxxx'), encoding)).rejects.toMatchObject({ code: 'unreadableAnswer' });
});
