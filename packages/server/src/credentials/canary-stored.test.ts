import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { defaultConfig } from '../config.ts';
import type { Log } from '../platform/log.ts';
import { startServer } from '../server.ts';

const canary = 'canary-7d1f0c55-of-a-stored-secret';

/** A service that gives back whatever it was sent, and fails where it is asked to. */
const startEcho = async () => {
  const heard: string[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    heard.push(String(request.headers['x-key']));
    const status = request.url === '/fail' ? 500 : 200;
    response.writeHead(status, { 'content-type': 'application/json', 'x-echo': String(request.headers['x-key']) });
    response.end(JSON.stringify({ headers: request.headers, url: request.url }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { heard, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

/** Bytes of everything that the server has written. */
const readAll = async (folder: string): Promise<string> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return (await Promise.all(files.map((file) => readFile(file, 'latin1')))).join('\n');
};

test('a stored secret that is used, fails, is tested, changed and read is nowhere but where it is sent', async () => {
  const echo = await startEcho();
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'millrace-canary-'));
  onTestFinished(() => rm(dataFolder, { recursive: true, force: true }));
  const logged: unknown[] = [];
  const note = (details: object, message: string) => void logged.push(details, message);
  const log = { debug: note, info: note, warn: note, error: note } as Log;
  const server = await startServer({ ...defaultConfig(), port: 0, dataFolder, saveManualExecutions: true }, log);
  let isOpen = true;
  const close = async () => {
    if (isOpen) await server.close();
    isOpen = false;
  };
  onTestFinished(close);

  let traffic = '';
  const call = async (method: string, url: string, body?: object) => {
    const headers = { 'content-type': 'application/json', sessionid: 'canarysession' };
    const response = await fetch(`${server.url}/rest${url}`, { method, headers, body: body && JSON.stringify(body) });
    const text = await response.text();
    traffic += `${JSON.stringify([...response.headers])}\n${text}\n`;
    return JSON.parse(text).data;
  };
  const pushed = new AbortController();
  onTestFinished(() => pushed.abort());
  const stream = await fetch(`${server.url}/rest/push?sessionId=canarysession`, { signal: pushed.signal });
  void (async () => {
    for await (const chunk of stream.body!) traffic += Buffer.from(chunk).toString();
  })().catch(() => {});

  const data = { name: 'X-Key', value: canary };
  const { id } = await call('POST', '/credentials', { name: 'Canary', type: 'httpHeaderAuth', data });
  const node = (name: string, url: string) => ({
    name,
    type: 'core.httpRequest',
    typeVersion: 4.2,
    position: [200, 0],
    parameters: {
      url,
      authentication: 'genericCredentialType',
      genericAuthType: 'httpHeaderAuth',
      options: { response: { response: { fullResponse: true } } },
    },
    credentials: { httpHeaderAuth: { id, name: 'Canary' } },
  });
  const run = async (url: string) => {
    const start = { name: 'Start', type: 'core.manualTrigger', typeVersion: 1, position: [0, 0], parameters: {} };
    const connections = { Start: { main: [[{ node: 'Call', type: 'main', index: 0 }]] } };
    const workflow = await call('POST', '/workflows', {
      name: 'Canary',
      nodes: [start, node('Call', url)],
      connections,
    });
    const { executionId } = await call('POST', '/workflows/run', { workflowData: workflow });
    await vi.waitFor(
      async () => expect((await call('GET', `/executions/${executionId}`)).stoppedAt).toBeTruthy(),
      30_000,
    );
    await call('GET', `/workflows/${workflow.id}`);
  };
  await run(`${echo.url}/echo`);
  await run(`${echo.url}/fail`);
  expect(echo.heard).toEqual([canary, canary]);

  await call('GET', '/credentials');
  const shown = await call('GET', `/credentials/${id}?includeData=true`);
  await call('POST', '/credentials/test', { id, type: 'httpHeaderAuth', data: shown.data });
  await call('PATCH', `/credentials/${id}`, { name: 'Other', data: shown.data });
  await call('PATCH', `/credentials/${id}`, { data: { name: canary, value: 7 } });
  await call('GET', `/credentials/${id}/uses`);
  await call('GET', '/audit-events');
  await call('GET', '/credential-types');
  await close();

  expect(traffic).toContain('x-echo');
  // What was sent to be refused is not kept, and the log tells nothing of it.
  expect(traffic).not.toContain(canary);
  expect(JSON.stringify(logged)).not.toContain(canary);
  const stored = await readAll(dataFolder);
  expect(stored).toContain('httpHeaderAuth');
  for (const form of [canary, Buffer.from(canary).toString('base64').slice(0, -2), encodeURIComponent(canary)])
    expect(stored.includes(form)).toBe(false);
}, 60_000);
