import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CredentialTypeDescription, credentialPlaceholder } from '@millrace/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../db/postgres-server.testing.ts';
import { temporaryFolder } from '../db/testing.ts';
import { selfSigned } from '../platform/http/self-signed.testing.ts';
import { canary, clients, forms, parrot } from './hostile-servers.testing.ts';

// A whole server starts here, and is asked some hundred times.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

const listen = async (server: Server): Promise<number> => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
};

/** A service that tells whoever comes all that it was told, and fails where it is asked to; and a proxy, behind which every service is one whose certificate nobody knows. */
const startServices = async () => {
  const echo = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const { url, headers } = request;
      response.writeHead(url?.includes('ok') ? 200 : 401, { 'content-type': 'application/json', 'x-echo': url });
      response.end(JSON.stringify({ url, headers, body: Buffer.concat(pieces).toString() }));
    });
  });
  const port = await listen(echo);
  const unknown = await listen(createTlsServer(selfSigned, (_request, response) => response.end()));
  const proxy = createServer();
  proxy.on('connect', (_request, socket) => {
    const through = connect(unknown, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(through).pipe(socket);
    });
    for (const end of [socket, through]) end.on('error', () => {});
  });
  return { url: `http://127.0.0.1:${port}`, proxy: `http://127.0.0.1:${await listen(proxy)}` };
};

/** Every field of a type, each secret one the canary. */
const fill = ({ properties }: CredentialTypeDescription, url: string) =>
  Object.fromEntries(
    properties.flatMap(({ name, type, default: initial, typeOptions }): [string, unknown][] => {
      if (type === 'hidden' || type === 'notice') return [];
      if (type === 'json') return [[name, JSON.stringify({ headers: { 'X-Key': canary }, qs: { key: canary } })]];
      if (typeOptions?.password) return [[name, canary]];
      if (type !== 'string') return [[name, initial]];
      if (/ur[il]|endpoint|server/i.test(name)) return [[name, url]];
      return [[name, /host/i.test(name) && !/key/i.test(name) ? '127.0.0.1' : String(initial || 'ada')]];
    }),
  );

const node = (name: string, type: string, typeVersion: number, parameters: object, more: object = {}) => ({
  name,
  type,
  typeVersion,
  position: [0, 0],
  parameters,
  ...more,
});

/** Types that sign no requests, and what uses them. Others are used by the nodes of `clients`. */
const others: Record<string, ReturnType<typeof node>> = {
  jwtAuth: node('Use', 'core.jwt', 1, { operation: 'sign', claimsJson: '{}', useJson: true }),
  crypto: node('Use', 'core.crypto', 2, { action: 'hmac', value: 'x' }),
  totpApi: node('Use', 'core.totp', 1, {}),
  sshPrivateKey: node('Use', 'core.ssh', 1, { authentication: 'privateKey', command: 'true' }),
};

