import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { limits } from '@millrace/contract';
import { AppError } from '../../platform/errors.ts';
import { inflateAny } from '../../platform/http/decode-body.ts';

/** The bytes of a webhook call, never more than the limit, compressed or not. */

export const badBody = (message: string): AppError => new AppError('webhookBadBody', message);

const tooLarge = (): AppError =>
  new AppError('bodyTooLarge', `The body is larger than ${limits.webhookBodyBytes / 1024 / 1024} MB.`);

const decoders: Record<string, (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Buffer>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: inflateAny,
  br: promisify(brotliDecompress),
};

const decompress = async (bytes: Buffer, encoding: string): Promise<Buffer> => {
  const decode = Object.hasOwn(decoders, encoding) ? decoders[encoding] : undefined;
  if (!decode) throw badBody(`The content encoding "${encoding}" is not supported.`);
  try {
    return await decode(bytes, { maxOutputLength: limits.webhookBodyBytes });
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    throw badBody(`The body is not valid ${encoding} data.`);
  }
};

/** Of a body that is too large, this much more is read and thrown away, for this long: many clients read no answer while they still send. */
const discarded = { bytes: 64 * 1024 * 1024, milliseconds: 2000 };

const readRaw = async (request: IncomingMessage): Promise<Buffer> => {
  const limit = limits.webhookBodyBytes;
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const refuse = () => reject(tooLarge());
  const cutOff = () => reject(badBody('The body ended before it was complete.'));
  let chunks: Buffer[] = [];
  let size = 0;
  let patience: NodeJS.Timeout | undefined;

  const giveUp = () => {
    chunks = [];
    patience ??= setTimeout(refuse, discarded.milliseconds);
    if (size > limit + discarded.bytes) refuse();
  };
  if (Number(request.headers['content-length'] ?? 0) > limit) giveUp();
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (patience || size > limit) giveUp();
    else chunks.push(chunk);
  });
  request.on('end', () => {
    if (patience) refuse();
    else resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
  });
  request.on('error', cutOff);
  request.on('close', () => {
    if (!request.complete) cutOff();
  });
  return promise.finally(() => clearTimeout(patience));
};

/** @throws AppError bodyTooLarge, webhookBadBody */
export const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const bytes = await readRaw(request);
  const encoding = request.headers['content-encoding']?.trim().toLowerCase();
  return encoding && encoding !== 'identity' && bytes.length > 0 ? decompress(bytes, encoding) : bytes;
};
