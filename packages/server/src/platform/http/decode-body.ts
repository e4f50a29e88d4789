import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { freeSize, isZlib, layersOf, maxLayers, maxRatio } from './content-encoding.ts';
import { RequestError } from './request-error.ts';

type Decode = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Buffer>;

const inflate = promisify(zlib.inflate) as Decode;
const inflateRaw = promisify(zlib.inflateRaw) as Decode;
const gunzip = promisify(zlib.gunzip) as Decode;

export const inflateAny: Decode = (bytes, options) =>
  isZlib(bytes) ? inflate(bytes, options) : inflateRaw(bytes, options);

const decoders = new Map<string, Decode>([
  ['gzip', gunzip],
  ['x-gzip', gunzip],
  ['deflate', inflateAny],
  ['br', promisify(zlib.brotliDecompress) as Decode],
  ['zstd', promisify(zlib.zstdDecompress) as Decode],
]);

export const acceptedEncodings = 'gzip, deflate, br';

/**
 * Undoes `content-encoding`. Gives the bytes as they are if an encoding is unknown (`isDecoded` false).
 *
 * @throws RequestError tooLarge for a body that grows beyond the limit or out of proportion, unreadableAnswer if it is damaged
 */
export const decodeBody = async (
  bytes: Uint8Array,
  contentEncoding: string,
  maxBytes: number,
): Promise<{ bytes: Uint8Array; isDecoded: boolean }> => {
  const layers = layersOf(contentEncoding);
  const steps = layers.map((name) => decoders.get(name));
  if (layers.length === 0 || bytes.length === 0 || steps.includes(undefined)) return { bytes, isDecoded: false };
  if (steps.length > maxLayers) throw new RequestError('unreadableAnswer', 'The answer is packed too many times over');

  const maxOutputLength = Math.min(maxBytes, Math.max(freeSize, bytes.length * maxRatio));
  let decoded = bytes;
  for (const step of steps) {
    try {
      decoded = await step!(decoded, { maxOutputLength });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
        throw new RequestError('tooLarge', 'The answer unpacks to more than is accepted', {
          description: `It has ${bytes.length} bytes and becomes more than ${maxOutputLength}.`,
        });
      }
      throw new RequestError('unreadableAnswer', 'The answer is damaged: it could not be unpacked', {
        description: (error as Error).message,
      });
    }
  }
  return { bytes: decoded, isDecoded: true };
};
