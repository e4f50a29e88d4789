import type { BinaryData } from '@millrace/contract/data';
import { NodeError } from '@millrace/engine/node-api';
import { createMeter, unpackingLimits } from './archive.ts';

export const isGzip = ({ fileExtension, mimeType }: BinaryData): boolean =>
  /^(?:t?gz|gzip)$/i.test(fileExtension ?? '') || /^application\/(?:x-)?gzip$/.test(mimeType);

/** `a.csv.gz` is `a.csv` unpacked. */
export const unpackedName = ({ fileName }: BinaryData): string | undefined =>
  fileName?.replace(/\.tgz$/i, '.tar').replace(/\.(?:gz|gzip)$/i, '') || undefined;

/** Bytes packed, piece by piece. */
export const gzip = async function* (bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* ReadableStream.from(bytes).pipeThrough(new CompressionStream('gzip') as never) as AsyncIterable<Uint8Array>;
};

/** Bytes unpacked, piece by piece. @throws NodeError where they are not packed so, or grow too much */
export const gunzip = async function* (
  bytes: AsyncIterable<Uint8Array>,
  limits = unpackingLimits,
): AsyncGenerator<Uint8Array> {
  let packed = 0;
  const counted = async function* () {
    for await (const piece of bytes) {
      packed += piece.length;
      yield piece;
    }
  };
  const meter = createMeter(() => packed, limits);
  const unpacked = ReadableStream.from(counted()).pipeThrough(new DecompressionStream('gzip') as never);
  try {
    for await (const piece of unpacked as AsyncIterable<Uint8Array>) {
      meter.add(piece.length);
      yield piece;
    }
  } catch (error) {
    if (error instanceof NodeError || !(error instanceof TypeError)) throw error;
    throw new NodeError('The file is not packed with gzip, or is damaged', { cause: error });
  }
};
