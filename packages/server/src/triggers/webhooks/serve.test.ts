import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { WebhookRequest, WebhookResponse, WebhookSpec } from '@millrace/engine/node-api';
import Fastify from 'fastify';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { EndedExecution } from '../../executions/types.ts';
import { createBinaryStore } from '../../platform/binary/index.ts';
import { AppError, toHttpFailure } from '../../platform/errors.ts';
import { silentLog } from '../../platform/log.ts';
import { markHeader } from '../../platform/own-api.ts';
import { createStartedFiles } from '../started-files.ts';
import { createHook, type Hook } from './hook.ts';
import { createBodyParser } from './parsing/body-parser.ts';
import { createWebhookRouter } from './router.ts';
import { registerWebhooks } from './serve.ts';

interface Outcome {
  response?: WebhookResponse;
  ended?: EndedExecution;
  /** Of a response that is a stream. */
  pieces?: () => AsyncIterable<Uint8Array>;
  /** The run neither ends nor answers. */
  isEndless?: boolean;
  /** The call is refused. */
  refusal?: AppError;
}

/** The app with one hook, whose runs come out as said. `calls` holds what they were started with. */
const serve = async (spec: Partial<WebhookSpec> = {}, outcome: Outcome = {}) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'millrace-hooks-'));
  const binary = createBinaryStore(folder);
  const parser = createBodyParser({ log: silentLog });
  const router = createWebhookRouter<Hook>();
  const calls: WebhookRequest[] = [];
  const startedAs: (number | undefined)[] = [];
  const abandoned = Promise.withResolvers<number>();
  const full: WebhookSpec = { method: 'POST', path: 'hook', responseMode: 'onReceived', ...spec };
  const hook = createHook(full, async (payload, executionId) => {
    calls.push((payload.parse() as { request: WebhookRequest }).request);
    startedAs.push(executionId);
    if (outcome.refusal) throw outcome.refusal;
    return {
      executionId: 12,
      pieces: outcome.pieces,
      response: outcome.isEndless ? new Promise(() => {}) : Promise.resolve(outcome.response),
      ended: outcome.isEndless ? new Promise(() => {}) : Promise.resolve(outcome.ended ?? { status: 'success' }),
    };
  });
  router.add(full.method, full.path, hook);
  const app = Fastify();
  app.setErrorHandler((error, _request, reply) => {
    const { status, headers, body } = toHttpFailure(error, false);
    return reply.code(status).headers(headers).send(body);
  });
  app.register(async (scope) =>
    registerWebhooks(scope, {
      endpoints: [{ name: 'webhook', source: { find: router.find, methods: router.methods, hint: 'Activate it.' } }],
      address: () => 'https://hooks.example/',
      openFiles: createStartedFiles({ reserve: async () => 12, binary, log: silentLog }),
      binary,
      parser,
      authorize: async () => undefined,
      abandon: async (executionId) => abandoned.resolve(executionId),
      log: silentLog,
    }),
  );
  await app.ready();
  onTestFinished(async () => {
    await app.close();
    parser.close();
    await rm(folder, { recursive: true, force: true });
  });
  const post = (payload: string | Buffer, headers: Record<string, string> = {}, url = '/webhook/hook') =>
    app.inject({ method: 'POST', url, payload, headers });
  return { app, post, calls, startedAs, binary, abandoned: abandoned.promise };
};

const json = { 'content-type': 'application/json' };

