import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { api, apiScopeNames, type Endpoint } from '@millrace/contract';
import type { FastifyInstance } from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createTestApp } from './app.testing.ts';
import { createApp } from './app.ts';
import type { Config } from './config.ts';

const workflow = { name: 'One', nodes: [], connections: {} };

describe('routes', () => {
  test('each endpoint of the contract is served', async () => {
    const { app } = await createTestApp();
    const endpoints = Object.values(api).flatMap((resource) => Object.values(resource) as Endpoint[]);
    const missing = endpoints.filter(
      ({ method, path: url }) => !app.hasRoute({ method, url: `/rest${url.replaceAll(/\{(\w+)\}/g, ':$1')}` }),
    );
    expect(missing).toEqual([]);
  });

  test('every route under /rest says who may call it', async () => {
    const { services } = await createTestApp();
    const app = createApp(services);
    onTestFinished(() => app.close());
    const routes: { url: string; access: unknown }[] = [];
    app.addHook('onRoute', ({ url, config }) => {
      routes.push({ url, access: config?.access });
    });
    await app.ready();
    const rest = routes.filter(({ url }) => /^\/(rest|types)\//.test(url));
    expect(rest.length).toBeGreaterThan(20);
    const rules = z.union([
      z.strictObject({ who: z.literal('anyone') }),
      z.strictObject({ who: z.enum(['user', 'owner']), scope: z.enum([...apiScopeNames, 'any', 'session']) }),
    ]);
    expect(rest.filter(({ access }) => !rules.safeParse(access).success)).toEqual([]);
  });

  test('an unknown address of the API is a JSON error', async () => {
    const { app } = await createTestApp();
    const response = await app.inject('/rest/nowhere');
    expect(response.statusCode).toBe(404);
    expect(response.json()).toEqual({
      code: 1001,
      error: 'notFound',
      message: 'There is no GET /rest/nowhere in the API.',
    });
  });
});

test.each(['/rest/workflows/%zz', '/%c0', '/rest/node-icon/%E0%A4%A'])(
  '%s, which cannot be decoded, is a JSON error',
  async (url) => {
    const { app } = await createTestApp();
    const response = await app.inject(url);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ error: 'badRequest', message: 'The address is not a valid one.' });
  },
);

describe('bodies', () => {
  const post = async (payload: string, type = 'application/json') => {
    const { app } = await createTestApp();
    return app.inject({ method: 'POST', url: '/rest/workflows', payload, headers: { 'content-type': type } });
  };

  test('broken JSON', async () => {
    const response = await post('{"name": ');
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      error: 'invalidJson',
      message: expect.stringMatching(/^The body is not valid JSON/),
    });
  });

  test.each([
    '{"name":"x","nodes":[],"connections":{"__proto__":{"main":[]}}}',
    '{"name":"x","nodes":[],"connections":{},"__proto__":{"active":true}}',
    String.raw`{"name":"x","nodes":[],"connections":{"\u005f_proto__":{"main":[]}}}`,
  ])('a key __proto__ is refused: %s', async (payload) => {
    const response = await post(payload);
    expect(response.statusCode).toBe(400);
    expect(response.json().error).toBe('invalidJson');
    expect(({} as Record<string, unknown>).active).toBeUndefined();
  });

  test('nesting without end', async () => {
    const response = await post(
      `{"name":"x","nodes":[],"connections":{},"meta":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`,
    );
    expect(response.statusCode).toBe(400);
    expect(response.json().message).toMatch(/nested deeper than/);
  });

  test('other types than JSON', async () => {
    expect((await post(JSON.stringify(workflow), 'text/plain')).statusCode).toBe(415);
    expect((await post('name=x', 'application/x-www-form-urlencoded')).json()).toMatchObject({ code: 1005 });
  });

  test('no workflow: each field is named, of the second node of a name by the name that it would get', async () => {
    const response = await post(
      JSON.stringify({
        name: '',
        nodes: [
          { name: 'A', type: 't', position: [0, 0] },
          { name: 'A', type: 't', position: ['x', 0] },
        ],
        connections: [],
      }),
    );
    expect(response.statusCode).toBe(400);
    const { message } = response.json();
    expect(message).toContain('"name" must not be empty.');
    expect(message).toContain('Item 1 of "position" of node "A1" must be a number, not text.');
    expect(message).toContain('"connections" must be an object, not a list.');
  });

  test.each(['null', '[]', '"text"', '7'])('a body that is %s', async (payload) => {
    expect((await post(payload)).statusCode).toBe(400);
  });

  test('an empty body', async () => {
    expect((await post('')).statusCode).toBe(400);
  });

  test('a query value that is no JSON', async () => {
    const { app } = await createTestApp();
    const response = await app.inject('/rest/executions?filter=%7B&limit=0');
    expect(response.statusCode).toBe(400);
    expect(response.json().message).toContain('The query parameter "filter" is not valid JSON.');
    expect(response.json().message).toContain('The query parameter "limit" must be at least 1.');
  });
});

