import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { limits } from '@millrace/contract';
import { AppError } from '../../platform/errors.ts';

/** The bytes of a webhook call, never more than the limit, compressed or not. */

export const badBody = (message: string): AppError => new AppError('webhookBadBody', message);

const tooLarge = (): AppError =>
  new AppError('bodyTooLarge', `The body is larger than ${limits.webhookBodyBytes / 1024 / 1024} MB.`);

const decoders: Record<string, (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Buffer>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
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

const readRaw = (request: IncomingMessage): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const announced = Number(request.headers['content-length'] ?? 0);
    if (announced > limits.webhookBodyBytes) {
      reject(tooLarge());
      return;
    }
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limits.webhookBodyBytes) reject(tooLarge());
      else chunks.push(chunk);
    });
    request.on('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    request.on('error', () => reject(badBody('The body ended before it was complete.')));
    request.on('close', () => {
      if (!request.complete) reject(badBody('The body ended before it was complete.'));
    });
  });

/** @throws AppError bodyTooLarge, webhookBadBody */
export const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const bytes = await readRaw(request);
  const encoding = request.headers['content-encoding']?.trim().toLowerCase();
  return encoding && encoding !== 'identity' && bytes.length > 0 ? decompress(bytes, encoding) : bytes;
};