describe('a call as the workflow sees it', () => {
  it('has method, address, headers, parameters, query and body', async () => {
    const { post, calls } = await serve({ path: 'users/:id' });
    const answer = await post('{"a":[1]}', { ...json, 'x-a': 'b' }, '/webhook/users/J%C3%B8?q=1&q=2&e=');
    expect(answer.statusCode).toBe(200);
    expect(calls[0]).toMatchObject({
      method: 'POST',
      url: 'https://hooks.example/webhook/users/J%C3%B8?q=1&q=2&e=',
      headers: { 'x-a': 'b' },
      params: { id: 'Jø' },
      query: { q: ['1', '2'], e: '' },
      body: { a: [1] },
    });
  });

  it('does not have the cookies of this product', async () => {
    const { post, calls } = await serve();
    await post('', { cookie: 'theirs=1; millrace-auth=secret; __Host-millrace-auth=secret; other=2' });
    expect(calls[0]?.headers.cookie).toBe('theirs=1; other=2');
    expect(JSON.stringify(calls[0])).not.toContain('secret');
  });

  it('does not have the mark of a call of another workflow', async () => {
    const { post, calls } = await serve();
    await post('', { [markHeader]: 'mark', 'x-a': 'b' });
    expect(calls[0]?.headers).toMatchObject({ 'x-a': 'b' });
    expect(calls[0]?.headers).not.toHaveProperty(markHeader);
    expect(calls[0]?.headers).not.toHaveProperty('cookie');
  });

  it.each([
    ['', undefined, {}],
    ['{"a":1}', 'application/json; charset=utf-8', { a: 1 }],
    ['[1]', 'application/vnd.api+json', [1]],
    ['{"a":1,"a":2}', 'application/json', { a: 2 }],
    ['a=1&a=2&b=%C3%A9+x', 'application/x-www-form-urlencoded', { a: ['1', '2'], b: 'é x' }],
    [
      '<Order id="7"><Line>a</Line><Line>b &amp; c</Line></Order>',
      'application/xml',
      { order: { $: { id: '7' }, line: ['a', 'b & c'] } },
    ],
    ['<a><b/></a>', 'text/xml', { a: { b: '' } }],
    ['plain', 'text/plain', 'plain'],
    ['no type', undefined, 'no type'],
    [Buffer.from([0xe9]), 'text/plain; charset="iso-8859-1"', 'é'],
    ['{"files":{"f":{"filepath":"/etc/passwd"}}}', 'application/json', { files: { f: { filepath: '/etc/passwd' } } }],
  ])('body %s of type %s', async (payload, type, body) => {
    const { post, calls } = await serve();
    const answer = await post(payload, type === undefined ? {} : { 'content-type': type });
    expect(answer.json()).toEqual({ message: 'Workflow was started' });
    expect(calls[0]?.body).toEqual(body);
    expect(calls[0]?.binary).toBeUndefined();
  });

  it('is opened when it comes compressed', async () => {
    const { post, calls } = await serve();
    await post(gzipSync('{"a":1}'), { ...json, 'content-encoding': 'gzip' });
    expect(calls[0]?.body).toEqual({ a: 1 });
  });

  it.each([
    ['application/json', '{"__proto__":{"admin":true},"a":{"__proto__":1,"constructor":{"prototype":{"admin":true}}}}'],
    ['application/x-www-form-urlencoded', '__proto__=1&constructor=2'],
    ['application/xml', '<a><__proto__><admin>1</admin></__proto__><b>1</b></a>'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--\r\n',
    ],
  ])('reaches no prototype by a body of %s', async (type, payload) => {
    const { post, calls } = await serve();
    expect((await post(payload, { 'content-type': type })).statusCode).toBeLessThan(500);
    expect(JSON.stringify(calls)).not.toContain('__proto__');
    expect(Object.prototype).not.toHaveProperty('admin');
  });

  it.each([
    ['broken JSON', '{"a":', 'application/json', 400],
    ['JSON nested without end', `${'['.repeat(10_000)}${']'.repeat(10_000)}`, 'application/json', 400],
    ['unknown character set', 'a', 'text/plain; charset=klingon', 400],
    ['bytes that are not of the character set', Buffer.from([0xff, 0xfe, 0x00]), 'application/json', 400],
    ['broken XML', '<a><b></a>', 'application/xml', 400],
    ['XML entities', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', 'application/xml', 400],
    ['XML nested without end', `${'<a>'.repeat(2000)}${'</a>'.repeat(2000)}`, 'application/xml', 400],
    ['multipart without boundary', '--x\r\n', 'multipart/form-data', 400],
    [
      'multipart that is cut off',
      '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1',
      'multipart/form-data; boundary=x',
      400,
    ],
    ['too many fields', 'a&'.repeat(10_001), 'application/x-www-form-urlencoded', 400],
    ['more than 16 MB', Buffer.alloc(16 * 1024 * 1024 + 1), 'application/octet-stream', 413],
  ])('is refused with a plain message: %s', async (_name, payload, type, status) => {
    const { post, calls } = await serve();
    const answer = await post(payload, { 'content-type': type });
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ error: status === 413 ? 'bodyTooLarge' : 'webhookBadBody' });
    expect(answer.headers['content-security-policy']).toMatch(/^sandbox /);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(calls).toEqual([]);
  });

  it('is answered with 413 also to a client that reads nothing until it has sent all', async () => {
    const { app } = await serve();
    await app.listen({ port: 0, host: '127.0.0.1' });
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    const size = 20 * 1024 * 1024;
    socket.write(`POST /webhook/hook HTTP/1.1\r\nHost: x\r\nContent-Length: ${size}\r\n\r\n`);
    for (let sent = 0; sent < size; sent += 1024 * 1024)
      await new Promise<void>((resolve, reject) =>
        socket.write(Buffer.alloc(1024 * 1024), (error) => (error ? reject(error) : resolve())),
      );
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1.1 413/);
  });

  it('is refused when it grows too large by being opened', async () => {
    const { post } = await serve();
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    expect((await post(bomb, { 'content-encoding': 'gzip' })).statusCode).toBe(413);
    expect((await post('no gzip', { 'content-encoding': 'gzip' })).statusCode).toBe(400);
    expect((await post('x', { 'content-encoding': 'zip' })).statusCode).toBe(400);
  });

  it('is cut off when it never ends', async () => {
    const { app } = await serve();
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    socket.write('POST /webhook/hook HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n');
    const pump = () => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on('drain', pump);
    pump();
    let received = '';
    socket.on('data', (data) => (received += data));
    socket.on('error', () => {});
    await new Promise((resolve) => socket.on('close', resolve));
    expect(received.slice(0, 12)).toMatch(/^$|HTTP\/1.1 413/);
  });
});

