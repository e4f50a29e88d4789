import { limits } from '@millrace/contract';
import Fastify from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createTestApp } from '../../app.testing.ts';
import { createPrometheus } from './prometheus.ts';
import { registerMetricsRoute } from './routes.ts';
import { countWebhookAnswers } from './webhooks.ts';

const lines = async (metrics: ReturnType<typeof createPrometheus>, name: string): Promise<string[]> =>
  (await metrics.expose()).text.split('\n').filter((line) => line.startsWith(name));

describe('figures', () => {
  test('of executions', async () => {
    const metrics = createPrometheus();
    metrics.executionStarted('webhook');
    metrics.executionStarted('webhook');
    metrics.executionEnded('webhook', 'success', 0.3);
    metrics.executionsPruned(40);
    expect(await lines(metrics, 'millrace_executions')).toEqual([
      'millrace_executions_started_total{mode="webhook"} 2',
      'millrace_executions_ended_total{mode="webhook",status="success"} 1',
      'millrace_executions_pruned_total 40',
    ]);
    expect(await lines(metrics, 'millrace_execution_duration_seconds_sum')).toEqual([
      'millrace_execution_duration_seconds_sum{mode="webhook"} 0.3',
    ]);
  });

  test('of webhooks have a bounded number of series whatever workflows answer', async () => {
    const metrics = createPrometheus();
    for (let status = 200; status < 600; status++) metrics.webhookAnswered('production', status);
    const found = await lines(metrics, 'millrace_webhook_answers_total');
    expect(found).toContain('millrace_webhook_answers_total{kind="production",status="404"} 1');
    expect(found.length).toBeLessThan(80);
  });

  test('of webhooks count every answer of their scope', async () => {
    const metrics = createPrometheus();
    const app = Fastify();
    onTestFinished(() => app.close());
    app.register(async (scope) => {
      countWebhookAnswers(scope, metrics, ['webhook-test']);
      scope.get('/webhook/a', async () => 'yes');
      scope.get('/webhook-test/a', async () => Promise.reject(new Error('no')));
    });
    app.get('/other', async () => 'not a webhook');
    for (const url of ['/webhook/a', '/webhook/a', '/webhook-test/a', '/other']) await app.inject(url);
    expect(await lines(metrics, 'millrace_webhook_answers_total')).toEqual([
      'millrace_webhook_answers_total{kind="production",status="200"} 2',
      'millrace_webhook_answers_total{kind="test",status="500"} 1',
    ]);
  });

  test('of commits and workers', async () => {
    const metrics = createPrometheus();
    metrics.committed(12, 0.003);
    metrics.workerRestarted();
    expect(await lines(metrics, 'millrace_database_commit_writes_sum')).toEqual([
      'millrace_database_commit_writes_sum 12',
    ]);
    expect(await lines(metrics, 'millrace_worker_restarts_total')).toEqual(['millrace_worker_restarts_total 1']);
  });

  test('of calls of node code, by method and outcome', async () => {
    const metrics = createPrometheus();
    metrics.nodeCalled('options', 'success', 0.2);
    metrics.nodeCalled('options', 'error', 0.3);
    metrics.nodeCalled('poll', 'success', 1);
    expect(await lines(metrics, 'millrace_node_call_seconds_sum')).toEqual([
      'millrace_node_call_seconds_sum{method="options",outcome="success"} 0.2',
      'millrace_node_call_seconds_sum{method="options",outcome="error"} 0.3',
      'millrace_node_call_seconds_sum{method="poll",outcome="success"} 1',
    ]);
  });

  test('are read when someone looks, and left out when they cannot be', async () => {
    const metrics = createPrometheus();
    let queued: number | undefined = 7;
    metrics.level('executionsQueued', async () => {
      if (queued === undefined) throw new Error('the database is away');
      return queued;
    });
    expect(await lines(metrics, 'millrace_executions_queued')).toEqual(['millrace_executions_queued 7']);
    queued = undefined;
    expect(await lines(metrics, 'millrace_executions_queued')).toEqual([]);
  });

  test('of the process hold the delay of the event loop', async () => {
    const found = await lines(createPrometheus(), 'nodejs_eventloop_lag_p99_seconds');
    expect(found).toHaveLength(1);
  });
});

describe('/metrics', () => {
  const token = 'canary-token-0123456789';
  const serve = async (
    expose = createPrometheus().expose as undefined | ReturnType<typeof createPrometheus>['expose'],
  ) => {
    const app = Fastify({ bodyLimit: limits.apiBodyBytes });
    registerMetricsRoute(app, { expose, token });
    onTestFinished(() => app.close());
    return (authorization?: string) => app.inject({ url: '/metrics', headers: authorization ? { authorization } : {} });
  };

  test('is for whoever has the token', async () => {
    const get = await serve();
    const answer = await get(`Bearer ${token}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toContain('text/plain');
    expect(answer.body).toContain('process_cpu_seconds_total');
  });

  test.each([undefined, 'Bearer', 'Bearer ', `Bearer ${token}x`, `Basic ${token}`, token, `bearer  ${token}`])(
    'is 401 with %j',
    async (authorization) => {
      const get = await serve();
      const answer = await get(authorization);
      expect([answer.statusCode, answer.headers['www-authenticate'], answer.body]).toEqual([
        401,
        'Bearer',
        'Unauthorized\n',
      ]);
    },
  );

  test('is nowhere unless it is asked for', async () => {
    const { app } = await createTestApp();
    const answer = await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } });
    expect(answer.statusCode).toBe(404);
  });
});
