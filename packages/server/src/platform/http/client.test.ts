import type { ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { client, echo, failure, get, listen, serve, text } from './http.testing.ts';
import { selfSigned } from './self-signed.testing.ts';

describe('an exchange', () => {
  it('sends method, headers and body, and gives status, headers and bytes', async () => {
    const url = await serve((request, response) => {
      response.writeHead(201, 'Made', { 'set-cookie': ['a=1', 'b=2'], 'X-Kind': 'echo' });
      request.pipe(response);
    });
    const answer = await client()({ method: 'post', url, headers: { 'Content-Type': 'text/plain' }, body: 'grüße' });
    expect(answer).toMatchObject({ status: 201, statusText: 'Made' });
    expect(answer.headers).toMatchObject({ 'set-cookie': ['a=1', 'b=2'], 'x-kind': 'echo' });
    expect(text(answer.body)).toBe('grüße');
  });

  it('leaves the headers of the transport to the transport', async () => {
    const url = await serve(echo);
    const answer = await client()({
      method: 'POST',
      url,
      headers: { 'Content-Length': '9999', Connection: 'upgrade', 'Transfer-Encoding': 'chunked', 'X-Mine': 'yes' },
      body: 'ok',
    });
    const got = JSON.parse(text(answer.body));
    expect(got.headers).toMatchObject({ 'content-length': '2', 'x-mine': 'yes', 'user-agent': 'Millrace' });
    expect(got.headers['transfer-encoding']).toBeUndefined();
  });

  it('turns user info in the address into basic authorization', async () => {
    const url = await serve(echo);
    const answer = await client()(get(url.replace('//', '//us%40er:pa%3Ass@')));
    expect(JSON.parse(text(answer.body)).headers.authorization).toBe(
      `Basic ${Buffer.from('us@er:pa:ss').toString('base64')}`,
    );
  });

  it('gives an answer of any status', async () => {
    const url = await serve((_, response) => response.writeHead(503).end('later'));
    expect((await client()(get(url))).status).toBe(503);
  });

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
    ['gzip, br', (bytes) => brotliCompressSync(gzipSync(bytes))],
    ['unheard-of', (bytes) => bytes],
  ])('unpacks %s', async (encoding, pack) => {
    const url = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(pack(Buffer.from('some words'))),
    );
    const answer = await client()(get(url));
    expect(text(answer.body)).toBe('some words');
    expect(answer.headers['content-encoding']).toBe(encoding === 'unheard-of' ? encoding : undefined);
  });
});

