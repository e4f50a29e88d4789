import { Duplex, Readable } from 'node:stream';
import zlib from 'node:zlib';
import { freeSize, isZlib, layersOf, maxLayers, maxRatio } from './content-encoding.ts';
import { RequestError } from './request-error.ts';

/** Undoes `content-encoding` while the bytes come. */

/** The kind of deflate is known by its first byte. */
const createInflateAny = (): NodeJS.ReadWriteStream =>
  Duplex.from(async function* (source: AsyncIterable<Buffer>) {
    const chunks = source[Symbol.asyncIterator]();
    const first = await chunks.next();
    if (first.done) return;
    const unpacking = isZlib(first.value) ? zlib.createInflate() : zlib.createInflateRaw();
    const all = async function* () {
      yield first.value;
      yield* { [Symbol.asyncIterator]: () => chunks };
    };
    const packed = Readable.from(all(), { objectMode: false });
    packed.on('error', (error) => unpacking.destroy(error));
    yield* packed.pipe(unpacking);
  });

const decoders = new Map<string, () => NodeJS.ReadWriteStream>([
  ['gzip', () => zlib.createGunzip()],
  ['x-gzip', () => zlib.createGunzip()],
  ['deflate', createInflateAny],
  ['br', () => zlib.createBrotliDecompress()],
  ['zstd', () => zlib.createZstdDecompress()],
]);

/** @returns undefined if an encoding is unknown: the bytes are to be taken as they are */
const decodersOf = (contentEncoding: string): (() => NodeJS.ReadWriteStream)[] | undefined => {
  const names = layersOf(contentEncoding);
  if (names.length > maxLayers) throw new RequestError('unreadableAnswer', 'The answer is packed too many times over');
  const found = names.map((name) => decoders.get(name));
  return found.length === 0 || found.includes(undefined) ? undefined : (found as (() => NodeJS.ReadWriteStream)[]);
};

/** @throws RequestError while it is read: unreadableAnswer, tooLarge where it grows out of proportion */
export const decodeStream = (
  body: Readable,
  contentEncoding: string,
): { body: AsyncIterable<Uint8Array>; isDecoded: boolean } => {
  const layers = decodersOf(contentEncoding);
  if (!layers) return { body, isDecoded: false };
  let packed = 0;
  let unpacked = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      packed += chunk.length;
      yield chunk;
    }
  }
  async function* decoded(): AsyncGenerator<Uint8Array> {
    const source = Readable.from(counted(), { objectMode: false });
    let last: NodeJS.ReadableStream = source;
    for (const create of layers!) {
      const before = last;
      const next = create();
      before.on('error', (error) => (next as unknown as Readable).destroy(error as Error));
      last = before.pipe(next);
    }
    try {
      for await (const chunk of last as unknown as AsyncIterable<Uint8Array>) {
        unpacked += chunk.length;
        if (unpacked > Math.max(freeSize, packed * maxRatio))
          throw new RequestError('tooLarge', 'The answer unpacks to more than is accepted', {
            description: `${packed} bytes of it became more than ${unpacked}.`,
          });
        yield chunk;
      }
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (!code?.startsWith('Z_') && !code?.startsWith('ERR_') && !/zlib|brotli|header/i.test((error as Error).message))
        throw error;
      throw new RequestError('unreadableAnswer', 'The answer is damaged: it could not be unpacked', {
        description: (error as Error).message,
      });
    } finally {
      source.destroy();
      body.destroy();
    }
  }
  return { body: decoded(), isDecoded: true };
};
