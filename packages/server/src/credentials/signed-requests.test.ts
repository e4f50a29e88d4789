import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { defineCredential } from '@millrace/engine/node-api';
import { expect, test, vi } from 'vitest';
import { echo, listen, serve } from '../platform/http/http.testing.ts';
import type { RequestError } from '../platform/http/request-error.ts';
import { selfSigned } from '../platform/http/self-signed.testing.ts';
import { createSignedRequests, textOf } from './signed-requests.testing.ts';

vi.setConfig({ testTimeout: 30_000 });

const secret = 'canary-4f1c/+ "secret"';

/** What the service got, whatever comes back. */
const createEcho = async () => {
  const got: { method: string; url: string; headers: Record<string, string>; body: string }[] = [];
  const url = await serve((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      got.push({
        method,
        url: path,
        headers: headers as Record<string, string>,
        body: Buffer.concat(chunks).toString(),
      });
      response.end('{}');
    });
  });
  return { url, got };
};

const json = { 'content-type': 'application/json' };

test.each([
  [
    'httpBasicAuth',
    { user: 'ada', password: secret },
    { authorization: `Basic ${btoa(`ada:${secret}`)}` },
    '/?a=1',
    '{"b":2}',
  ],
  ['httpHeaderAuth', { name: 'X-Api-Key', value: secret }, { 'x-api-key': secret }, '/?a=1', '{"b":2}'],
  ['httpBearerAuth', { token: secret }, { authorization: `Bearer ${secret}` }, '/?a=1', '{"b":2}'],
  ['httpQueryAuth', { name: 'key', value: secret }, {}, `/?a=1&key=${encodeURIComponent(secret)}`, '{"b":2}'],
  [
    'httpCustomAuth',
    { json: JSON.stringify({ headers: { 'X-One': 'one', 'X-Two': 2 }, qs: { q: 'x' }, body: { token: secret } }) },
    { 'x-one': 'one', 'x-two': '2' },
    '/?a=1&q=x',
    JSON.stringify({ b: 2, token: secret }),
  ],
  [
    'githubApi',
    { accessToken: secret, server: '={{ "http://127.0.0.1:PORT" }}' },
    { authorization: `token ${secret}` },
    '/?a=1',
    '{"b":2}',
  ],
])('%s signs by its fields', async (type, data, headers, path, body) => {
  const { url, got } = await createEcho();
  const filled = JSON.parse(JSON.stringify(data).replace('PORT', new URL(url).port));
  const { request, resolver } = createSignedRequests([{ type, data: filled }]);
  const { status } = await request({ method: 'POST', url: `${url}/?a=1`, headers: json, body: '{"b":2}' });
  expect(status).toBe(200);
  expect(got).toMatchObject([{ method: 'POST', url: path, body, headers }]);
  expect(resolver.asked).toEqual([{ id: '1', user: { workflowId: '5', ranBy: 'ada', nodeType: 'test.node' } }]);
});

test('a connection shows the certificate of a credential, to the hosts of that credential only, and nobody is told its key', async () => {
  const shown: unknown[] = [];
  const server = createTlsServer({ ...selfSigned, ca: selfSigned.cert, requestCert: true }, (request, response) => {
    shown.push((request.socket as TLSSocket).getPeerCertificate().subject?.CN);
    response.end('{}');
  });
  const port = await listen(server);
  const { client, useOf } = createSignedRequests([
    {
      type: 'httpSslAuth',
      data: { ...selfSigned, ca: selfSigned.cert, allowedHttpRequestDomains: 'domains', allowedDomains: '127.0.0.1' },
    },
  ]);
  const clientCertificate = useOf('httpSslAuth');
  const call = (url: string) => client.request({ method: 'GET', url, clientCertificate }, undefined, 1);
  expect((await call(`https://127.0.0.1:${port}/`)).status).toBe(200);
  expect(shown).toEqual(['localhost']);
  await expect(call(`https://localhost:${port}/`)).rejects.toThrow(`may not be used for localhost:${port}`);
  await expect(call(`http://127.0.0.1:${port}/`)).rejects.toThrow('A client certificate needs an encrypted connection');
  expect(shown).toHaveLength(1);
  expect((await client.credential(clientCertificate, 1)).data).not.toHaveProperty('key');
});