describe('files', () => {
  const part = (name: string, file: string, content: string) =>
    `--x\r\ncontent-disposition: form-data; name="${name}"; filename="${file}"\r\ncontent-type: text/plain\r\n\r\n${content}\r\n`;
  const field = (name: string, value: string) =>
    `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const multipart = { 'content-type': 'multipart/form-data; boundary=x' };

  it('of a multipart body are stored, fields become the body', async () => {
    const { post, calls, binary } = await serve();
    const body = `${field('title', 'é')}${field('t', '1')}${field('t', '2')}${part('doc', '../../etc/a.txt', 'one')}${part('more[]', 'b.txt', 'two')}${part('more[]', 'c.txt', 'three')}--x--\r\n`;
    await post(body, multipart);
    expect(calls[0]?.body).toEqual({ title: 'é', t: ['1', '2'] });
    const files = calls[0]?.binary ?? {};
    expect(Object.keys(files)).toEqual(['doc', 'more0', 'more1']);
    expect(files.doc).toMatchObject({ fileName: 'a.txt', mimeType: 'text/plain', fileSize: 3 });
    expect(Buffer.from(await binary.read(files.more1!)).toString()).toBe('three');
  });

  it('are numbered behind the name that the webhook asks for', async () => {
    const { post, calls } = await serve({ binaryPropertyName: 'file' });
    await post(`${part('a', 'a.txt', '1')}${part('b', 'b.txt', '2')}--x--\r\n`, multipart);
    expect(Object.keys(calls[0]?.binary ?? {})).toEqual(['file0', 'file1']);
  });

  it('are what a body of an unknown type is', async () => {
    const { post, calls, binary } = await serve();
    await post(Buffer.from([1, 0, 255]), { 'content-type': 'image/png' });
    expect(calls[0]?.body).toEqual({});
    expect([...(await binary.read(calls[0]!.binary!.data!))]).toEqual([1, 0, 255]);
  });

  it('are the raw body beside the parsed one, where it is asked for', async () => {
    const { post, calls, binary } = await serve({ rawBody: true });
    await post('{ "a": 1 }', json);
    expect(calls[0]?.body).toEqual({ a: 1 });
    expect(Buffer.from(await binary.read(calls[0]!.binary!.data!)).toString()).toBe('{ "a": 1 }');
  });
});

describe('the answer', () => {
  it('says at once that the run was started, or what the webhook says', async () => {
    const started = await (await serve()).post('');
    expect([started.statusCode, started.json()]).toEqual([200, { message: 'Workflow was started' }]);
    expect(started.headers['x-execution-id']).toBe('12');
    const own = await serve({ responseText: 'ok', responseCode: 202, responseHeaders: { 'x-mine': '1' } });
    const answer = await own.post('');
    expect([answer.statusCode, answer.body, answer.headers['x-mine']]).toEqual([202, 'ok', '1']);
    const empty = await (await serve({ responseText: '' })).post('');
    expect([empty.statusCode, empty.body]).toEqual([200, '']);
  });

  it('is what the last node gave', async () => {
    const answer: WebhookResponse = {
      status: 203,
      headers: { 'content-type': 'application/json' },
      body: { kind: 'text', text: '{"a":1}' },
    };
    const { post } = await serve({ responseMode: 'lastNode' }, { ended: { status: 'success', answer } });
    const response = await post('');
    expect([response.statusCode, response.json()]).toEqual([203, { a: 1 }]);
  });

  it('is what a node responded with', async () => {
    const response: WebhookResponse = { status: 404, headers: {}, body: { kind: 'text', text: 'none' } };
    const { post } = await serve({ responseMode: 'responseNode' }, { response, ended: { status: 'error' } });
    const answer = await post('');
    expect([answer.statusCode, answer.body]).toEqual([404, 'none']);
  });

  it.each(['error', 'canceled', 'crashed'] as const)('is 500 when the run ends as %s', async (status) => {
    for (const responseMode of ['lastNode', 'responseNode'] as const) {
      const { post } = await serve({ responseMode }, { ended: { status, errorMessage: 'secret' } });
      const answer = await post('');
      expect([answer.statusCode, answer.json()]).toEqual([500, { message: 'Error in workflow' }]);
      expect(answer.headers['x-execution-id']).toBe('12');
    }
  });

  it('is 202 when the server stops before the run has ended, which goes on later', async () => {
    const { post } = await serve({ responseMode: 'lastNode' }, { ended: { status: 'queued' } });
    const answer = await post('');
    expect([answer.statusCode, answer.json()]).toEqual([
      202,
      { message: expect.stringContaining('goes on'), executionId: '12' },
    ]);
    expect(answer.headers['x-execution-id']).toBe('12');
    expect(answer.headers['retry-after']).toBeUndefined();
  });

  it('comes piece by piece where a node gives it so, and its sender is told when it breaks off', async () => {
    const next = Promise.withResolvers<void>();
    const response = {
      status: 200,
      headers: { 'content-type': 'text/event-stream' },
      body: { kind: 'stream' as const },
    };
    async function* pieces() {
      yield Buffer.from('data: one\n\n');
      await next.promise;
      yield Buffer.from('data: two\n\n');
      throw new Error('It has ended');
    }
    const { app } = await serve({ responseMode: 'responseNode' }, { response, pieces });
    await app.listen({ port: 0, host: '127.0.0.1' });
    onTestFinished(() => app.close());
    const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/webhook/hook`;
    const answer = await fetch(url, { method: 'POST' });
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox /);
    const reader = answer.body!.getReader();
    expect(Buffer.from((await reader.read()).value!).toString()).toBe('data: one\n\n');
    next.resolve();
    expect(Buffer.from((await reader.read()).value!).toString()).toBe('data: two\n\n');
    await expect(reader.read()).rejects.toThrow();
  });

  it('is 500 when no node has answered', async () => {
    const answer = await (await serve({ responseMode: 'responseNode' })).post('');
    expect([answer.statusCode, answer.json()]).toEqual([
      500,
      { message: 'The workflow ended without answering the call' },
    ]);
  });

  it('may be a file', async () => {
    const outcome: Outcome = {};
    const { post, binary } = await serve({ responseMode: 'responseNode' }, outcome);
    const data = await binary.write('12', Buffer.from('<svg/>'), { mimeType: 'image/svg+xml' });
    outcome.response = { status: 200, headers: { 'content-type': 'image/svg+xml' }, body: { kind: 'binary', data } };
    const answer = await post('');
    expect([answer.body, answer.headers['content-length'], answer.headers['content-type']]).toEqual([
      '<svg/>',
      '6',
      'image/svg+xml',
    ]);
    expect(answer.headers['content-security-policy']).toContain('sandbox');
    outcome.response.body = { kind: 'binary', data: { data: 'aGk=', mimeType: 'text/plain' } };
    expect((await post('')).body).toBe('hi');
  });

  const respond = async (headers: Record<string, string>, status = 200) => {
    const response: WebhookResponse = { status, headers, body: { kind: 'text', text: '<script>1</script>' } };
    return (await serve({ responseMode: 'responseNode' }, { response })).post('');
  };

  it('is sandboxed, whatever the workflow says', async () => {
    const answer = await respond({
      'Content-Type': 'text/html',
      'Content-Security-Policy': "default-src 'self'",
      'X-Content-Type-Options': 'off',
    });
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    const [first, second] = answer.headers['content-security-policy'] as unknown as string[];
    expect(first).toMatch(/^sandbox /);
    expect(first).not.toContain('allow-same-origin');
    expect(second).toBe("default-src 'self'");
  });

  it.each([
    'millrace-auth=x',
    '__Host-millrace-auth=x; Path=/',
    '__Http-millrace-auth=x',
    '__Host-Http-millrace-auth=x',
    ' MILLRACE-auth',
    'millrace.sid=1',
    // Without a name: sent back as the value alone.
    '=millrace-auth=x',
    ' = millrace-auth=x',
    'millrace-auth',
    'theirs',
    '; millrace-auth=x',
  ])('cannot set our cookie: %s', async (cookie) => {
    const answer = await respond({ 'Set-Cookie': cookie });
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([200, undefined]);
  });

  it.each([
    'NEL',
    'Report-To',
    'Reporting-Endpoints',
    'Alt-Svc',
    'Accept-CH',
    'Strict-Transport-Security',
    'Service-Worker-Allowed',
    'Clear-Site-Data',
    'Origin-Agent-Cluster',
    'Content-Security-Policy-Report-Only',
    'Use-As-Dictionary',
    'Refresh',
    'SourceMap',
    'Set-Login',
    'Proxy-Authenticate',
    'Access-Control-Allow-Origin',
    'Access-Control-Allow-Credentials',
    'Access-Control-Allow-Private-Network',
    'X-Accel-Redirect',
    'X-Sendfile',
    'X-Millrace-Anything',
    'Unheard-Of',
  ])('cannot set %s', async (name) => {
    const answer = await respond({ [name]: 'any' });
    expect([answer.statusCode, answer.headers[name.toLowerCase()]]).toEqual([200, undefined]);
  });

  it('cannot claim to be of another execution', async () => {
    expect((await respond({ 'X-Execution-Id': '999' })).headers['x-execution-id']).toBe('12');
  });

  it('may set what is about itself, and headers of its own', async () => {
    const headers = {
      'cache-control': 'max-age=60',
      etag: '"1"',
      'content-disposition': 'attachment; filename="a.csv"',
      'www-authenticate': 'Basic realm="a"',
      'x-request-id': '7',
      'x-accel-buffering': 'no',
      'access-control-expose-headers': 'x-request-id',
    };
    expect((await respond(headers)).headers).toMatchObject(headers);
  });

  it('varies by the origin where it does, and by what the workflow says', async () => {
    const response: WebhookResponse = { status: 200, headers: { vary: 'Accept' }, body: { kind: 'none' } };
    const { post } = await serve({ responseMode: 'responseNode', allowedOrigins: 'https://a.example' }, { response });
    expect((await post('', { origin: 'https://a.example' })).headers.vary).toBe('Origin, Accept');
  });

  it('leaves out headers that reach beyond it, and keeps the rest', async () => {
    const answer = await respond({
      'Clear-Site-Data': '"*"',
      'Transfer-Encoding': 'chunked',
      'Set-Cookie': 'theirs=1',
      'X-A': 'é',
    });
    expect(answer.headers).not.toHaveProperty('clear-site-data');
    expect(answer.headers).toMatchObject({ 'set-cookie': 'theirs=1', 'x-a': 'é' });
  });

  it.each([
    [{ 'x-a': 'a\r\nset-cookie: millrace-auth=1' }, 200],
    [{ 'x a': 'b' }, 200],
    [{ location: 'javascript:alert(1)' }, 302],
    [{ location: '//elsewhere.example/a' }, 302],
    [{ location: '/\\elsewhere.example' }, 302],
    [{}, 99],
    [{}, 600],
  ])('is 500 with the reason when it cannot be sent: %j %s', async (headers, status) => {
    const answer = await respond(headers, status);
    expect(answer.statusCode).toBe(500);
    expect(answer.json().message).toMatch(/^The workflow answered with/);
    expect(answer.headers).not.toHaveProperty('set-cookie');
  });

  it('is 404 with a hint for what no one listens on', async () => {
    const { app } = await serve();
    const answer = await app.inject({ method: 'GET', url: '/webhook/nope?a=1' });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({
      code: 404,
      error: 'webhookNotRegistered',
      message: 'The requested webhook "GET nope" is not registered.',
      hint: 'Activate it.',
    });
    expect(answer.headers['content-security-policy']).toContain('sandbox');
  });
});

