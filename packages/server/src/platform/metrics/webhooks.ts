import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';

/** Counts the answers of a scope that serves webhooks, whoever gives them: a workflow, a refusal, a failure. */
export const countWebhookAnswers = (scope: FastifyInstance, metrics: Metrics, testEndpoint: string): void => {
  const isTest = `/${testEndpoint}/`;
  scope.addHook('onResponse', (request, reply, done) => {
    metrics.webhookAnswered(request.url.startsWith(isTest) ? 'test' : 'production', reply.statusCode);
    done();
  });
};