test('the token of Telegram is put where the address names it', async () => {
  const { url, got } = await createEcho();
  const { request } = createSignedRequests([
    { type: 'telegramApi', data: { accessToken: '12:ab-canary', baseUrl: url } },
  ]);
  const answer = await request({ url: `${url}/bot{accessToken}/getMe` });
  expect(got[0]?.url).toBe('/bot12:ab-canary/getMe');
  expect(answer.url).toBe(`${url}/bot%7BaccessToken%7D/getMe`);
});

const quoted = (text: string, name: string): string => {
  const [, inQuotes, plain] = new RegExp(`${name}=(?:"([^"]*)"|([^",]*))`).exec(text) ?? [];
  return inQuotes ?? plain ?? '';
};

/** Digest as a server of RFC 7616 checks it, with a nonce that serves twice. */
const createDigestServer = async (algorithm: 'MD5' | 'SHA-256') => {
  const hash = (text: string) =>
    createHash(algorithm === 'MD5' ? 'md5' : 'sha256')
      .update(text)
      .digest('hex');
  const seen: string[] = [];
  let nonce = 0;
  let uses = 2;
  const check = ({ headers, method, url }: IncomingMessage): boolean => {
    const given = headers.authorization ?? '';
    const of = (name: string) => quoted(given, name);
    const [ha1, ha2] = [hash(`ada:here:${secret.replaceAll('"', '')}`), hash(`${method}:${url}`)];
    const expected = hash(`${ha1}:${of('nonce')}:${of('nc')}:${of('cnonce')}:${of('qop')}:${ha2}`);
    return of(' response') === expected && of('nonce') === `n${nonce}` && of(' uri') === url;
  };
  const url = await serve((request, response) => {
    const isRight = check(request);
    seen.push(`${isRight ? 200 : 401} ${quoted(request.headers.authorization ?? '', 'nc')}`.trim());
    if (isRight && uses-- > 0) return void response.end('welcome');
    uses = 2;
    response.setHeader(
      'www-authenticate',
      `Digest realm="here", qop="auth", algorithm=${algorithm}, nonce="n${++nonce}", stale=true`,
    );
    response.writeHead(401).end('no');
  });
  return { url, seen };
};

test.each(['MD5', 'SHA-256'] as const)(
  'digest with %s: a challenge is answered, serves for later requests, and is renewed',
  async (algorithm) => {
    const { url, seen } = await createDigestServer(algorithm);
    const data = { user: 'ada', password: secret.replaceAll('"', '') };
    const { request } = createSignedRequests([{ type: 'httpDigestAuth', data }]);
    for (const path of ['/a?b=c,d', '/b', '/c']) expect(textOf(await request({ url: url + path }))).toBe('welcome');
    expect(seen).toEqual(['401', '200 00000001', '200 00000002', '200 00000003', '200 00000001']);
  },
);

test('digest with a wrong password is asked for once more, and then refused', async () => {
  const { url, seen } = await createDigestServer('MD5');
  const { request } = createSignedRequests([{ type: 'httpDigestAuth', data: { user: 'ada', password: 'wrong' } }]);
  expect((await request({ url })).status).toBe(401);
  expect(seen).toHaveLength(2);
});

