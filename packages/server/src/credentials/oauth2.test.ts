import { randomUUID } from 'node:crypto';
import { defineCredential } from '@millrace/engine/node-api';
import { expect, test, vi } from 'vitest';
import { serve } from '../platform/http/http.testing.ts';
import { createSignedRequests } from './signed-requests.testing.ts';

vi.setConfig({ testTimeout: 30_000 });

type Grant = Record<string, string>;

/**
 * A service with OAuth2: access tokens end when the test says so, and each refresh token serves once. Its API answers 200 to a token that is good.
 */
const createProvider = async (options: { seconds?: number } = {}) => {
  const grants: Grant[] = [];
  const authorizations: string[] = [];
  let access = 'access-0-canary';
  let refresh = 'refresh-0-canary';
  let calls = 0;
  let onToken: (() => Promise<unknown>) | undefined;
  const provider = {
    grants,
    authorizations,
    url: '',
    get calls() {
      return calls;
    },
    /** The token is not good any more. */
    endToken: () => {
      access = randomUUID();
    },
    revoke: () => {
      refresh = randomUUID();
    },
    /** Holds up each answer of the token endpoint. */
    hold: (until: () => Promise<unknown>) => {
      onToken = until;
    },
    tokens: () => ({ access_token: access, refresh_token: refresh, token_type: 'Bearer' }),
    data: (more: object = {}) => ({
      grantType: 'authorizationCode',
      accessTokenUrl: `${provider.url}/token`,
      clientId: 'client',
      clientSecret: 'client-secret-canary',
      ...more,
    }),
  };
  const giveToken = async (body: string): Promise<[number, object]> => {
    const grant = Object.fromEntries(new URLSearchParams(body));
    grants.push(grant);
    await onToken?.();
    if (grant.grant_type === 'refresh_token' && grant.refresh_token !== refresh)
      return [400, { error: 'invalid_grant', error_description: `The token ${grant.refresh_token} was revoked` }];
    access = `access-${grants.length}-canary`;
    refresh = `refresh-${grants.length}-canary`;
    const isClient = grant.grant_type === 'client_credentials';
    return [
      200,
      {
        access_token: access,
        token_type: 'Bearer',
        expires_in: options.seconds ?? 3600,
        ...(!isClient && { refresh_token: refresh }),
      },
    ];
  };
  provider.url = await serve((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', async () => {
      if (request.url === '/token') {
        authorizations.push(request.headers.authorization ?? '');
        const [status, answer] = await giveToken(body);
        return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
      }
      calls++;
      const isGood = request.headers.authorization === `Bearer ${access}`;
      return response.writeHead(isGood ? 200 : 401).end();
    });
  });
  return provider;
};

test('a token that is good is used, and one that the service refuses is renewed once, and stored', async () => {
  const provider = await createProvider();
  const { request, resolver } = createSignedRequests([
    { type: 'oAuth2Api', data: provider.data({ oauthTokenData: provider.tokens() }) },
  ]);
  expect((await request({ url: provider.url })).status).toBe(200);
  expect(provider.grants).toEqual([]);
  provider.endToken();
  expect((await request({ url: provider.url })).status).toBe(200);
  expect(provider.grants).toEqual([{ grant_type: 'refresh_token', refresh_token: 'refresh-0-canary' }]);
  expect(provider.authorizations).toEqual([`Basic ${btoa('client:client-secret-canary')}`]);
  expect(resolver.get('1').data.oauthTokenData).toMatchObject({
    access_token: 'access-1-canary',
    refresh_token: 'refresh-1-canary',
    expires_at: expect.any(Number),
  });
  // A service that refuses for another reason is not asked for tokens again and again.
  provider.endToken();
  expect((await request({ url: provider.url })).status).toBe(401);
  expect(provider.grants).toHaveLength(1);
});

