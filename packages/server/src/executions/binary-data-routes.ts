import type { FastifyInstance } from 'fastify';
import type { BinaryStore } from '../platform/binary/index.ts';
import { notFound } from '../platform/errors.ts';
import type { Executions } from './service.ts';

/**
 * Bytes that a run has stored. They come from anywhere, so they are given out as a download of no particular type and are never
 * shown on the editor's origin.
 */
export const registerBinaryDataRoutes = (
  app: FastifyInstance,
  { executions, binary }: { executions: Executions; binary: BinaryStore },
): void => {
  app.get<{ Params: { '*': string } }>('/data/*', { config: { access: 'user' } }, async (request, reply) => {
    const id = request.params['*'];
    const owner = id.split('/')[0] ?? '';
    const isVisible = /^\d{1,18}$/.test(owner) && (await executions.exists(request.caller!.user, owner));
    const found = isVisible ? await binary.open(id) : undefined;
    if (!found) throw notFound('binary data', id);
    return reply
      .type('application/octet-stream')
      .header('content-length', found.size)
      .header('content-disposition', 'attachment')
      .send(found.stream);
  });
};
