import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import type { HttpRequest } from '@millrace/engine/node-api';
import { afterEach, describe, expect, it } from 'vitest';
import { createHttpClient, type HttpClient, type HttpPolicy } from './client.ts';
import type { RequestError } from './request-error.ts';
import { selfSigned } from './self-signed.testing.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const listen = async (server: Server | TcpServer): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  );
  return (server.address() as AddressInfo).port;
};

const serve = async (handler: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> =>
  `http://127.0.0.1:${await listen(createServer(handler))}`;

const client = (policy: Partial<HttpPolicy> = {}): HttpClient => {
  const created = createHttpClient({ allowPrivateNetworks: true, ...policy });
  closers.push(created.close);
  return created;
};

const failure = async (promise: Promise<unknown>): Promise<RequestError> =>
  promise.then(
    () => {
      throw new Error('did not fail');
    },
    (error) => error,
  );

const get = (url: string, more: Partial<HttpRequest> = {}): HttpRequest => ({ method: 'GET', url, ...more });
const text = (body: Uint8Array) => Buffer.from(body).toString();

/** Answers with what it got. */
const echo = (request: IncomingMessage, response: ServerResponse) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const { method, url, headers } = request;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ method, url, headers, body: Buffer.concat(chunks).toString() }));
  });
};

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

describe('redirects', () => {
  const pages = async (target = '/end') =>
    serve((request, response) => {
      const status = /^\/(30\d)$/.exec(request.url ?? '')?.[1];
      if (status) response.writeHead(Number(status), { location: target }).end('elsewhere');
      else echo(request, response);
    });

  it.each([
    [301, 'POST', 'GET', ''],
    [302, 'POST', 'GET', ''],
    [303, 'PUT', 'GET', ''],
    [303, 'HEAD', 'HEAD', undefined],
    [302, 'PUT', 'PUT', 'data'],
    [307, 'POST', 'POST', 'data'],
    [308, 'POST', 'POST', 'data'],
  ])('a %s after %s asks with %s', async (status, method, next, body) => {
    const url = await pages();
    const answer = await client()({
      method,
      url: `${url}/${status}`,
      body: method === 'HEAD' ? undefined : 'data',
      headers: { 'content-type': 'text/x' },
    });
    expect(answer.status).toBe(200);
    if (body === undefined) return;
    const got = JSON.parse(text(answer.body));
    expect(got).toMatchObject({ method: next, url: '/end', body });
    expect(got.headers['content-type']).toBe(body === '' ? undefined : 'text/x');
  });

  it('are given as they are when they are turned off, and counted otherwise', async () => {
    const url = await pages('/302');
    expect((await client()(get(`${url}/302`, { maxRedirects: 0 }))).status).toBe(302);
    expect(await failure(client()(get(`${url}/302`, { maxRedirects: 3 })))).toMatchObject({ code: 'tooManyRedirects' });
  });

  it('keep credentials within an origin and drop them on the way to another', async () => {
    const other = await serve(echo);
    const headers = {
      Authorization: 'Bearer x',
      Cookie: 'a=b',
      'X-Api-Key': 'k',
      'X-Auth-Token': 't',
      'X-Trace': 'kept',
    };
    const same = JSON.parse(text((await client()(get(`${await pages()}/302`, { headers }))).body));
    expect(same.headers).toMatchObject({ authorization: 'Bearer x', cookie: 'a=b', 'x-api-key': 'k' });
    const left = JSON.parse(text((await client()(get(`${await pages(other)}/302`, { headers }))).body));
    expect(left.headers).toMatchObject({ 'x-trace': 'kept' });
    for (const name of ['authorization', 'cookie', 'x-api-key', 'x-auth-token']) {
      expect(left.headers[name]).toBeUndefined();
    }
  });

  it.each(['http://169.254.169.254/latest', 'http://[::ffff:a9fe:a9fe]/', 'file:///etc/passwd'])(
    'to %s are refused',
    async (target) => {
      const error = await failure(client()(get(`${await pages(target)}/302`)));
      expect(['refusedAddress', 'invalidRequest']).toContain(error.code);
    },
  );

  it('from a public host to a private one are refused where private networks are', async () => {
    const port = await listen(
      createServer((_, response) => response.writeHead(302, { location: `http://127.0.0.1:${port}/` }).end()),
    );
    let lookups = 0;
    const outside = client({
      allowPrivateNetworks: false,
      resolve: async () => [{ address: lookups++ === 0 ? '93.184.216.34' : '127.0.0.1', family: 4 }],
    });
    const error = await failure(outside(get('http://127.0.0.1/')));
    expect(error.code).toBe('refusedAddress');
  });
});

describe('addresses that are refused', () => {
  const metadata = [
    'http://169.254.169.254/latest/meta-data',
    'http://[::ffff:a9fe:a9fe]/',
    'http://[::ffff:169.254.169.254]/',
    'http://2852039166/',
    'http://0xa9fea9fe/',
    'http://0251.0376.0251.0376/',
    'http://169.254.43518/',
    'http://[64:ff9b::a9fe:a9fe]/',
    'http://[2002:a9fe:a9fe::1]/',
    'http://[fd00:ec2::254]/',
    'http://100.100.100.200/',
    'http://example.com@169.254.169.254/',
    'http://169.254.169.254#.json',
    'http://①⑥⑨.254.169.254/',
  ];
  it.each(metadata)('%s always', async (url) => {
    expect(await failure(client()(get(url)))).toMatchObject({ code: 'refusedAddress' });
    expect(await failure(client({ allowPrivateNetworks: false })(get(url)))).toMatchObject({ code: 'refusedAddress' });
  });

  const inside = [
    'http://0/',
    'http://0x7f.1/',
    'http://2130706433/',
    'http://127.1/',
    'http://localhost/',
    'http://localhost./',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:7f00:1]/',
    'http://[::127.0.0.1]/',
    'http://10.0.0.1/',
    'http://172.31.255.255/',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
    'http://[fc00::1]/',
    'http://198.18.0.1/',
  ];
  it.each(inside)('%s where private networks are', async (url) => {
    expect(await failure(client({ allowPrivateNetworks: false })(get(url)))).toMatchObject({ code: 'refusedAddress' });
  });

  it.each(['file:///etc/passwd', 'gopher://x/', 'ftp://x/', 'data:text/plain,x', '//x', 'nonsense', ''])(
    '%j is no address for a request',
    async (url) => {
      expect(await failure(client()(get(url)))).toMatchObject({ code: 'invalidRequest' });
    },
  );

  it('a name is refused for any of its addresses', async () => {
    const mixed = client({
      resolve: async () => [
        { address: '127.0.0.1', family: 4 },
        { address: '169.254.169.254', family: 4 },
      ],
    });
    const error = await failure(mixed(get('http://two-faced.test/')));
    expect(error).toMatchObject({ code: 'refusedAddress', message: 'Requests to two-faced.test are not allowed' });
  });

  it('connects to the very address that was checked, though the name changes its mind', async () => {
    const url = await serve((_, response) => response.end('reached'));
    const { port } = new URL(url);
    let lookups = 0;
    const rebound = client({
      resolve: async () => [{ address: lookups++ === 0 ? '127.0.0.1' : '169.254.169.254', family: 4 }],
    });
    expect(text((await rebound(get(`http://rebinding.test:${port}/`))).body)).toBe('reached');
    expect(lookups).toBe(1);
  });

  it('a proxy at a refused address is refused', async () => {
    const error = await failure(client()(get('http://example.com/', { proxy: '169.254.169.254:80' })));
    expect(error.code).toBe('refusedAddress');
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
