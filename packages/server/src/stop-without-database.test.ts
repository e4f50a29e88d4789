import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createMillraceProcess } from './chaos/processes.testing.ts';
import { chaosWorkflows } from './chaos/workflows.testing.ts';
import { freePort, startPostgresServer } from './db/postgres-server.testing.ts';

/** An address that takes calls and never answers them. */
const startSilent = async () => {
  const called = Promise.withResolvers<void>();
  const server = createServer(() => called.resolve());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, called: called.promise };
};

test('a server stops in time on SIGTERM while its database is away, and after it came back', {
  timeout: 120_000,
}, async () => {
  const postgres = await startPostgresServer();
  onTestFinished(() => postgres.stop());
  await postgres.createDatabase('stopping');
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'millrace-stopping-'));
  onTestFinished(() => rm(dataFolder, { recursive: true, force: true }));
  const port = await freePort();
  const millrace = createMillraceProcess({
    name: 'server',
    args: [],
    env: {
      MILLRACE_DATABASE_URL: `${postgres.url}stopping`,
      MILLRACE_DATA: dataFolder,
      MILLRACE_PORT: String(port),
      MILLRACE_SHUTDOWN_GRACE: '1',
    },
  });
  onTestFinished(async () => millrace.kill());
  const silent = await startSilent();
  const post = async (to: string, body: object) =>
    fetch(`http://127.0.0.1:${port}${to}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  await millrace.start();
  const { effect } = chaosWorkflows(silent.url);
  expect((await post('/rest/workflows', effect)).status).toBe(200);
  expect((await post('/webhook/effect', { id: 'a' })).status).toBe(200);
  await silent.called;
  await postgres.halt();
  expect(await millrace.stop()).toBe(0);

  await postgres.start();
  await millrace.start();
  expect((await post('/webhook/effect', { id: 'b' })).status).toBe(200);
  await postgres.restart();
  expect(await millrace.stop()).toBe(0);
});
