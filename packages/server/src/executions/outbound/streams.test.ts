import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestCredentials } from '../../credentials/credentials.testing.ts';
import { createBinaryStore } from '../../platform/binary/index.ts';
import { silentLog } from '../../platform/log.ts';
import { createOutboundClient } from '../worker/outbound-client.ts';
import { createOutboundProcess } from './outbound-process.ts';

vi.setConfig({ testTimeout: 30_000 });

const createServed = async (handle: (request: IncomingMessage, response: ServerResponse) => void) => {
  const server = createServer(handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
};

const createOutbound = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'millrace-streams-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const none = { find: () => undefined };
  const { access } = createTestCredentials({ nodeTypes: none, reach: () => Promise.reject(new Error('Nobody asks')) });
  const outbound = createOutboundProcess({
    policy: { allowPrivateNetworks: true },
    binary: { storage: 'folder', folder },
    credentials: access,
    log: silentLog,
  });
  onTestFinished(() => outbound.close());
  const createClient = () => {
    const client = createOutboundClient(() => void outbound.reach('token').then(client.reachAt));
    onTestFinished(() => client.close());
    return client;
  };
  return { client: createClient(), createClient, files: createBinaryStore(folder) };
};

const readAll = async (chunks: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const list: Uint8Array[] = [];
  for await (const chunk of chunks) list.push(chunk);
  return Buffer.concat(list);
};

const bytesOf = (size: number): Buffer => Buffer.from(Uint8Array.from({ length: size }, (_, index) => index % 251));

const get = (url: string) => ({ method: 'GET', url });
const key = { executionId: 1, position: 0, name: 'a' };

test('an answer is read while it comes', async () => {
  let answer: ServerResponse | undefined;
  const url = await createServed((_, response) => {
    answer = response;
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('one');
  });
  const { client } = await createOutbound();
  const { status, headers, body } = await client.streamed(get(url), undefined, 1);
  expect([status, headers['content-type']]).toEqual([200, 'text/event-stream']);
  const reader = body[Symbol.asyncIterator]();
  expect(Buffer.from((await reader.next()).value as Uint8Array).toString()).toBe('one');
  answer?.end('two');
  expect(Buffer.from((await reader.next()).value as Uint8Array).toString()).toBe('two');
  expect((await reader.next()).done).toBe(true);
});

test('one that is much larger than what may be under way comes whole, packed or not', async () => {
  const whole = bytesOf(5_000_000);
  const packed = gzipSync(whole);
  const url = await createServed((request, response) => {
    if (request.url === '/packed') response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed);
    else response.end(whole);
  });
  const { client } = await createOutbound();
  for (const address of [url, `${url}packed`]) {
    const { headers, body } = await client.streamed(get(address), undefined, 1);
    expect(headers['content-encoding']).toBeUndefined();
    expect((await readAll(body)).equals(whole)).toBe(true);
  }
});

test('the service waits for whoever reads: no more than a window is under way', async () => {
  let sent = 0;
  const piece = Buffer.alloc(65_536);
  const url = await createServed(async (request, response) => {
    for (let count = 0; count < 1000 && !request.destroyed; count++) {
      sent += piece.length;
      if (!response.write(piece)) await once(response, 'drain').catch(() => {});
    }
    response.end();
  });
  const { client } = await createOutbound();
  const { body } = await client.streamed(get(url), undefined, 1);
  const reader = body[Symbol.asyncIterator]();
  await reader.next();
  let before = -1;
  await expect
    .poll(
      () => {
        const hasStopped = sent === before;
        before = sent;
        return hasStopped;
      },
      { timeout: 10_000, interval: 250 },
    )
    .toBe(true);
  expect(sent).toBeGreaterThan(1_000_000);
  // The buffers of sockets and streams on the way hold a few megabytes besides.
  expect(sent).toBeLessThan(30_000_000);
  let size = 0;
  for (let next = await reader.next(); !next.done; next = await reader.next()) size += next.value.length;
  expect(size).toBeGreaterThan(64_000_000);
});

test('a body that breaks off, and a packed one that is damaged, are told while they are read', async () => {
  const url = await createServed((request, response) => {
    if (request.url === '/damaged') response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip');
    else {
      response.writeHead(200, { 'content-length': '100' }).write('half');
      response.socket?.end();
    }
  });
  const { client } = await createOutbound();
  const broken = await client.streamed(get(url), undefined, 1);
  await expect(readAll(broken.body)).rejects.toMatchObject({ name: 'RequestError' });
  const damaged = await client.streamed(get(`${url}damaged`), undefined, 1);
  await expect(readAll(damaged.body)).rejects.toThrow('could not be unpacked');
});

test('whoever leaves an answer, or aborts, ends the exchange', async () => {
  const closed: Promise<unknown>[] = [];
  const url = await createServed((request, response) => {
    closed.push(once(response, 'close'));
    request.on('error', () => {});
    response.write('begun');
  });
  const { client } = await createOutbound();
  const first = await client.streamed(get(url), undefined, 1);
  for await (const _ of first.body) break;
  await closed[0];
  const abort = new AbortController();
  const second = await client.streamed({ ...get(url), signal: abort.signal }, undefined, 1);
  const reading = expect(readAll(second.body)).rejects.toThrow('enough');
  abort.abort(new Error('enough'));
  await reading;
  await closed[1];
});

