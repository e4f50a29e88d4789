import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { answeringWorkflow } from './answering-workflow.testing.ts';
import { type Config, defaultConfig } from './config.ts';
import { createTestPostgres } from './db/testing.ts';
import { silentLog } from './platform/log.ts';
import { FolderNotSharedError } from './processes/shared-folder.ts';
import { startServer, startWorker } from './server.ts';

// Whole processes start here, on machines that may be busy with other tests.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const temporaryFolder = async (): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'millrace-roles-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

const setUp = async () => {
  const databaseUrl = await createTestPostgres();
  const dataFolder = await temporaryFolder();
  const config: Config = { ...defaultConfig(), port: 0, databaseUrl, dataFolder, concurrency: 5, shutdownGrace: 2 };
  const running = <T extends { close(): Promise<void> }>(started: T): T => {
    onTestFinished(() => started.close());
    return started;
  };
  return {
    config,
    startWeb: async (more: Partial<Config> = {}) =>
      running(await startServer({ ...config, ...more }, silentLog, 'web')),
    startWorker: async (more: Partial<Config> = {}) => running(await startWorker({ ...config, ...more }, silentLog)),
  };
};

const hello = (path: string) => answeringWorkflow(path, '=Hello {{ $json.query.name }}');

const post = (url: string, body: object, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

test('webs serve and workers execute: every web answers at once for a workflow that one has activated', async () => {
  const { startWeb, startWorker: startOneWorker } = await setUp();
  const [one, two] = [await startWeb(), await startWeb()];
  await startOneWorker();
  expect((await post(`${one.url}/rest/workflows`, { ...hello('hello'), active: true })).status).toBe(200);
  for (const { url } of [two, one]) {
    const answer = await fetch(`${url}/webhook/hello?name=${url}`);
    expect(await answer.text()).toBe(`Hello ${url}`);
  }
  expect(one.workerPids()).toEqual([]);
});

test('an editor at one web sees a run that a test call to another web has started', async () => {
  const { startWeb, startWorker: startOneWorker } = await setUp();
  const [one, two] = [await startWeb(), await startWeb()];
  await startOneWorker();
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  const stream = await fetch(`${one.url}/rest/push?sessionId=tab`, { signal: ending.signal });
  const run = await post(`${one.url}/rest/workflows/run`, { workflowData: hello('try') }, { sessionid: 'tab' });
  expect(await run.json()).toMatchObject({ data: { waitingForWebhook: true } });
  expect(await (await fetch(`${two.url}/webhook-test/try?name=you`)).text()).toBe('Hello you');
  let seen = '';
  for await (const chunk of stream.body!.pipeThrough(new TextDecoderStream())) {
    seen += chunk;
    if (seen.includes('executionFinished')) break;
  }
  expect(seen).toContain('"type":"testWebhookReceived"');
  expect(seen).toContain('"nodeName":"Answer"');
  expect((await fetch(`${two.url}/webhook-test/try`)).status).toBe(404);
});

test('calls are refused with 503 when more runs wait for workers than may', async () => {
  const { startWeb } = await setUp();
  const web = await startWeb({ queueLimit: 2 });
  const started = { ...hello('full'), active: true };
  started.nodes[0]!.parameters = { path: 'full', responseMode: 'onReceived' };
  await post(`${web.url}/rest/workflows`, started);
  const answers = await Promise.all(Array.from({ length: 2 }, () => fetch(`${web.url}/webhook/full`)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const refused = await fetch(`${web.url}/webhook/full`);
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('2');
});

test('a worker whose folder of files is not that of the others does not start', async () => {
  const { startWeb, startWorker: startOneWorker } = await setUp();
  await startWeb();
  await expect(startOneWorker({ dataFolder: await temporaryFolder() })).rejects.toThrow(FolderNotSharedError);
});

test('what cannot be is refused plainly, by the program itself', async () => {
  const main = fileURLToPath(new URL('./main.ts', import.meta.url));
  const run = async (...args: string[]) => {
    const env = { PATH: process.env.PATH, MILLRACE_DATA: await temporaryFolder() };
    const child = spawn(process.execPath, [main, ...args], { env });
    const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    return { output, errors, code };
  };
  expect(await run('web')).toEqual({ output: '', errors: expect.stringContaining('MILLRACE_DATABASE_URL'), code: 1 });
  expect(await run('fly')).toEqual({ output: '', errors: expect.stringContaining('no command "fly"'), code: 1 });
  expect(await run('--help')).toEqual({ output: expect.stringContaining('millrace worker'), errors: '', code: 0 });
});

test('who signs in at one web is known to the other, and signing out there ends its event stream here', async () => {
  const { startWeb } = await setUp();
  const [one, two] = [await startWeb(), await startWeb()];
  const owner = { email: 'olga@example.com', firstName: 'Olga', lastName: 'Owner', password: 'Millrace1' };
  const signedUp = await post(`${one.url}/rest/owner`, owner);
  const cookie = signedUp.headers.get('set-cookie')!.split(';')[0]!;
  const me = (url: string) => fetch(`${url}/rest/me`, { headers: { cookie } });
  expect((await me(two.url)).status).toBe(200);
  expect((await fetch(`${two.url}/rest/me`)).status).toBe(401);
  const stream = await fetch(`${one.url}/rest/push?sessionId=tab`, { headers: { cookie } });
  expect(stream.status).toBe(200);
  const ended = text(stream.body!).catch(() => 'ended');
  expect((await post(`${two.url}/rest/logout`, {}, { cookie })).status).toBe(200);
  expect((await me(one.url)).status).toBe(401);
  expect(await ended).toBe('ended');
});