describe('limits', () => {
  it('refuses a body beyond the cap, declared or not', async () => {
    const url = await serve((request, response) => {
      if (request.url === '/declared') response.writeHead(200, { 'content-length': '2000' });
      response.end(Buffer.alloc(2000));
    });
    const small = client({ maxBodyBytes: 1000 });
    expect((await failure(small(get(`${url}/declared`)))).code).toBe('tooLarge');
    expect((await failure(small(get(`${url}/chunked`)))).code).toBe('tooLarge');
  });

  it('refuses a body that unpacks out of proportion', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const url = await serve((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb));
    const error = await failure(client()(get(url)));
    expect(error).toMatchObject({ code: 'tooLarge', message: 'The answer unpacks to more than is accepted' });
  });

  it('says so when a packed body is damaged', async () => {
    const url = await serve((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip'));
    expect((await failure(client()(get(url)))).code).toBe('unreadableAnswer');
  });

  it('ends an exchange whose body never ends', async () => {
    const url = await serve((_, response) => {
      response.write('begun');
    });
    const error = await failure(client()(get(url, { timeout: 50 })));
    expect(error.code).toBe('timedOut');
    expect(error.message).toMatch(/^127\.0\.0\.1:\d+ did not answer in time$/);
  });

  it('stops at once when the signal aborts, before and during', async () => {
    const stop = new AbortController();
    const reason = new Error('stopped by the user');
    const url = await serve(() => stop.abort(reason));
    expect(await failure(client()(get(url, { signal: stop.signal })))).toBe(reason);
    expect(await failure(client()(get(url, { signal: stop.signal })))).toBe(reason);
  });
});

describe('a proxy', () => {
  it('gets the whole address', async () => {
    const proxy = await serve((request, response) => response.end(`asked for ${request.url}`));
    const answer = await client({ resolve: async () => [{ address: '127.0.0.1', family: 4 }] })(
      get('http://target.test/a?b=c', { proxy }),
    );
    expect(text(answer.body)).toBe('asked for http://target.test/a?b=c');
  });
});

describe('failures of the transport', () => {
  it('a host that does not exist', async () => {
    const lost = client({
      resolve: async () => {
        throw Object.assign(new Error('getaddrinfo ENOTFOUND nowhere.invalid'), { code: 'ENOTFOUND' });
      },
    });
    expect(await failure(lost(get('http://nowhere.invalid/secret?key=1')))).toMatchObject({
      code: 'hostNotFound',
      message: 'The host nowhere.invalid could not be found',
    });
  });

  it('a port where nothing listens', async () => {
    const server = createTcpServer();
    const port = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    const error = await failure(client()(get(`http://127.0.0.1:${port}/`)));
    expect(error).toMatchObject({
      code: 'connectionRefused',
      message: `127.0.0.1:${port} refused the connection`,
      context: { code: 'connectionRefused' },
    });
  });

  it('a server that hangs up, and one that speaks something else', async () => {
    const rude = await listen(createTcpServer((socket) => socket.once('data', () => socket.destroy())));
    expect((await failure(client()(get(`http://127.0.0.1:${rude}/`)))).code).toBe('connectionLost');
    const other = await listen(createTcpServer((socket) => socket.resume().end('220 mail.example ESMTP\r\n')));
    expect((await failure(client()(get(`http://127.0.0.1:${other}/`)))).code).toBe('unreadableAnswer');
  });

  it('a certificate that no one vouches for, unless that is allowed', async () => {
    const secure = createTlsServer(selfSigned, (_, response) => response.end('hidden'));
    const url = `https://127.0.0.1:${await listen(secure)}/`;
    const both = client();
    const error = await failure(both(get(url)));
    expect(error.code).toBe('certificate');
    expect(error.description).toContain('DEPTH_ZERO_SELF_SIGNED_CERT');
    expect(text((await both(get(url, { allowUnauthorizedCerts: true }))).body)).toBe('hidden');
    expect((await failure(both(get(url)))).code).toBe('certificate');
  });

  it('headers that cannot be sent', async () => {
    const url = await serve(echo);
    expect((await failure(client()(get(url, { headers: { 'x-a': 'b\r\nx-c: d' } })))).code).toBe('invalidRequest');
    expect((await failure(client()(get(url, { headers: { 'bad name': 'x' } })))).code).toBe('invalidRequest');
  });
});

describe('an answer that is streamed', () => {
  afterEach(() => void vi.useRealTimers());

  const open = async (handler: (response: ServerResponse) => void) => {
    const url = await serve((_, response) => handler(response));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { body } = await client().streamed(get(url, { timeout: 60_000 }));
    return body[Symbol.asyncIterator]();
  };

  it('has no limit of time for whoever reads it', async () => {
    const reader = await open((response) => {
      response.write('one');
      setImmediate(() => response.end('two'));
    });
    await reader.next();
    vi.advanceTimersByTime(600_000);
    let text = '';
    for (let next = await reader.next(); !next.done; next = await reader.next()) text += Buffer.from(next.value);
    expect(text).toBe('two');
  });

  it('has one for each pause of the service', async () => {
    const reader = await open((response) => void response.write('one'));
    await reader.next();
    const next = expect(reader.next()).rejects.toThrow('did not answer in time');
    await vi.advanceTimersByTimeAsync(61_000);
    await next;
  });
});