test.each([
  ['HMAC-SHA1', 'sha1'],
  ['HMAC-SHA256', 'sha256'],
  ['HMAC-SHA512', 'sha512'],
])('OAuth1 with %s: a server that checks signatures accepts query and form', async (signatureMethod, hash) => {
  const encode = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  const answers: boolean[] = [];
  const address = await serve((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const given = [...(request.headers.authorization ?? '').matchAll(/(\w+)="([^"]*)"/g)].map(
        ([, name = '', value = '']) => [name, decodeURIComponent(value)] as const,
      );
      const asked = new URL(request.url ?? '', `http://${request.headers.host}`);
      const all = [
        ...asked.searchParams,
        ...new URLSearchParams(body),
        ...given.filter(([name]) => name !== 'oauth_signature'),
      ];
      const sorted = all
        .map(([name, value]) => `${encode(name)}=${encode(value)}`)
        .sort()
        .join('&');
      const base = [request.method ?? '', `http://${request.headers.host}${asked.pathname}`, sorted]
        .map(encode)
        .join('&');
      const signature = createHmac(hash, `${encode('consumer&')}&${encode('token-secret')}`)
        .update(base)
        .digest('base64');
      answers.push(new Map(given).get('oauth_signature') === signature);
      response.end();
    });
  });
  const { request } = createSignedRequests([
    {
      type: 'oAuth1Api',
      data: {
        consumerKey: 'key',
        consumerSecret: 'consumer&',
        signatureMethod,
        oauthTokenData: { oauth_token: 'token', oauth_token_secret: 'token-secret' },
      },
    },
  ]);
  await request({ url: `${address}/path%20x?b=2&a=1&a=0&c=x+y%2Bz&d=(!)` });
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  await request({
    method: 'POST',
    url: `${address}/?q=ü`,
    headers: form,
    body: 'status=Hello%20Ladies+%26+Gentlemen&empty=',
  });
  expect(answers).toEqual([true, true]);
});

test('AWS: a request is signed for the service whose endpoint the credential names', async () => {
  const { url, got } = await createEcho();
  const aws = defineCredential({
    name: 'awsHere',
    displayName: 'AWS here',
    extends: ['aws'],
    properties: [],
    authenticate: {
      type: 'aws',
      accessKeyId: 'AKID',
      secretAccessKey: '={{ $credentials.secretAccessKey }}',
      service: 'sqs',
      region: '={{ $credentials.region }}',
    },
    allowedHosts: [new URL(url).host],
  });
  const data = { secretAccessKey: secret, region: 'eu-west-1' };
  const { request } = createSignedRequests([{ type: 'awsHere', data }], { definitions: [aws] });
  await request({ method: 'POST', url: `${url}/queue?b=2&a=1`, body: 'Action=x' });
  const { headers } = got[0] ?? { headers: {} as Record<string, string> };
  expect(headers.authorization).toMatch(
    /^AWS4-HMAC-SHA256 Credential=AKID\/\d{8}\/eu-west-1\/sqs\/aws4_request, SignedHeaders=.*host.*, Signature=[0-9a-f]{64}$/,
  );
  expect(headers.host).toBe(new URL(url).host);
});

test('a host that the type or the credential does not allow gets nothing, and the refusal names it', async () => {
  const { url, got } = await createEcho();
  const { host, port } = new URL(url);
  const { request, resolver, client, useOf } = createSignedRequests([
    { type: 'githubApi', data: { accessToken: secret } },
    { type: 'httpBearerAuth', data: { token: secret }, allowedHosts: ['api.example', `localhost:${port}`] },
    {
      type: 'httpHeaderAuth',
      data: {
        name: 'X',
        value: secret,
        allowedHttpRequestDomains: 'domains',
        allowedDomains: 'a.example, *.b.example',
      },
    },
  ]);
  const refusal = (type: string, address = url): Promise<(string | undefined)[]> =>
    request({ url: address }, { type }).then(
      () => [],
      ({ message, description }: RequestError) => [message, description],
    );
  expect(await refusal('githubApi')).toEqual([
    `The credentials "githubApi account" may not be used for ${host}`,
    'They are for api.github.com.',
  ]);
  expect(await refusal('httpBearerAuth')).toEqual([
    `The credentials "httpBearerAuth account" may not be used for ${host}`,
    `They are for api.example, localhost:${port}.`,
  ]);
  const [below] = await refusal('httpHeaderAuth', `http://b.example.evil.example:${port}`);
  expect(below).toContain(`may not be used for b.example.evil.example:${port}`);
  expect(got).toEqual([]);
  await request({ url: `http://localhost:${port}/` }, { type: 'httpBearerAuth' });
  expect(got).toHaveLength(1);
  resolver.edit('1', { accessToken: secret, server: url });
  await request({ url }, { type: 'githubApi' });
  expect(got).toHaveLength(2);
  // A proxy reads what is not encrypted.
  const proxied = client.request(
    { method: 'GET', url, proxy: 'http://evil.example:3128', credential: useOf('githubApi') },
    undefined,
    1,
  );
  await expect(proxied).rejects.toThrow('may not be used for evil.example:3128');
  // Nor may a client that a node brings along send it elsewhere.
  const reach = (hostname: string, type: string) =>
    client.reach({ host: hostname, port: Number(port), credential: useOf(type, 'Database') }, 1);
  await expect(reach('127.0.0.1', 'httpBearerAuth')).rejects.toThrow(`may not be used for ${host}`);
  expect(await reach('LOCALHOST', 'httpBearerAuth')).toMatch(/^(127\.0\.0\.1|::1)$/);
});