describe('what looks like a file and is none', () => {
  const claim = '{"files":{"f":{"filepath":"/etc/passwd"}},"binary":{"data":{"id":"1/x","data":"aGk="}}}';

  it.each([
    ['application/json'],
    ['application/json; boundary=x'],
    ['application/json, multipart/form-data; boundary=x'],
    ['multipart/form-data'],
    ['multipart/form-data; boundary=x'],
    ['Multipart/Form-Data; boundary="x"; boundary="y"'],
    ['multipart/mixed; boundary=x'],
    ['application/x-www-form-urlencoded'],
    ['text/plain'],
    ['application/octet-stream'],
    ['application/xml'],
    ['nonsense'],
    [''],
  ])('is not taken for one when sent as %j', async (type) => {
    const { post, calls, binary } = await serve();
    const answer = await post(claim, type === '' ? {} : { 'content-type': type });
    expect([200, 400]).toContain(answer.statusCode);
    // At most the body itself is a file, byte for byte.
    for (const file of Object.values(calls[0]?.binary ?? {})) {
      expect(file.id).toMatch(/^12\//);
      expect(String(Buffer.from(await binary.read(file)))).toBe(claim);
    }
  });

  it('is the text of a field where a part has no file name, whatever its type', async () => {
    const { post, calls } = await serve();
    const part = `--x\r\nContent-Disposition: form-data; name="binary"\r\nContent-Type: application/json\r\n\r\n${claim}\r\n`;
    await post(`${part}--x--\r\n`, { 'content-type': 'multipart/form-data; boundary=x' });
    expect(calls[0]).toMatchObject({ body: { binary: claim } });
    expect(calls[0]?.binary).toBeUndefined();
  });
});

describe('a caller who hangs up', () => {
  it.each(['lastNode', 'responseNode'] as const)('is not waited for any more: %s', async (responseMode) => {
    const { app, abandoned, calls } = await serve({ responseMode }, { isEndless: true });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    const request = once(app.server, 'request');
    socket.write('POST /webhook/hook HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\n\r\n{}');
    await request;
    await vi.waitFor(() => expect(calls).toHaveLength(1));
    socket.destroy();
    expect(await abandoned).toBe(12);
    const open = () => new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)));
    await vi.waitFor(async () => expect(await open()).toBe(0));
  });
});

