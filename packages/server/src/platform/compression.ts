import { constants } from 'node:zlib';
import fastifyCompress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Bytes below which an answer fits into few packets anyway. */
const smallest = 1024;

/** Bytes up to which compressing takes less time than handing over to another thread. */
const quick = 16 * 1024;

/** Not downloads: they have ranges, and most are compressed already. Not event streams: their messages must not wait for a full block. */
const compressible = /^(?:application\/json|text\/(?:html|css|javascript)|image\/svg\+xml)(?:;|$)/;

/**
 * Compresses the answers of a scope where the client understands that. Brotli at a middle quality takes a third of the time of its best and is
 * smaller than gzip. Bodies of requests are taken as they are, since a small compressed one could hold gigabytes.
 *
 * @returns when it holds for the routes that are added from then on
 */
export const compressAnswers = async (app: FastifyInstance): Promise<void> => {
  await app.register(fastifyCompress, {
    threshold: smallest,
    syncThreshold: quick,
    customTypes: compressible,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    zlibOptions: { level: 6 },
    globalDecompression: false,
  });
};
