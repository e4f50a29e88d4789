import { defineCredential } from '@millrace/engine/node-api';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestCalls } from '../node-calls/node-calls.testing.ts';
import { serve } from '../platform/http/http.testing.ts';
import { createSignedRequests } from './signed-requests.testing.ts';
import { testByNode } from './test-by-node.ts';

vi.setConfig({ testTimeout: 30_000 });

const user = { workflowId: null, ranBy: 'ada', nodeType: '' };

/** A service that tells people by a key, and says more of some. */
const createService = () =>
  serve((request, response) => {
    const { authorization } = request.headers;
    response.setHeader('content-type', 'application/json');
    if (authorization === 'token right-canary') return void response.end('{"ok":true,"plan":{"name":"paid"}}');
    if (authorization === 'token unpaid-canary') return void response.end('{"ok":false,"plan":{"name":"none"}}');
    response.writeHead(401).end('{}');
  });

const definitionOf = (url: string) =>
  defineCredential({
    name: 'hereApi',
    displayName: 'Here API',
    extends: ['githubApi'],
    properties: [],
    allowedHosts: [new URL(url).host],
    test: {
      request: { url: '={{ $credentials.server }}/me', query: { user: '={{ $credentials.user }}' } },
      rules: [
        { type: 'status', status: 401, message: 'The token is wrong' },
        { type: 'field', field: 'plan.name', value: 'none', message: 'The account has no plan' },
      ],
    },
  });

test('the request of a type tells whether a credential works, stored or not', async () => {
  const url = await createService();
  const { test: tryOut, resolver } = createSignedRequests([], { definitions: [definitionOf(url)] });
  const of = (accessToken: string, server = url) =>
    tryOut({ type: 'hereApi', name: 'New', data: { accessToken, server, user: 'ada & co' } }, user);
  expect(await of('right-canary')).toEqual({ status: 'OK', message: 'Connection tested successfully' });
  expect(await of('wrong-canary')).toEqual({ status: 'Error', message: 'The token is wrong' });
  expect(await of('unpaid-canary')).toEqual({ status: 'Error', message: 'The account has no plan' });
  expect(await of('right-canary', 'http://evil.example')).toEqual({
    status: 'Error',
    message: `The credentials "New" may not be used for evil.example. They are for ${new URL(url).host}.`,
  });
  expect(resolver.asked).toEqual([]);
});

test('what no rule names counts by its status, and a service that is away by its failure', async () => {
  const url = await createService();
  const { test: tryOut } = createSignedRequests([]);
  const github = (server: string, accessToken = 'x-canary') =>
    tryOut({ type: 'githubApi', name: 'New', data: { accessToken, server } }, user);
  expect(await github(url)).toEqual({ status: 'Error', message: 'The service answered with 401 Unauthorized' });
  const away = await github('http://127.0.0.1:1');
  expect(away).toMatchObject({
    status: 'Error',
    message: expect.stringContaining('127.0.0.1:1 refused the connection.'),
  });
  expect(await github('={{ $env.PATH }}')).toMatchObject({
    status: 'Error',
    message: expect.stringContaining('The field "GitHub server"'),
  });
});

test('a service that says nothing is waited for as long as people wait, and not longer', async () => {
  const heard = Promise.withResolvers<void>();
  const url = await serve(() => heard.resolve());
  const { test: tryOut } = createSignedRequests([]);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const result = tryOut({ type: 'githubApi', name: 'New', data: { accessToken: 'x-canary', server: url } }, user);
  await heard.promise;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await result).toEqual({ status: 'Error', message: 'The service did not answer within 10 seconds.' });
});

test('types that cannot be tested, or are not known, say so', async () => {
  const { test: tryOut } = createSignedRequests([]);
  expect(await tryOut({ type: 'jwtAuth', name: 'New', data: {} }, user)).toEqual({
    status: 'Error',
    message: 'Credentials of the type "JWT Auth" cannot be tested',
  });
  expect((await tryOut({ type: 'nobody', name: 'New', data: {} }, user)).message).toContain('are not known');
});

test('a token that was fetched for a test of a new credential is used there and stored nowhere', async () => {
  const url = await serve((request, response) => {
    if (request.url === '/token') return void response.end('{"access_token":"fetched","expires_in":60}');
    response.writeHead(request.headers.authorization === 'Bearer fetched' ? 200 : 401).end();
  });
  const definition = defineCredential({
    name: 'clientApi',
    displayName: 'Client API',
    extends: ['oAuth2Api'],
    properties: [],
    test: { request: { url: `${url}/me` } },
  });
  const { test: tryOut, resolver } = createSignedRequests([], { definitions: [definition] });
  const data = { grantType: 'clientCredentials', accessTokenUrl: `${url}/token`, clientId: 'c', clientSecret: 's' };
  expect(await tryOut({ type: 'clientApi', name: 'New', data }, user)).toMatchObject({ status: 'OK' });
  expect(() => resolver.get('1')).toThrow('There is no credential 1');
});

test('a method of a node tests credentials in a worker, and what it says holds no secret', async () => {
  const calls = await createTestCalls();
  const definition = {
    ...defineCredential({
      name: 'testerApi',
      displayName: 'Tester',
      properties: [{ name: 'key', displayName: 'Key', type: 'string', default: '', typeOptions: { password: true } }],
    }),
    testedBy: { nodeType: 'test.tester', typeVersion: 1, method: 'works' },
  };
  const { test: tryOut } = createSignedRequests([], {
    definitions: [definition],
    testByNode: (...given) => testByNode(calls, ...given),
  });
  const result = await tryOut({ type: 'testerApi', name: 'New', data: { key: '={{ "key-" + "canary" }}' } }, user);
  expect(result).toEqual({ status: 'OK', message: 'The key is ***' });
});
