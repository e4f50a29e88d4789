import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Weak, since the same text may be sent compressed. */
export const etagOf = (text: string): string =>
  `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;

/** Lets the client keep the answer and ask each time whether it is still the same. @returns whether the client has it already */
export const isKnown = (request: FastifyRequest, reply: FastifyReply, etag: string): boolean => {
  reply.headers({ etag, 'cache-control': 'private, no-cache' });
  return request.headers['if-none-match']?.split(',').some((known) => known.trim() === etag) ?? false;
};