test('twenty requests at once renew a token once, whether it is refused or ends soon', async () => {
  const provider = await createProvider();
  const { request, resolver } = createSignedRequests([
    { type: 'oAuth2Api', data: provider.data({ oauthTokenData: provider.tokens() }) },
  ]);
  const twenty = async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => request({ url: `${provider.url}/${index}` })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  };
  provider.endToken();
  await twenty();
  expect(provider.grants).toHaveLength(1);
  const { oauthTokenData, ...data } = resolver.get('1').data;
  resolver.edit('1', { ...data, oauthTokenData: { ...(oauthTokenData as object), expires_at: Date.now() + 30_000 } });
  const { calls } = provider;
  await twenty();
  expect(provider.grants).toHaveLength(2);
  expect(provider.calls - calls).toBe(20);
  expect(resolver.mostHolders).toBe(1);
});

test('a new refresh token is stored before the new access token is used', async () => {
  const provider = await createProvider();
  const { request, resolver } = createSignedRequests([
    { type: 'oAuth2Api', data: provider.data({ oauthTokenData: provider.tokens() }) },
  ]);
  const { update } = resolver;
  const callsAtUpdate: number[] = [];
  resolver.update = async (...given) => {
    callsAtUpdate.push(provider.calls);
    return update(...given);
  };
  provider.endToken();
  await request({ url: provider.url });
  expect([callsAtUpdate, provider.calls]).toEqual([[1], 2]);
});

test('an account that the service does not know any more must be connected again, and nothing of its tokens is told', async () => {
  const provider = await createProvider();
  const { request } = createSignedRequests([
    { type: 'oAuth2Api', data: provider.data({ oauthTokenData: provider.tokens() }) },
  ]);
  provider.endToken();
  provider.revoke();
  const { message, description } = await request({ url: provider.url }).catch((error) => error);
  expect(message).toBe('The account of the credentials "oAuth2Api account" must be connected again');
  expect(description).toBe('The service gave no token: invalid_grant (The token *** was revoked)');
});

test.each([
  [{}, 'is not connected'],
  [{ oauthTokenData: { access_token: 'old', expires_at: 1 } }, 'must be connected again'],
])('an account with %j that cannot be renewed is not used', async (more, message) => {
  const provider = await createProvider();
  const { request } = createSignedRequests([{ type: 'oAuth2Api', data: provider.data(more) }]);
  await expect(request({ url: provider.url })).rejects.toThrow(message);
  expect(provider.calls).toBe(0);
});

test('the client credentials grant fetches a token by itself, by header or body, with what the user adds', async () => {
  const provider = await createProvider();
  const data = provider.data({ grantType: 'clientCredentials', scope: 'read write' });
  const further = {
    authentication: 'body',
    sendAdditionalBodyProperties: true,
    additionalBodyProperties: '{"audience":"api"}',
  };
  const { request } = createSignedRequests(
    [
      { type: 'oAuth2Api', data },
      { type: 'oAuth2InBody', data: { ...data, ...further } },
    ],
    {
      definitions: [
        defineCredential({ name: 'oAuth2InBody', displayName: 'B', extends: ['oAuth2Api'], properties: [] }),
      ],
    },
  );
  for (const type of ['oAuth2Api', 'oAuth2InBody'])
    expect((await request({ url: provider.url }, { type })).status).toBe(200);
  expect(provider.grants).toEqual([
    { grant_type: 'client_credentials', scope: 'read write' },
    {
      grant_type: 'client_credentials',
      scope: 'read write',
      audience: 'api',
      client_id: 'client',
      client_secret: 'client-secret-canary',
    },
  ]);
  expect(provider.authorizations[1]).toBe('');
});

