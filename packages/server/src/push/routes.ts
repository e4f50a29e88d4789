import type { OutgoingHttpHeaders } from 'node:http';
import { rawRoutes } from '@millrace/contract';
import type { FastifyInstance } from 'fastify';
import { validate } from '../platform/validation.ts';
import { streamOwner } from '../users/access.ts';
import type { EventStreams } from './event-streams.ts';

export const registerPushRoutes = (app: FastifyInstance, streams: EventStreams): void => {
  app.get('/push', { config: { access: rawRoutes.push.stream.access } }, (request, reply) => {
    const { sessionId } = validate(rawRoutes.push.stream.query, request.query, 'query');
    const headers = {
      ...(reply.getHeaders() as OutgoingHttpHeaders),
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
    };
    const { user, by } = request.caller!;
    streams.open({ sessionId, user, belongsTo: streamOwner(by), response: reply.raw, headers });
    reply.hijack();
  });
};