test('a body goes out piece by piece, and one that fails half way is no request', async () => {
  const received: string[] = [];
  const url = await createServed(async (request, response) => {
    try {
      received.push((await readAll(request)).toString());
      response.end('done');
    } catch {
      received.push('broken');
    }
  });
  const { client } = await createOutbound();
  async function* pieces() {
    yield Buffer.from('one ');
    yield Buffer.from('two');
  }
  const answer = await client.request({ method: 'POST', url, body: pieces() }, undefined, 1);
  expect(Buffer.from(answer.body).toString()).toBe('done');
  async function* failing() {
    yield Buffer.alloc(200_000, 'x');
    throw new Error('The source is dry');
  }
  await expect(client.request({ method: 'POST', url, body: failing() }, undefined, 1)).rejects.toThrow('is dry');
  await expect.poll(() => received).toEqual(['one two', 'broken']);
});

test('a file goes from where it lies, with its length, and again after a redirect', async () => {
  const { client, files } = await createOutbound();
  const content = bytesOf(3_000_000);
  const file = await files.write('1', content, { fileName: 'a.bin' });
  const seen: [string | undefined, number, boolean][] = [];
  const url = await createServed(async (request, response) => {
    const body = await readAll(request);
    seen.push([request.headers['content-length'], body.length, body.equals(content)]);
    if (request.url === '/') response.writeHead(307, { location: '/there' }).end();
    else response.end();
  });
  await client.request({ method: 'PUT', url, body: { file } }, undefined, 1);
  expect(seen).toEqual([
    ['3000000', 3_000_000, true],
    ['3000000', 3_000_000, true],
  ]);
  const gone = { ...file, id: `1/${crypto.randomUUID()}` };
  await expect(client.request({ method: 'PUT', url, body: { file: gone } }, undefined, 1)).rejects.toThrow();
});

test('texts and files are sent one after another, with the length of all, and again where an answer asks for that', async () => {
  const { client, files } = await createOutbound();
  const content = bytesOf(3_000_000);
  const file = await files.write('1', content, {});
  const small = { data: Buffer.from('within').toString('base64'), mimeType: 'text/plain' };
  const expected = Buffer.concat([Buffer.from('ä--'), content, Buffer.from('within--')]);
  const seen: unknown[] = [];
  const url = await createServed(async (request, response) => {
    const body = await readAll(request);
    seen.push([request.headers['content-length'], body.equals(expected)]);
    if (request.url === '/') response.writeHead(307, { location: '/there' }).end();
    else response.end();
  });
  const body = { parts: ['ä--', { file }, { file: small }, '--'] };
  await client.request({ method: 'POST', url, body }, undefined, 1);
  expect(seen).toEqual([
    [String(expected.length), true],
    [String(expected.length), true],
  ]);
});

test('a stream is not sent a second time', async () => {
  const url = await createServed(async (request, response) => {
    await readAll(request);
    response.writeHead(307, { location: '/there' }).end();
  });
  const { client } = await createOutbound();
  async function* pieces() {
    yield Buffer.from('once');
  }
  await expect(client.request({ method: 'POST', url, body: pieces() }, undefined, 1)).rejects.toThrow(
    'wants the request once more',
  );
});

test('a streamed answer is given once: whoever asks again after the loss of a worker is told so', async () => {
  let count = 0;
  const url = await createServed((_, response) => {
    count++;
    response.end('an answer');
  });
  const { client, createClient } = await createOutbound();
  const { body } = await client.streamed(get(url), key, 1);
  expect((await readAll(body)).toString()).toBe('an answer');
  await expect(createClient().streamed(get(url), key, 1)).rejects.toThrow('was not kept');
  expect(count).toBe(1);
});

test('a body whose request fails is left, and its source is told', async () => {
  const { client } = await createOutbound();
  const left = Promise.withResolvers<void>();
  async function* endless() {
    try {
      for (;;) yield Buffer.alloc(65_536);
    } finally {
      left.resolve();
    }
  }
  const refused = { method: 'POST', url: 'http://127.0.0.1:1/', body: endless() };
  await expect(client.request(refused, undefined, 1)).rejects.toMatchObject({ name: 'RequestError' });
  await left.promise;
});

test('an answer that is packed too often ends its connection', async () => {
  const closed = Promise.withResolvers<void>();
  const url = await createServed((_, response) => {
    response.socket?.once('close', () => closed.resolve());
    response.writeHead(200, { 'content-encoding': 'gzip, gzip, gzip, gzip' }).write(bytesOf(1000));
  });
  const { client } = await createOutbound();
  await expect(client.streamed(get(url), undefined, 1)).rejects.toThrow('packed too many times');
  await closed.promise;
});
