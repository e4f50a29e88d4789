import { rawRoutes } from '@millrace/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type BinaryStore, readRange } from '../../platform/binary/index.ts';
import { notFound } from '../../platform/errors.ts';
import type { Executions } from './service.ts';

/** The bytes under an id never change, so the id alone tells one content from another. */
const etagOf = (id: string): string => `"${id.split('/')[1]}"`;

/** The range that is asked for, unless it was meant for another content. */
const askedRange = ({ headers }: FastifyRequest, etag: string, size: number) => {
  const condition = headers['if-range'];
  return condition !== undefined && condition !== etag ? undefined : readRange(headers.range, size);
};

/**
 * Bytes that a run has stored. They come from anywhere, so they are given out as a download of no particular type and are never
 * shown on the editor's origin. They pass through as a stream, whole or from a byte to a byte.
 */
export const registerBinaryDataRoutes = (
  app: FastifyInstance,
  { executions, binary }: { executions: Executions; binary: BinaryStore },
): void => {
  const send = async (request: FastifyRequest<{ Params: { '*': string } }>, reply: FastifyReply) => {
    const id = request.params['*'];
    const owner = id.split('/')[0] ?? '';
    const isVisible = /^\d{1,18}$/.test(owner) && (await executions.sharesFiles(request.caller!.user, owner));
    const size = isVisible ? await binary.size(id) : undefined;
    if (size === undefined) throw notFound('binary data', id);

    const etag = etagOf(id);
    const range = askedRange(request, etag, size);
    if (range === 'none') return reply.code(416).header('content-range', `bytes */${size}`).send();
    const opened = request.method === 'HEAD' ? undefined : await binary.open(id, range);
    if (request.method !== 'HEAD' && !opened) throw notFound('binary data', id);

    if (range) reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${size}`);
    return reply
      .type('application/octet-stream')
      .headers({ etag, 'accept-ranges': 'bytes', 'content-disposition': 'attachment' })
      .header('content-length', range ? range.last - range.first + 1 : size)
      .send(opened?.stream);
  };
  app.route({
    method: ['GET', 'HEAD'],
    url: '/data/*',
    exposeHeadRoute: false,
    config: { access: rawRoutes.executions.binaryData.access },
    handler: send,
  });
};