test('a token may be sent in query or body, under another name', async () => {
  const seen: string[] = [];
  const url = await serve((request, response) => {
    request.on('data', (chunk) => seen.push(`${request.url} ${chunk}`));
    request.on('end', () => response.end());
  });
  const type = (name: string, how: object) =>
    defineCredential({
      name,
      displayName: name,
      extends: ['oAuth2Api'],
      properties: [],
      authenticate: { type: 'oAuth2', ...how },
    });
  const data = { oauthTokenData: { access_token: 'good' } };
  const { request } = createSignedRequests(
    [
      { type: 'inQuery', data },
      { type: 'inBody', data },
    ],
    {
      definitions: [type('inQuery', { in: 'query' }), type('inBody', { in: 'body', parameter: 'key', prefix: 'Key' })],
    },
  );
  const what = { method: 'POST', url: `${url}/`, headers: { 'content-type': 'application/json' }, body: '{"a":1}' };
  for (const name of ['inQuery', 'inBody']) await request(what, { type: name });
  expect(seen).toEqual(['/?access_token=good {"a":1}', '/ {"a":1,"key":"Key good"}']);
});

test('an outbound process that is killed during a refresh leaves nothing locked: the next request renews the token', async () => {
  const provider = await createProvider();
  const { request, outbound, resolver } = createSignedRequests([
    { type: 'oAuth2Api', data: provider.data({ oauthTokenData: provider.tokens() }) },
  ]);
  provider.endToken();
  const isAsked = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  provider.hold(() => {
    isAsked.resolve();
    return goOn.promise;
  });
  const lost = expect(request({ url: provider.url })).rejects.toThrow('has ended before the answer came');
  await isAsked.promise;
  process.kill(outbound.pid() as number, 'SIGKILL');
  await lost;
  // Its answer reaches nobody, and the refresh token has not served.
  provider.hold(() => Promise.resolve());
  expect((await request({ url: provider.url })).status).toBe(200);
  expect(resolver.get('1').data.oauthTokenData).toMatchObject({ access_token: 'access-2-canary' });
  goOn.resolve();
});

test('a sign-in fetches a session when there is none, when it has ended and when it is refused, once for all who wait', async () => {
  let sessions = 0;
  let isGood = true;
  const seen: string[] = [];
  const url = await serve((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      if (request.url === '/login')
        return response.end(JSON.stringify({ session: `session-${++sessions}`, for: body }));
      seen.push(String(request.headers['x-session']));
      return response.writeHead(isGood ? 200 : 401).end();
    });
  });
  const definition = defineCredential({
    name: 'sessionApi',
    displayName: 'Session API',
    properties: [
      { name: 'user', displayName: 'User', type: 'string', default: '' },
      { name: 'password', displayName: 'Password', type: 'string', default: '', typeOptions: { password: true } },
      { name: 'session', displayName: 'Session', type: 'hidden', default: '' },
    ],
    authenticate: { type: 'fields', headers: { 'X-Session': '={{ $credentials.session }}' } },
    signIn: {
      field: 'session',
      async run({ http, now }, { user, password }) {
        const answer = await http({ method: 'POST', url: `${url}/login`, body: JSON.stringify({ user, password }) });
        const { session } = await answer.json<{ session: string }>();
        return { data: { session }, endsAt: now() + 3_600_000 };
      },
    },
  });
  let time = Date.now();
  const { request, resolver, read } = createSignedRequests(
    [{ type: 'sessionApi', data: { user: 'ada', password: 'p' } }],
    {
      definitions: [definition],
      now: () => time,
    },
  );
  await Promise.all(Array.from({ length: 5 }, () => request({ url })));
  expect([sessions, new Set(seen)]).toEqual([1, new Set(['session-1'])]);
  time += 3_590_000;
  await request({ url });
  time += 60_000;
  isGood = false;
  await request({ url });
  expect(seen.slice(5)).toEqual(['session-2', 'session-2', 'session-3']);
  expect(resolver.get('1').data).toMatchObject({ user: 'ada', password: 'p', session: 'session-3' });
  expect(await read('sessionApi')).toEqual({ user: 'ada' });
});
