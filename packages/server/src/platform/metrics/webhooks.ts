import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';

/** Counts the answers of a scope that serves webhooks, whoever gives them: a workflow, a refusal, a failure. */
export const countWebhookAnswers = (
  scope: FastifyInstance,
  metrics: Metrics,
  testEndpoints: readonly string[],
): void => {
  const isTest = (url: string) => testEndpoints.some((name) => url.startsWith(`/${name}/`));
  scope.addHook('onResponse', (request, reply, done) => {
    metrics.webhookAnswered(isTest(request.url) ? 'test' : 'production', reply.statusCode);
    done();
  });
};