test.each(['//', '/\\\\', '\\\\\\\\'])(
  'a redirect to another host that begins with %j is followed without the secret',
  async (slashes) => {
    const other = await createEcho();
    const { port } = new URL(other.url);
    const url = await serve((_request, response) => {
      response.writeHead(302, { location: `${slashes}localhost:${port}/elsewhere` }).end();
    });
    const { request } = createSignedRequests([{ type: 'httpBearerAuth', data: { token: secret } }]);
    expect((await request({ url })).status).toBe(200);
    expect(other.got).toMatchObject([{ url: '/elsewhere' }]);
    expect(JSON.stringify(other.got)).not.toContain('canary');
  },
);

test('a redirect to the same place is signed again, and one to another host is followed without the secret', async () => {
  const other = await createEcho();
  const url = await serve((request, response) => {
    if (request.url?.startsWith('/first')) return void response.writeHead(307, { location: '/second' }).end();
    if (request.headers.authorization !== `Bearer ${secret}`) return void response.writeHead(401).end();
    response.writeHead(307, { location: `${other.url}/elsewhere` }).end();
  });
  const custom = {
    json: JSON.stringify({ headers: { Authorization: `Bearer ${secret}` }, qs: { k: secret }, body: { k: secret } }),
  };
  const { request } = createSignedRequests([{ type: 'httpCustomAuth', data: custom }]);
  const { status } = await request({ method: 'POST', url: `${url}/first`, headers: json, body: '{"own":1}' });
  expect(status).toBe(200);
  expect(other.got).toMatchObject([{ url: '/elsewhere', body: '{"own":1}' }]);
  expect(JSON.stringify(other.got)).not.toContain('canary');
});

test('what a service sends back of the secret comes to the worker masked', async () => {
  const url = await serve((request, response) => {
    response.setHeader('x-echo', `${request.headers.authorization}`);
    if (request.url?.includes('fail')) response.statusCode = 403;
    echo(request, response);
  });
  const { request } = createSignedRequests([
    { type: 'httpBasicAuth', data: { user: 'ada', password: 'p4ss-of-ada' } },
    { type: 'httpCustomAuth', data: { json: JSON.stringify({ headers: { 'X-Key': secret }, qs: { key: secret } }) } },
  ]);
  for (const type of ['httpBasicAuth', 'httpCustomAuth']) {
    for (const path of ['/', '/fail']) {
      const { url: from, headers, ...answer } = await request({ url: url + path }, { type });
      const all = [from, JSON.stringify(headers), textOf(answer)].join('\n');
      for (const form of [
        secret,
        JSON.stringify(secret).slice(1, -1),
        encodeURIComponent(secret),
        'canary',
        btoa('ada:p4ss-of-ada'),
      ])
        expect(all).not.toContain(form);
      expect(all).toContain('***');
      expect(from).toBe(url + path);
    }
  }
  const gone = await request({ url: 'http://127.0.0.1:1/' }, { type: 'httpCustomAuth' }).catch((error) => error);
  expect(`${gone.message} ${gone.description}`).not.toContain('canary');
});

