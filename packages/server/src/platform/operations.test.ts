import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Execution } from '@millrace/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Config, defaultConfig } from '../config.ts';
import { startServer } from '../server.ts';
import { startTestS3 } from './binary/s3/s3.testing.ts';
import { createLog } from './log.ts';

// Whole servers start here, on machines that may be busy with other tests.
vi.setConfig({ testTimeout: 60_000 });

const token = 'canary-metrics-token';

/** A workflow that takes a file at `/webhook/file` and passes it on. */
const workflow = {
  name: 'Takes a file',
  active: true,
  nodes: [
    {
      name: 'Webhook',
      type: 'core.webhook',
      typeVersion: 2,
      position: [0, 0],
      webhookId: 'file',
      parameters: { path: 'file', httpMethod: 'POST' },
    },
  ],
  connections: {},
};

/** A real server over a bucket, with all that it has written to the log. */
const start = async (changes: Partial<Config> = {}) => {
  const s3 = await startTestS3();
  onTestFinished(() => s3.close());
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'millrace-operations-'));
  onTestFinished(() => rm(dataFolder, { recursive: true, force: true }));
  const config: Config = {
    ...defaultConfig(),
    port: 0,
    dataFolder,
    binaryStorage: 's3',
    s3Endpoint: s3.endpoint,
    s3Bucket: s3.bucket,
    s3Region: s3.region,
    s3AccessKey: s3.accessKey,
    s3SecretKey: s3.secretKey,
    metrics: true,
    metricsToken: token,
    ...changes,
  };
  const lines: string[] = [];
  const log = createLog({ logLevel: 'debug' }, { write: (line) => void lines.push(line) });
  const server = await startServer(config, log);
  onTestFinished(() => server.close());
  const read = async <T>(pathname: string): Promise<T> =>
    ((await (await fetch(server.url + pathname)).json()) as { data: T }).data;
  const metrics = async () =>
    (await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text();
  return { s3, server, read, metrics, logged: () => lines.join('') };
};

test('files go into the bucket and come back by range, figures tell of it, and no secret is logged', async () => {
  const { s3, server, read, metrics, logged } = await start();
  const created = await fetch(`${server.url}/rest/workflows`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(workflow),
  });
  expect(created.status).toBe(200);

  const form = new FormData();
  form.set('report', new File(['The whole report'], 'report.txt', { type: 'text/plain' }));
  const answer = await fetch(`${server.url}/webhook/file?token=canary`, { method: 'POST', body: form });
  expect(answer.status).toBe(200);
  const executionId = answer.headers.get('x-execution-id');
  const execution = await vi.waitFor(async () => {
    const found = await read<Execution>(`/rest/executions/${executionId}`);
    expect(found.finished).toBe(true);
    return found;
  }, 20_000);
  const { report } = execution.data.resultData.runData.Webhook![0]!.data!.main![0]![0]!.binary!;
  expect([...s3.objects.values()].map(({ bytes }) => bytes.toString())).toEqual(['The whole report']);

  const part = await fetch(`${server.url}/rest/data/${report!.id}`, { headers: { range: 'bytes=4-8' } });
  expect([part.status, await part.text()]).toEqual([206, 'whole']);

  const deleted = await fetch(`${server.url}/rest/executions/delete`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ids: [executionId] }),
  });
  expect(deleted.status).toBe(200);
  expect(s3.objects.size).toBe(0);

  const figures = await metrics();
  expect(figures).toContain('millrace_executions_ended_total{mode="webhook",status="success"} 1');
  expect(figures).toContain('millrace_webhook_answers_total{kind="production",status="200"} 1');
  expect(figures).toMatch(/millrace_executions_waiting 0\n/);
  expect(figures).not.toMatch(/canary|report|Takes a file/);
  expect((await fetch(`${server.url}/metrics`)).status).toBe(401);

  await server.close();
  expect(logged()).not.toContain('canary');
});

test('an instance is ready while it serves and its database answers', async () => {
  const { server } = await start();
  const answer = await fetch(`${server.url}/healthz/readiness`);
  expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok' }]);
});

test.each([
  [{ s3SecretKey: 'canary-wrong' }, 'does not accept the secret key'],
  [{ s3Bucket: 'no-such-bucket' }, 'The bucket in MILLRACE_S3_BUCKET does not exist'],
])('a bucket that cannot be used by these settings ends the start: %j', async (changes, message) => {
  await expect(start(changes)).rejects.toThrow(message);
});
