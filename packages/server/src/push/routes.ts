import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { badRequest } from '../platform/errors.ts';
import type { EventStreams } from './event-streams.ts';

const sessionPattern = /^[\w-]{1,64}$/;

export const registerPushRoutes = (app: FastifyInstance, streams: EventStreams): void => {
  app.get<{ Querystring: { sessionId?: string } }>('/push', { config: { access: 'user' } }, (request, reply) => {
    const { sessionId } = request.query;
    if (typeof sessionId !== 'string' || !sessionPattern.test(sessionId))
      throw badRequest('query.sessionId: must be 1 to 64 letters, digits, - or _');
    const headers = {
      ...(reply.getHeaders() as OutgoingHttpHeaders),
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
    };
    streams.open({ sessionId, userId: request.caller!.user.id, response: reply.raw, headers });
    reply.hijack();
  });
};