test('nobody gets a credential by saying so: the execution, its process, its node and its owner are those that the serving process knows', async () => {
  const { url, got } = await createEcho();
  const { client, createClient, useOf, resolver } = createSignedRequests([
    { type: 'httpBearerAuth', data: { token: secret } },
    { type: 'githubApi', data: { accessToken: secret }, ownerId: 'somebody else', name: 'Theirs' },
  ]);
  resolver.add({ type: 'httpHeaderAuth', data: { name: 'X', value: secret }, id: '99' });
  const what = (type: string, more = {}) => ({ method: 'GET', url, credential: { ...useOf(type), ...more } });
  const notRunning = 'Credentials are given to executions that run, and this one does not';
  await expect(client.request(what('httpBearerAuth'), undefined, 2)).rejects.toThrow(notRunning);
  await expect(createClient('of another').request(what('httpBearerAuth'), undefined, 1)).rejects.toThrow(notRunning);
  await expect(client.request(what('httpBearerAuth', { node: 'Nobody' }), undefined, 1)).rejects.toThrow(
    'There is no node "Nobody"',
  );
  await expect(client.request(what('httpHeaderAuth', { id: '99' }), undefined, 1)).rejects.toThrow(
    'Credentials for "httpHeaderAuth" are not set.',
  );
  await expect(client.request(what('githubApi'), undefined, 1)).rejects.toThrow(
    'Credentials with name "Theirs" do not exist for "githubApi".',
  );
  expect(got).toEqual([]);
});

test('a failure before anything was sent is no outcome: the same request may be made when there are credentials', async () => {
  const { url, got } = await createEcho();
  const { request, resolver } = createSignedRequests([{ type: 'githubApi', data: { accessToken: secret } }]);
  const key = { executionId: 1, position: 0, name: 'post' };
  await expect(request({ method: 'POST', url }, { key })).rejects.toThrow('may not be used for');
  resolver.edit('1', { accessToken: secret, server: url });
  await request({ method: 'POST', url }, { key });
  await request({ method: 'POST', url }, { key });
  expect(got).toHaveLength(1);
});

test('node code reads the fields that are not secret, and all of them where its type says that it reads secrets', async () => {
  const { read, secretsOf, resolver } = createSignedRequests([
    { type: 'githubApi', data: { accessToken: secret, user: '={{ "a" + "da" }}', own: 'x' } },
  ]);
  expect(await read('githubApi')).toEqual({ server: 'https://api.github.com', user: 'ada' });
  expect(await read('githubApi', 'Database')).toMatchObject({ accessToken: secret, user: 'ada' });
  await expect(read('aws')).rejects.toThrow('Credentials for "aws" are not set.');
  expect(await secretsOf('githubApi')).toEqual([]);
  expect(await secretsOf('githubApi', 'Database')).toContain(secret);
  expect(resolver.asked.map(({ user }) => user.nodeType)).toEqual([
    'test.node',
    'test.database',
    'test.node',
    'test.database',
  ]);
});

test('a type that says nothing of requests signs none', async () => {
  const { url, got } = await createEcho();
  const { request } = createSignedRequests([{ type: 'jwtAuth', data: { secret } }]);
  await expect(request({ url })).rejects.toThrow('Credentials of the type "JWT Auth" cannot sign requests');
  expect(got).toEqual([]);
});

test('a credential that is being read when the outbound process is killed is read again from the next', async () => {
  const { read, resolver, outbound } = createSignedRequests([{ type: 'githubApi', data: { user: 'ada' } }]);
  const { resolve } = resolver;
  const isAsked = Promise.withResolvers<void>();
  resolver.resolve = async () => {
    resolver.resolve = resolve;
    isAsked.resolve();
    return new Promise(() => {});
  };
  const reading = read('githubApi');
  await isAsked.promise;
  process.kill(outbound.pid() as number, 'SIGKILL');
  expect(await reading).toMatchObject({ user: 'ada' });
});

test('an expression in a field that nodes may read does not bring them a secret', async () => {
  const data = { server: 'https://api.github.com', accessToken: 'canary-of-a-field' };
  for (const user of [
    '={{ $self.accessToken }}',
    '={{ $credentials.accessToken.toUpperCase() }}',
    '={{ "x" + $self.oauthTokenData }}',
  ]) {
    const { read } = createSignedRequests([
      { type: 'githubApi', data: { ...data, user, oauthTokenData: 'canary-of-a-token' } },
    ]);
    const given = await read('githubApi').catch((error: Error) => error.message);
    expect(JSON.stringify(given), user).not.toMatch(/canary/i);
  }
});