describe('foreign pages', () => {
  const create = async (headers: Record<string, string>) => {
    const { app } = await createTestApp();
    const response = await app.inject({ method: 'POST', url: '/rest/workflows', payload: workflow, headers });
    return response.statusCode;
  };

  test.each([
    [{}],
    [{ host: 'localhost:5680', origin: 'http://localhost:5680', 'sec-fetch-site': 'same-origin' }],
    [{ host: '127.0.0.1:1', origin: 'http://127.0.0.1:1' }],
    [{ host: '[::1]:5680' }],
  ])('own requests pass: %j', async (headers) => {
    expect(await create(headers)).toBe(200);
  });

  test.each([
    [{ host: 'evil.example:5680' }],
    [{ host: 'localhost.evil.example' }],
    [{ host: 'localhost:5680', origin: 'http://localhost:3000' }],
    [{ host: 'localhost:5680', origin: 'https://evil.example' }],
    [{ host: 'localhost:5680', origin: 'null' }],
    [{ host: 'localhost:5680', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
    [{ host: 'localhost:5680', 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' }],
  ])('foreign ones do not: %j', async (headers) => {
    expect(await create(headers)).toBe(403);
  });

  test('a foreign page can neither read nor open the event stream', async () => {
    const { app } = await createTestApp();
    const headers = { host: 'localhost', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' };
    expect((await app.inject({ url: '/rest/workflows', headers })).statusCode).toBe(403);
    expect((await app.inject({ url: '/rest/push?sessionId=a', headers })).statusCode).toBe(403);
    const older = { host: 'localhost', origin: 'https://evil.example' };
    expect((await app.inject({ url: '/rest/workflows', headers: older })).statusCode).toBe(403);
    expect((await app.inject({ url: '/rest/push?sessionId=a', headers: older })).statusCode).toBe(403);
  });

  test('no answer allows another origin', async () => {
    const { app } = await createTestApp();
    const { headers } = await app.inject('/rest/settings');
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    });
  });

  test('the configured address is served', async () => {
    const { app } = await createTestApp({ config: { baseUrl: 'https://flows.example', userManagement: false } });
    const headers = { host: 'flows.example', origin: 'https://flows.example' };
    const response = await app.inject({ method: 'POST', url: '/rest/workflows', payload: workflow, headers });
    expect(response.statusCode).toBe(200);
  });
});

describe('defects', () => {
  test('answer with an id that the log has too', async () => {
    const logged: object[] = [];
    const { services } = await createTestApp();
    const app = createApp({
      ...services,
      workflows: { ...services.workflows, list: () => Promise.reject(new Error('secret detail')) },
      log: { ...services.log, error: (details) => logged.push(details) },
    });
    onTestFinished(() => app.close());
    const response = await app.inject('/rest/workflows');
    expect(response.statusCode).toBe(500);
    expect(response.body).not.toContain('secret detail');
    expect(logged).toEqual([expect.objectContaining({ id: expect.any(String), err: expect.any(Error) })]);
    expect(response.json().message).toContain((logged[0] as { id: string }).id);
  });
});

test.each(['SQLITE_FULL', 'SQLITE_BUSY', 'SQLITE_IOERR_WRITE', '53100', 'ECONNREFUSED'])(
  'a database that fails with %s for a while is 503, and nobody is blamed',
  async (code) => {
    const { services } = await createTestApp();
    const list = () => Promise.reject(Object.assign(new Error('failed'), { code }));
    const app = createApp({ ...services, workflows: { ...services.workflows, list } });
    onTestFinished(() => app.close());
    const response = await app.inject('/rest/workflows');
    expect(response.json()).toMatchObject({ error: 'storageUnavailable' });
    expect(response.statusCode).toBe(503);
    expect(response.headers['retry-after']).toBe('5');
  },
);

test.each([
  ['GET', 'ECONNRESET', 'storageUnavailable', 503],
  ['PATCH', 'ECONNREFUSED', 'storageUnavailable', 503],
  ['PATCH', '40001', 'storageUnavailable', 503],
  ['PATCH', 'ECONNRESET', 'outcomeUnknown', 500],
  ['PATCH', '57P01', 'outcomeUnknown', 500],
] as const)('a %s during which the database failed with %s is %s', async (method, code, error, status) => {
  const { services } = await createTestApp();
  const fail = () => Promise.reject(Object.assign(new Error('failed'), { code }));
  const app = createApp({ ...services, workflows: { ...services.workflows, get: fail, update: fail } });
  onTestFinished(() => app.close());
  const payload = method === 'GET' ? undefined : { name: 'Other' };
  const response = await app.inject({ method, url: '/rest/workflows/1', payload });
  expect(response.json()).toMatchObject({ error });
  expect(response.statusCode).toBe(status);
  expect(response.headers['retry-after']).toBe(status === 503 ? '5' : undefined);
});

describe('health', () => {
  test('is 503 until everything is served', async () => {
    let isReady = false;
    const { app } = await createTestApp({ services: { isReady: () => isReady } });
    expect((await app.inject('/healthz')).statusCode).toBe(503);
    isReady = true;
    expect((await app.inject('/healthz')).json()).toEqual({ status: 'ok' });
  });
});

describe('editor files', () => {
  const withEditor = async (config: Partial<Config> = {}) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'millrace-editor-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await mkdir(path.join(folder, 'assets'));
    await writeFile(path.join(folder, 'index.html'), '<!doctype html><title>Millrace</title>');
    await writeFile(path.join(folder, 'favicon.svg'), '<svg/>');
    await writeFile(path.join(folder, 'assets/main-1a2b.js'), 'let plain;');
    await writeFile(path.join(folder, 'assets/main-1a2b.js.br'), 'compressed');
    return createTestApp({ editorFolder: folder, config });
  };

  test.each(['/', '/workflow/12', '/executions'])('%s is the editor', async (url) => {
    const { app } = await withEditor();
    const response = await app.inject(url);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toMatch(/^text\/html/);
    expect(response.headers['cache-control']).toBe('private, no-cache');
    for (const kind of ['script', 'worker']) {
      expect(response.headers['content-security-policy']).toContain(`${kind}-src 'self';`);
    }
    expect(response.body).toContain('<title>Millrace</title>');
  });

  test('the page may call the host of templates that the operator has named, and no other', async () => {
    const policyOf = async (templatesHost: string) => {
      const { app } = await createTestApp({ config: { templatesHost } });
      return (await app.inject('/')).headers['content-security-policy'];
    };
    expect(await policyOf('')).toContain("connect-src 'self';");
    const named = await policyOf('http://templates.example.com:8080/api');
    expect(named).toContain("connect-src 'self' http://templates.example.com:8080;");
    expect(named).toContain("img-src 'self' data: blob: https: http://templates.example.com:8080;");
  });

  const framing = async (app: FastifyInstance, url: string) => {
    const { headers } = await app.inject(url);
    return [
      /frame-ancestors ([^;]*)/.exec(String(headers['content-security-policy']))?.[1],
      headers['x-frame-options'],
    ];
  };

  test.each(['/', '/workflow/12', '/workflows', '/workflows/demo/', '/signin', '/favicon.svg', '/assets/main-1a2b.js'])(
    'no page shows %s in a frame',
    async (url) => {
      const { app } = await withEditor({ embedOrigins: ['https://docs.example.com'] });
      expect(await framing(app, url)).toEqual(["'none'", 'DENY']);
    },
  );

  test('a preview is shown in frames of the instance, and of the origins that are named', async () => {
    const { app } = await withEditor();
    expect(await framing(app, '/workflows/demo')).toEqual(["'self'", 'SAMEORIGIN']);
    const embedded = await withEditor({ embedOrigins: ['https://docs.example.com', 'http://localhost:8080'] });
    expect(await framing(embedded.app, '/workflows/demo?a=b')).toEqual([
      "'self' https://docs.example.com http://localhost:8080",
      undefined,
    ]);
  });

  test('an address where webhooks are by default is never the editor, also where an operator has renamed it', async () => {
    const { app } = await withEditor({ endpointWebhook: 'hooks', endpointForm: 'forms' });
    for (const url of ['/webhook/orders', '/webhook-test/orders', '/form/apply', '/form-test/apply', '/hooks/orders'])
      expect((await app.inject(url)).statusCode).toBe(404);
  });

  test('assets are kept for ever and sent compressed where that is understood', async () => {
    const { app } = await withEditor();
    const plain = await app.inject('/assets/main-1a2b.js');
    expect(plain.body).toBe('let plain;');
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const compressed = await app.inject({ url: '/assets/main-1a2b.js', headers: { 'accept-encoding': 'gzip, br' } });
    expect(compressed.headers['content-encoding']).toBe('br');
    expect(compressed.headers['content-type']).toMatch(/javascript/);
    expect(compressed.body).toBe('compressed');
  });

  test('files beside the page are sent', async () => {
    const { app } = await withEditor();
    const response = await app.inject('/favicon.svg');
    expect(response.body).toBe('<svg/>');
    expect(response.headers).toMatchObject({ 'content-type': 'image/svg+xml', 'cache-control': 'no-cache' });
  });

  test.each(['/assets/gone-1a2b.js', '/assets/', '/favicon.ico', '/assets/../../package.json'])(
    '%s is 404',
    async (url) => {
      const { app } = await withEditor();
      expect((await app.inject(url)).statusCode).toBe(404);
    },
  );

  test.each(['/assets/..%2f..%2fpackage.json', '/..%2f..%2fetc%2fpasswd', '/assets/%2e%2e/index.html'])(
    '%s leads to no file outside',
    async (url) => {
      const { app } = await withEditor();
      const response = await app.inject(url);
      expect(response.body).not.toMatch(/root:|"name"/);
    },
  );

  test.each([
    '/api/v1/workflows',
    '/types/other.json',
    '/icons/a/b.svg',
    '/rest',
    '/webhook',
    '/webhook-test',
    '/healthz/other',
    '/metrics/other',
  ])('%s is for programs, and 404 there is JSON', async (url) => {
    const { app } = await withEditor();
    const response = await app.inject({ url, headers: { accept: 'text/html' } });
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ error: expect.stringMatching(/notFound|webhookNotRegistered/) });
  });

  test('who asks for data is not given a page', async () => {
    const { app } = await withEditor();
    const get = (accept: string) => app.inject({ url: '/workflow/12', headers: { accept } });
    expect((await get('application/json')).json()).toMatchObject({ error: 'notFound' });
    for (const accept of ['text/html,application/xhtml+xml,*/*;q=0.8', '*/*'])
      expect((await get(accept)).statusCode).toBe(200);
  });

  test('without a build the page says so', async () => {
    const { app } = await createTestApp();
    const response = await app.inject('/');
    expect(response.statusCode).toBe(503);
    expect(response.body).toContain('npm start');
  });
});