describe('files of a call', () => {
  const file = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"; filename="a"\r\n\r\nbytes\r\n`;
  const multipart = { 'content-type': 'multipart/form-data; boundary=x' };

  it('belong to the execution that it starts', async () => {
    const { post, calls, startedAs, binary } = await serve();
    await post(`${file('a')}${file('b')}--x--\r\n`, multipart);
    expect(Object.values(calls[0]?.binary ?? {}).map(({ id }) => id?.split('/')[0])).toEqual(['12', '12']);
    expect(startedAs).toEqual([12]);
    expect(await binary.executionIds()).toEqual(['12']);
  });

  it('are gone when it starts none', async () => {
    const { post, binary } = await serve({}, { refusal: new AppError('tooManyRuns', 'Too many') });
    expect((await post(`${file('a')}--x--\r\n`, multipart)).statusCode).toBe(503);
    expect(await binary.executionIds()).toEqual([]);
  });

  it('need no execution of their own where there are none', async () => {
    const { post, startedAs } = await serve();
    await post('{}', json);
    expect(startedAs).toEqual([undefined]);
  });
});

describe('who may call', () => {
  it('tells browsers about origins', async () => {
    const open = await serve();
    expect((await open.post('', { origin: 'https://a.example' })).headers['access-control-allow-origin']).toBe('*');
    const { app, post } = await serve({ allowedOrigins: 'https://a.example, https://b.example' });
    const allowed = await post('', { origin: 'https://b.example' });
    expect(allowed.headers).toMatchObject({ 'access-control-allow-origin': 'https://b.example', vary: 'Origin' });
    expect((await post('', { origin: 'https://c.example' })).headers).not.toHaveProperty('access-control-allow-origin');
    const preflight = await app.inject({
      method: 'OPTIONS',
      url: '/webhook/hook',
      headers: {
        origin: 'https://a.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-a',
      },
    });
    expect(preflight.statusCode).toBe(204);
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': 'https://a.example',
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'x-a',
    });
  });

  it.each([
    ['10.0.0.1', '10.0.0.1', 200],
    ['10.0.0.1', '110.0.0.1', 403],
    ['10.0.0.1', '10.0.0.10', 403],
    ['10.0.0.1', '::ffff:10.0.0.1', 200],
    ['192.168.0.0/16, 10.0.0.0/8', '10.255.0.1', 200],
    ['10.0.0.0/8', '::1', 403],
    ['2001:db8::/32', '2001:DB8:0::7', 200],
  ])('with the list %s the address %s gets %s', async (ipAllowList, remoteAddress, status) => {
    const { app, calls } = await serve({ ipAllowList });
    const answer = await app.inject({
      method: 'POST',
      url: '/webhook/hook',
      remoteAddress,
      headers: { 'x-forwarded-for': '10.0.0.1' },
    });
    expect(answer.statusCode).toBe(status);
    expect(calls).toHaveLength(status === 200 ? 1 : 0);
  });

  it('by which method is not changed by headers or fields', async () => {
    const { app, post, calls } = await serve();
    const headers = { 'x-http-method-override': 'POST', 'x-method-override': 'POST', 'x-http-method': 'POST' };
    expect((await app.inject({ method: 'GET', url: '/webhook/hook?_method=POST', headers })).statusCode).toBe(404);
    await post('_method=DELETE', { 'content-type': 'application/x-www-form-urlencoded' });
    expect(calls.map(({ method }) => method)).toEqual(['POST']);
  });

  it('by HEAD finds that something is there and starts no run, unless a workflow listens for it', async () => {
    for (const method of ['GET', 'POST']) {
      const { app, calls } = await serve({ method });
      const answer = await app.inject({ method: 'HEAD', url: '/webhook/hook' });
      expect([answer.statusCode, answer.body, answer.headers.allow]).toEqual([200, '', `${method}, HEAD, OPTIONS`]);
      expect(answer.headers['x-execution-id']).toBeUndefined();
      expect(calls).toEqual([]);
      expect((await app.inject({ method: 'HEAD', url: '/webhook/other' })).statusCode).toBe(404);
    }
    const { app, calls } = await serve({ method: 'HEAD' });
    expect((await app.inject({ method: 'HEAD', url: '/webhook/hook' })).statusCode).toBe(200);
    expect(calls.map(({ method }) => method)).toEqual(['HEAD']);
  });

  it('turns crawlers away where they are not wanted', async () => {
    const { post } = await serve({ ignoreBots: true });
    expect((await post('', { 'user-agent': 'Slackbot-LinkExpanding 1.0' })).statusCode).toBe(403);
    expect((await post('', { 'user-agent': 'curl/8.0' })).statusCode).toBe(200);
  });
});
