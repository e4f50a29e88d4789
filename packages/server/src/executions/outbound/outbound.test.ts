import { once } from 'node:events';
import pino from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestCredentials } from '../../credentials/credentials.testing.ts';
import { createOutboundClient } from '../worker/outbound-client.ts';
import { createExchanges } from './exchanges.ts';
import { createOutboundProcess } from './outbound-process.ts';
import { createService } from './service.testing.ts';

vi.setConfig({ testTimeout: 30_000 });

const createOutbound = () => {
  const none = { find: () => undefined };
  const { access } = createTestCredentials({ nodeTypes: none, reach: () => Promise.reject(new Error('Nobody asks')) });
  const outbound = createOutboundProcess({
    policy: { allowPrivateNetworks: true },
    binary: { storage: 'folder', folder: '/nonexistent' },
    credentials: access,
    log: pino({ level: 'silent' }),
  });
  onTestFinished(() => outbound.close());
  const createClient = () => {
    const client = createOutboundClient(() => void outbound.reach('token').then(client.reachAt));
    onTestFinished(() => client.close());
    return client;
  };
  return { outbound, createClient };
};

const textOf = ({ body }: { body: Uint8Array }) => Buffer.from(body).toString();
const key = { executionId: 1, position: 3, name: '3:0:post:0' };

test('a request goes out with its body, and its answer comes back as it is', async () => {
  const service = await createService();
  const client = createOutbound().createClient();
  const asked = client.request({ method: 'POST', url: service.url, body: 'sent', headers: { 'x-a': 'b' } }, key, 1);
  const { request, body, answer } = await service.until(1);
  expect([request.method, request.headers['x-a'], body]).toEqual(['POST', 'b', 'sent']);
  answer.writeHead(418, { 'x-c': 'd' }).end('teapot');
  const { status, headers, ...rest } = await asked;
  expect([status, headers['x-c'], textOf(rest)]).toEqual([418, 'd', 'teapot']);
});

test('a request whose worker is lost is made once, and whoever asks with its key gets the answer', async () => {
  const service = await createService();
  const { createClient } = createOutbound();
  const [first, second] = [createClient(), createClient()];
  const what = { method: 'POST', url: service.url, body: 'once' };
  const lost = expect(first.request(what, key, 1)).rejects.toThrow('has ended');
  const { answer } = await service.until(1);
  first.close();
  await lost;
  const asked = second.request(what, key, 1);
  answer.end('done');
  expect(textOf(await asked)).toBe('done');
  expect(textOf(await second.request(what, key, 1))).toBe('done');
  second.forget(key.executionId, 3);
  expect(textOf(await second.request(what, key, 1))).toBe('done');
  second.forget(key.executionId, 4);
  const again = second.request(what, key, 1);
  (await service.until(2)).answer.end('again');
  expect(textOf(await again)).toBe('again');
});

test('a request that may be made again ends with its worker', async () => {
  const service = await createService();
  const client = createOutbound().createClient();
  const lost = expect(client.request({ method: 'GET', url: service.url }, undefined, 1)).rejects.toThrow('has ended');
  const { request } = await service.until(1);
  const closed = once(request.socket, 'close');
  client.close();
  await Promise.all([lost, closed]);
});

test('a stop ends a request wherever it is', async () => {
  const service = await createService();
  const client = createOutbound().createClient();
  const stop = new AbortController();
  const stopped = expect(
    client.request({ method: 'POST', url: service.url, signal: stop.signal }, key, 1),
  ).rejects.toThrow('stopped by the user');
  const { request } = await service.until(1);
  const closed = once(request.socket, 'close');
  stop.abort(new Error('stopped by the user'));
  await Promise.all([stopped, closed]);
});

test('failures come back with their code and what helps', async () => {
  const client = createOutbound().createClient();
  const failure = await client
    .request({ method: 'GET', url: 'ftp://example.org/' }, undefined, 1)
    .catch((error) => error);
  expect(failure).toMatchObject({ code: 'invalidRequest', description: 'Use http:// or https://.' });
});

test('where a client of another protocol connects is looked up once and judged like requests are', async () => {
  const { outbound, createClient } = createOutbound();
  const client = createClient();
  expect(await client.reach({ host: '127.1', port: 25 }, 1)).toBe('127.0.0.1');
  const refused = await client.reach({ host: '169.254.169.254', port: 25 }, 1).catch((error) => error);
  expect(refused).toMatchObject({
    code: 'refusedAddress',
    message: 'Connections to 169.254.169.254 are not allowed',
    description: expect.stringContaining('metadata service'),
  });
  process.kill(outbound.pid() as number, 'SIGKILL');
  expect(await client.reach({ host: '127.0.0.1', port: 25 }, 1)).toBe('127.0.0.1');
});

test('an outbound process that has ended is told to who waits, and started again for who asks next', async () => {
  const service = await createService();
  const { outbound, createClient } = createOutbound();
  const client = createClient();
  const lost = expect(client.request({ method: 'POST', url: service.url }, key, 1)).rejects.toThrow('has ended');
  await service.until(1);
  expect(outbound.generation()).toBe(0);
  process.kill(outbound.pid() as number, 'SIGKILL');
  await lost;
  const again = client.request({ method: 'POST', url: service.url }, key, 1);
  (await service.until(2)).answer.end('again');
  expect(textOf(await again)).toBe('again');
  expect(outbound.generation()).toBe(1);
});

test('an answer that was not kept is not asked for a second time', async () => {
  let now = 0;
  let count = 0;
  const send = async () => ({ status: 200, statusText: '', headers: {}, body: new Uint8Array(++count) });
  const streamed = () => Promise.reject(new Error('Not asked for'));
  const exchanges = createExchanges({ send, streamed }, () => now);
  const what = { method: 'POST', url: 'http://example.org/' };
  const ask = (name: string) =>
    exchanges.request(what, { executionId: 1, position: 0, name }, new AbortController().signal);
  await ask('a');
  now = 700_000;
  await ask('b');
  await expect(ask('a')).rejects.toThrow('was not kept');
  expect((await ask('b')).body).toHaveLength(2);
  expect(count).toBe(2);
});