describe('description of the API', () => {
  test('names every route', async () => {
    const { services } = await createTestApp();
    const app = createApp(services);
    onTestFinished(() => app.close());
    const routes = new Set<string>();
    app.addHook('onRoute', ({ method, url }) => {
      for (const name of [method].flat())
        if (name !== 'HEAD' && name !== 'OPTIONS' && /^\/(rest|catalog)\//.test(url))
          routes.add(`${name} ${url.replace(/^\/rest/, '').replaceAll(/:(\w+)|\*/g, '{}')}`);
    });
    const document = (await app.inject('/rest/openapi.json')).json();
    expect(document.openapi).toBe('3.1.0');
    const described = Object.entries(document.paths as Record<string, object>).flatMap(([url, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${url.replaceAll(/\{\w+\}/g, '{}')}`),
    );
    const ofRest = described.filter((name) => !/^SERVERS | \/(webhook|form|healthz|metrics)/.test(name));
    expect(ofRest.sort()).toEqual([...routes].filter((route) => !/ \/(docs|openapi\.json)/.test(route)).sort());
  });
});

test('a caller who goes before the request is complete is not taken for a database that does', async () => {
  const { services } = await createTestApp();
  const told: string[] = [];
  const log = { ...services.log, error: (_details: object, message: string) => void told.push(message) };
  const app = createApp({ ...services, log });
  onTestFinished(() => app.close());
  await app.listen({ host: '127.0.0.1', port: 0 });
  const answered = new Promise<number>((resolve) =>
    app.server.on('request', (_request, response) => response.on('close', () => resolve(response.statusCode))),
  );
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
  const lines = ['POST /rest/workflows HTTP/1.1', 'host: localhost', 'content-type: application/json'];
  socket.write([...lines, 'content-length: 1000', '', '{"name":'].join('\r\n'));
  await once(app.server, 'request');
  socket.destroy();
  await answered;
  expect(told).toEqual([]);
});

describe('requests that trickle in', () => {
  test.each([
    ['headers', 'POST /webhook/x HTTP/1.1\r\nhost: localhost\r\n', 'x-slow: 1\r\n', {}],
    ['a body', 'POST /webhook/x HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000000\r\n\r\n', 'x', {}],
    [
      'a body that comes a byte at a time',
      'POST /webhook/x HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000000\r\n\r\n',
      'x',
      { request: 300_000, grace: 300, rate: 1000 },
    ],
    [
      'pieces of a body',
      'POST /webhook/x HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n',
      '1\r\nx\r\n',
      { request: 300_000, grace: 300, rate: 1000 },
    ],
  ])(
    'are ended with 408 when %s take too long, and others are answered meanwhile',
    async (_what, begin, drop, more) => {
      let calls = 0;
      const { services } = await createTestApp();
      const app = createApp({
        ...services,
        slowRequests: { headers: 2000, request: 4000, look: 100, grace: 300_000, rate: 1, ...more },
        registerWebhooks(scope) {
          scope.removeAllContentTypeParsers();
          scope.addContentTypeParser('*', (_request, payload, done) => {
            payload.on('end', () => done(null)).resume();
          });
          scope.post('/webhook/x', async () => {
            calls += 1;
          });
        },
      });
      onTestFinished(() => app.close());
      await app.listen({ host: '127.0.0.1', port: 0 });
      const { port } = app.server.address() as AddressInfo;
      const sockets = Array.from({ length: 20 }, () => {
        const socket = connect(port, '127.0.0.1');
        let answer = '';
        socket.setEncoding('utf8').on('data', (text: string) => {
          answer += text;
        });
        // What is sent after the end is refused by the system.
        socket.on('error', () => {});
        socket.write(begin);
        const dropping = setInterval(() => socket.write(drop), 50);
        return new Promise<string>((resolve) => {
          socket.on('close', () => {
            clearInterval(dropping);
            resolve(answer);
          });
        });
      });
      expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
      for (const answer of await Promise.all(sockets)) expect(answer).toMatch(/^(HTTP\/1\.1 408|$)/);
      expect(calls).toBe(0);
    },
  );
});