test('a secret of no credential type is in any log, row, answer or message, whatever fails with it', async () => {
  const services = await startServices();
  const folder = await temporaryFolder();
  const port = await freePort();
  const server = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      MILLRACE_DATA: folder,
      MILLRACE_PORT: String(port),
      MILLRACE_LOG_LEVEL: 'debug',
      MILLRACE_PROXY: services.proxy,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const gone = new Promise((resolve) => server.once('exit', resolve));
  onTestFinished(async () => {
    server.kill('SIGTERM');
    await gone;
  }, 60_000);
  let printed = '';
  const ready = Promise.withResolvers<void>();
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (text) => {
      printed += text;
      if (printed.includes('ready at')) ready.resolve();
    });
  await ready.promise;

  let traffic = '';
  const rest = `http://localhost:${port}/rest`;
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${rest}${path}`, {
      method,
      headers: { 'content-type': 'application/json', sessionid: 'canarysession' },
      body: body && JSON.stringify(body),
    });
    const text = await response.text();
    traffic += `${method} ${path} ${JSON.stringify([...response.headers])}\n${text}\n`;
    return JSON.parse(text);
  };
  await call('POST', '/owner/skip-setup');
  const pushed = new AbortController();
  const stream = await fetch(`${rest}/push?sessionId=canarysession`, { signal: pushed.signal });
  const heard = (async () => {
    for await (const chunk of stream.body!) traffic += Buffer.from(chunk).toString();
  })().catch(() => {});

  const closed = await freePort();
  const types: CredentialTypeDescription[] = (await call('GET', '/credential-types')).data;
  const used: string[] = [];
  const run = async (type: string, id: string, use: ReturnType<typeof node>) => {
    const start = node('Start', 'core.manualTrigger', 1, {});
    const workflowData = {
      name: type,
      nodes: [start, { ...use, credentials: { [type]: { id, name: type } } }],
      connections: { Start: { main: [[{ node: use.name, type: 'main', index: 0 }]] } },
      settings: { saveManualExecutions: true },
    };
    const { data, message } = await call('POST', '/workflows/run', { workflowData });
    expect([type, message]).toEqual([type, undefined]);
    used.push(data.executionId);
  };
  const test = (id: string, type: string, data: object) =>
    call('POST', '/credentials/test', { credentials: { id, name: type, type, data } });

  for (const type of types) {
    const client = clients.find(({ credential }) => credential === type.name);
    // Twice: where nobody listens, and where whoever listens repeats what it hears.
    for (const place of ['closed', 'hostile'] as const) {
      const url = place === 'closed' ? `http://127.0.0.1:${closed}` : services.url;
      const ofClient = client?.data(place === 'closed' ? closed : await parrot(client.talk));
      const data = { ...fill(type, url), ...ofClient };
      const { data: created, message } = await call('POST', '/credentials', { name: type.name, type: type.name, data });
      expect([type.name, message]).toEqual([type.name, undefined]);
      const { id } = created;
      const { data: read } = await call('GET', `/credentials/${id}?includeData=true`);
      await test(id, type.name, read.data);
      await call('PATCH', `/credentials/${id}`, { name: `${type.name} again`, data: read.data });
      if (type.authenticate?.type === 'oAuth2') await call('GET', `/oauth2-credential/auth?id=${id}`);
      if (type.authenticate?.type === 'oAuth1') await call('GET', `/oauth1-credential/auth?id=${id}`);
      const generic = /^(http|oAuth[12]Api$)/.test(type.name);
      const by = generic
        ? { authentication: 'genericCredentialType', genericAuthType: type.name }
        : { authentication: 'predefinedCredentialType', nodeCredentialType: type.name };
      if (type.authenticate)
        for (const path of ['/ok', '/fails'])
          await run(type.name, id, node('Use', 'core.httpRequest', 4.2, { url: `${url}${path}`, ...by }));
      else if (client) await run(type.name, id, { ...node('Use', '', 1, {}), ...client.node });
      else if (others[type.name]) await run(type.name, id, others[type.name]!);
    }
    expect(JSON.stringify(await call('GET', '/credentials'))).toContain(type.name);
  }
  expect(JSON.stringify(await call('GET', '/credentials/1?includeData=true'))).toContain(credentialPlaceholder);

  for (const id of used)
    await expect
      .poll(async () => (await call('GET', `/executions/${id}`)).data.stoppedAt, { timeout: 60_000 })
      .toBeTruthy();
  for (const path of ['/executions', '/audit-events', '/settings', '/node-types']) await call('GET', path);
  pushed.abort();
  await heard;
  server.kill('SIGTERM');
  await gone;

  const places: Record<string, string> = { log: printed, traffic };
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) places[entry.name] = await readFile(join(entry.parentPath, entry.name), 'latin1');
  expect(used.length).toBeGreaterThan(types.length);
  expect(traffic).toContain('refused the connection');
  expect(traffic).toContain('certificate');
  expect(traffic).toContain('***');
  for (const [place, text] of Object.entries(places))
    for (const form of forms) {
      const at = text.indexOf(form);
      expect([place, at < 0 ? '' : text.slice(Math.max(0, at - 300), at + 60)]).toEqual([place, '']);
    }
});
