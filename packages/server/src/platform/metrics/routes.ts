import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import { setDataHeaders } from '../security-headers.ts';
import type { Exposition } from './prometheus.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Takes as long for any wrong token. */
const isToken = (authorization: string | undefined, token: string): boolean =>
  timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`));

/** @param expose undefined: there are no metrics here */
export const registerMetricsRoute = (
  app: FastifyInstance,
  { expose, token }: { expose: (() => Promise<Exposition>) | undefined; token: string },
): void => {
  app.get('/metrics', async (request, reply) => {
    if (!expose) throw new AppError('notFound', 'Nothing answers here.');
    setDataHeaders(reply);
    if (token === '' || !isToken(request.headers.authorization, token))
      return reply.code(401).header('www-authenticate', 'Bearer').type('text/plain').send('Unauthorized\n');
    const { contentType, text } = await expose();
    return reply.type(contentType).send(text);
  });
};
