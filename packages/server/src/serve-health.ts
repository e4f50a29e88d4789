import Fastify from 'fastify';
import { AppError, toHttpFailure } from './platform/errors.ts';
import { type Exposition, registerMetricsRoute } from './platform/metrics/index.ts';
import { type Readiness, registerHealthRoutes } from './platform/readiness.ts';

/** What a process without an HTTP side tells whoever watches over it: that it lives, that it takes work, and its figures. */
export const serveHealth = async (options: {
  host: string;
  port: number;
  isReady: () => boolean;
  readiness: () => Promise<Readiness>;
  metrics: { expose: (() => Promise<Exposition>) | undefined; token: string };
}): Promise<{ close(): Promise<void> }> => {
  const app = Fastify({ logger: false });
  app.setErrorHandler((error, _request, reply) => {
    const failure = toHttpFailure(error, false);
    return reply.code(failure.status).headers(failure.headers).send(failure.body);
  });
  app.setNotFoundHandler(() => {
    throw new AppError('notFound', 'Nothing answers here.');
  });
  registerHealthRoutes(app, options);
  registerMetricsRoute(app, options.metrics);
  await app.listen({ host: options.host, port: options.port });
  return { close: () => app.close() };
};
